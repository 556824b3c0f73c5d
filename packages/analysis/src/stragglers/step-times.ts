import { NONE, type TableFrame } from '@weft/model';

export type SteppedMessages = TableFrame<
  'messages',
  'job' | 'src' | 'dst' | 'step' | 'send_start' | 'send_end' | 'recv_start'
>;

/** What ranks wait for in a step. */
interface WaitingStep {
  readonly wait: 'both' | 'sends' | 'receives';
}

/** When the ranks of a job went through its steps, in nanoseconds. */
export interface StepTimes {
  readonly ranks: number;
  /** Start of the job. */
  readonly start: number;
  /** Per step and rank: when it began to send and to wait, and when its waiting was over; -1 = not known. */
  readonly begun: readonly Float64Array[];
  readonly finished: readonly Float64Array[];
  /** Per step: when the last of its messages had arrived and the last rank was through. */
  readonly complete: Float64Array;
}

/** The times of one job's steps, from its messages. */
export function stepTimes(
  { rows, columns }: SteppedMessages,
  job: number,
  ranks: number,
  start: number,
  phases: readonly WaitingStep[],
): StepTimes {
  const begun = phases.map(() => new Float64Array(ranks).fill(NONE));
  const finished = phases.map(() => new Float64Array(ranks).fill(NONE));
  const complete = new Float64Array(phases.length).fill(start);
  const { src, dst, step } = columns;
  for (let row = 0; row < rows; row++) {
    if (columns.job[row] !== job || step[row] === NONE) continue;
    const at = step[row];
    const sent = columns.send_start[row];
    const arrived = Math.max(sent, columns.send_end[row]);
    const waits = columns.recv_start[row];
    const { wait } = phases[at];
    begun[at][src[row]] = sent;
    if (waits !== NONE) begun[at][dst[row]] = waits;
    later(finished[at], src[row], wait === 'receives' ? sent : arrived);
    if (waits !== NONE) later(finished[at], dst[row], Math.max(waits, arrived));
    later(complete, at, Math.max(arrived, waits));
  }
  return { ranks, start, begun, finished, complete };
}

function later(times: Float64Array, at: number, time: number): void {
  if (time > times[at]) times[at] = time;
}
