import { EmptyState } from '../../kit/view-root.tsx';
import type { MatrixMeasure } from './matrix-model.ts';

/** Why there is no cell to show; `timed` says that a time range is active. */
export function MatrixEmpty({
  measure,
  timed,
}: {
  readonly measure: MatrixMeasure;
  readonly timed: boolean;
}) {
  return (
    <div class="comm-matrix-empty">
      <EmptyState title={emptyTitle(measure, timed)}>{emptyAdvice(measure, timed)}</EmptyState>
    </div>
  );
}

function emptyTitle(measure: MatrixMeasure, timed: boolean): string {
  if (measure === 'waiting')
    return timed ? 'Nobody waits in the active time range' : 'Nobody is known to wait';
  return timed ? 'No message in the active time range' : 'No message of this job';
}

function emptyAdvice(measure: MatrixMeasure, timed: boolean): string {
  if (timed) return 'Clear or widen the time range, or select another job.';
  return measure === 'waiting'
    ? 'Waiting is found from the times of calls and messages, which this dataset does not have.'
    : 'Select another job.';
}
