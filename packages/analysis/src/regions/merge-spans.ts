import type { StackFrame } from './stack-spans.ts';

/**
 * Spans that come lane by lane (rank, stream and depth) in order of time; those shorter than a bin that begin in the same bin become one row, from
 * the first to the last of them, with the name that has most time and their number.
 */
export function mergeSpans({ rows, columns }: StackFrame, start: number, bin: number) {
  const { rank, stream, depth, call, kind, enter, exit } = columns;
  const binOf = (row: number): number => Math.floor((enter[row] - start) / bin);
  const isShort = (row: number): boolean => exit[row] - enter[row] < bin;
  const follows = (row: number, first: number): boolean =>
    isShort(row) &&
    rank[row] === rank[first] &&
    stream[row] === stream[first] &&
    depth[row] === depth[first] &&
    binOf(row) === binOf(first);
  const kept: number[] = [];
  const ends: number[] = [];
  const counts: number[] = [];
  for (let first = 0; first < rows; ) {
    let next = first + 1;
    if (isShort(first)) while (next < rows && follows(next, first)) next++;
    kept.push(next - first === 1 ? first : longestName(columns, first, next));
    ends.push(lastExit(exit, first, next));
    counts.push(next - first);
    first = next;
  }
  const starts = startsOf(counts);
  const pick = (column: Int32Array): Int32Array => Int32Array.from(kept, (row) => column[row]);
  return {
    rows: kept.length,
    columns: {
      rank: pick(rank),
      stream: pick(stream),
      depth: pick(depth),
      call: { codes: pick(call.codes), dictionary: call.dictionary },
      kind: { codes: pick(kind.codes), dictionary: kind.dictionary },
      enter: Float64Array.from(starts, (row) => enter[row]),
      exit: Float64Array.from(ends),
      count: Float64Array.from(counts),
    },
  };
}

function startsOf(counts: readonly number[]): number[] {
  let row = 0;
  return counts.map((count) => {
    row += count;
    return row - count;
  });
}

function lastExit(exit: Float64Array, from: number, to: number): number {
  let last = exit[from];
  for (let row = from + 1; row < to; row++) last = Math.max(last, exit[row]);
  return last;
}

/** A row of the name that has most time among neighbours; of equal ones the first. */
function longestName({ call, enter, exit }: StackFrame['columns'], from: number, to: number): number {
  const times = new Map<number, { row: number; time: number }>();
  for (let row = from; row < to; row++) {
    const total = times.get(call.codes[row]) ?? { row, time: 0 };
    total.time += exit[row] - enter[row];
    times.set(call.codes[row], total);
  }
  let best = { row: from, time: -1 };
  for (const total of times.values()) if (total.time > best.time) best = total;
  return best.row;
}
