import { NONE, type Selection } from '@weft/model';
import type { Session } from '../session/session.ts';
import type { JobTable } from './use-jobs.ts';

/** From its start to its end, as far as they are known. */
export function runOfJob({ dataset }: Session, { columns }: JobTable, job: number): Selection['time'] {
  const row = columns.id.indexOf(job);
  const whole = dataset.manifest.timeRange;
  if (row < 0 || columns.start[row] === NONE) return whole && [whole[0], whole[1]];
  const end = columns.end[row] === NONE ? (whole?.[1] ?? columns.start[row]) : columns.end[row];
  return [columns.start[row], end];
}
