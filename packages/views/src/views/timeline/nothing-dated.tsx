import { EmptyState } from '../../kit/view-root.tsx';
import type { DatasetInfo } from '../../workspace.ts';
import type { TimelineData } from './timeline-model.ts';

export function hasNothing({ calls, refining, exact }: TimelineData): boolean {
  return calls.length === 0 && !refining && exact.every(({ messageCount }) => messageCount === 0);
}

/** Some inputs count calls and messages, or date only one end of them; else it is the job that has none. */
export function NothingDated({ dataset }: { readonly dataset: DatasetInfo }) {
  const { spans, messages } = dataset.manifest.tables;
  return (spans?.rows ?? 0) === 0 && (messages?.rows ?? 0) > 0 ? (
    <EmptyState title="Nothing here has a beginning and an end">
      No call has both times, and no message is both sent and received at known times. See the communication
      matrix and the call profile, or record a trace (DUMPI or OTF2).
    </EmptyState>
  ) : (
    <EmptyState title="No calls of this job">
      Select another job, or import the trace with its spans (without --no-spans).
    </EmptyState>
  );
}
