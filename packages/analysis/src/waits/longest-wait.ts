import { NONE } from '@weft/model';
import type { Waits } from './find-waits.ts';

export interface WaitWindow {
  /** Nanoseconds and ranks, from <= x < to. */
  readonly time: readonly [number, number];
  readonly ranks: readonly [number, number];
  /** 0 = the longest, 1 = the next ... */
  readonly nth: number;
}

/** Row of the call with the n-th longest wait of those that begin in the window and count; NONE where there are fewer. */
export function longestWait(
  { rows, call, rank, start, time }: Waits,
  window: WaitWindow,
  counts: (call: number) => boolean,
): number {
  const inside: number[] = [];
  for (let row = 0; row < rows; row++) {
    if (rank[row] < window.ranks[0] || rank[row] >= window.ranks[1]) continue;
    if (start[row] < window.time[0] || start[row] >= window.time[1]) continue;
    if (counts(call[row])) inside.push(row);
  }
  inside.sort((a, b) => time[b] - time[a] || start[a] - start[b] || rank[a] - rank[b]);
  return window.nth < inside.length ? call[inside[window.nth]] : NONE;
}
