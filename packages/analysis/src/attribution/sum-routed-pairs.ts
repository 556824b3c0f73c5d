import { NONE, type TableFrame, textAt } from '@weft/model';
import { epochAt } from './routing-epochs.ts';

/** Messages of one sender, receiver, call, tag and routing epoch, added up. */
export interface RoutedPairSums {
  readonly job: Int32Array;
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly epoch: Int32Array;
  readonly tag: Int32Array;
  readonly call: readonly (string | null)[];
  readonly messages: Float64Array;
  readonly bytes: Float64Array;
}

type RoutedMessages = TableFrame<
  'messages',
  'job' | 'src' | 'dst' | 'tag' | 'bytes' | 'count' | 'send_start' | 'call'
>;

/** One entry for each distinct key, in order of first appearance. */
export function sumRoutedPairs(messages: RoutedMessages, starts: Float64Array): RoutedPairSums {
  const { job, src, dst, tag, bytes, count: messagesOf, send_start: start, call: calls } = messages.columns;
  const place = new Map<string, number>();
  const first: number[] = [];
  const epochs: number[] = [];
  const count: number[] = [];
  const sum: number[] = [];
  for (let row = 0; row < messages.rows; row++) {
    const epoch = starts.length === 1 || start[row] === NONE ? 0 : epochAt(starts, start[row]);
    const key = `${job[row]} ${src[row]} ${dst[row]} ${tag[row]} ${calls.codes[row]} ${epoch}`;
    let at = place.get(key);
    if (at === undefined) {
      at = first.length;
      place.set(key, at);
      first.push(row);
      epochs.push(epoch);
      count.push(0);
      sum.push(0);
    }
    count[at] += messagesOf[row];
    sum[at] += bytes[row];
  }
  return {
    job: Int32Array.from(first, (row) => job[row]),
    src: Int32Array.from(first, (row) => src[row]),
    dst: Int32Array.from(first, (row) => dst[row]),
    tag: Int32Array.from(first, (row) => tag[row]),
    epoch: Int32Array.from(epochs),
    call: first.map((row) => textAt(calls, row)),
    messages: Float64Array.from(count),
    bytes: Float64Array.from(sum),
  };
}
