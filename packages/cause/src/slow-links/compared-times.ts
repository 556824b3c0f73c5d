import type { TableFrame } from '@weft/model';
import type { RecordedMessages } from '../run/recorded-run.ts';
import type { MessageMatcher } from './matched-messages.ts';

export type ModelledMessages = TableFrame<
  'messages',
  'id' | 'job' | 'src' | 'dst' | 'step' | 'send_start' | 'send_end'
>;

/** Messages of a run by row, how long they took, and how long they should have by a model; nanoseconds. */
interface ComparedTimes {
  readonly rows: Int32Array;
  readonly took: Float64Array;
  readonly should: Float64Array;
  /** The times of bursts: what a rank sends in a step, until the last of it has arrived. */
  readonly bursts: boolean;
}

/**
 * Where a run shares links otherwise than the model, single messages of a burst may differ by factors, but the burst does
 * not: a message should then be there with the last of its burst.
 */
export function comparedTimes(
  observed: RecordedMessages,
  modelled: ModelledMessages,
  matcher: MessageMatcher,
  bursts: boolean,
): ComparedTimes {
  const pairs = matcher.match(modelled);
  const took = Float64Array.from(pairs.observed, (row) => timeOf(observed, row));
  const alone = Float64Array.from(pairs.modelled, (row) => timeOf(modelled, row));
  const should = bursts ? burstTimes(alone, pairs.observed, observed) : alone;
  return { rows: pairs.observed, took, should, bursts };
}

/** Nanoseconds by which messages (or bursts) of a job differ from the model, added up. */
export function residualAmount(
  { rows, took, should, bursts }: ComparedTimes,
  observed: RecordedMessages,
  job: number,
): number {
  const whole = bursts ? burstTimes(took, rows, observed) : took;
  let amount = 0;
  for (let pair = 0; pair < rows.length; pair++) {
    if (observed.columns.job[rows[pair]] === job) amount += Math.abs(whole[pair] - should[pair]);
  }
  return amount;
}

function timeOf({ columns }: ModelledMessages, row: number): number {
  return Math.max(0, columns.send_end[row] - columns.send_start[row]);
}

/** For each message the longest time of its burst: of what its sender sends in its step. */
function burstTimes(times: Float64Array, rows: Int32Array, { columns }: RecordedMessages): Float64Array {
  const longest = new Map<string, number>();
  const keys = Array.from(rows, (row) => `${columns.job[row]} ${columns.step[row]} ${columns.src[row]}`);
  keys.forEach((key, pair) => {
    longest.set(key, Math.max(longest.get(key) ?? 0, times[pair]));
  });
  return Float64Array.from(keys, (key) => longest.get(key) ?? 0);
}
