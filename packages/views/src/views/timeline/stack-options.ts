import type { Manifest } from '@weft/model';
import type { ViewOptions } from '../../view.ts';

/** More would leave no room for the rows of ranks. */
const MOST_OPEN = 8;

/** Whether ranks have more to show than calls of MPI. */
export function hasStacks({ tables }: Manifest): boolean {
  const has = (table: string): boolean => (tables[table]?.rows ?? 0) > 0;
  return has('spans') && ['regions', 'streams', 'rank_counters'].some(has);
}

/** The ranks whose stacks are open; the first where there are no calls of MPI that could be seen instead. */
export function openRanks(open: ViewOptions[string] | undefined, manifest: Manifest): number[] {
  if (!hasStacks(manifest)) return [];
  if (open === undefined) return (manifest.tables.calls?.rows ?? 0) === 0 ? [0] : [];
  const ranks = String(open).split(' ').filter(Boolean).map(Number);
  return ranks.filter((rank) => Number.isInteger(rank) && rank >= 0).slice(0, MOST_OPEN);
}

/** As the panel remembers them: opened or closed, the latest stay where there are too many. */
export function toggledRanks(open: readonly number[], rank: number): string {
  const others = open.filter((other) => other !== rank);
  return (others.length < open.length ? others : [...open, rank].slice(-MOST_OPEN)).join(' ');
}

/** A place among the spans of all ranks, from which the search goes on. */
interface Seek {
  readonly step: -1 | 1;
  readonly time: number;
  readonly rank: number;
  readonly stream: number;
  readonly depth: number;
}

export function seekText({ step, time, rank, stream, depth }: Seek): string {
  return [step, time, rank, stream, depth].join(' ');
}

export function seekOfOptions({ seek }: ViewOptions): Seek | null {
  const numbers = typeof seek === 'string' ? seek.split(' ').map(Number) : [];
  if (numbers.length !== 5 || numbers.some(Number.isNaN)) return null;
  const [step, time, rank, stream, depth] = numbers;
  return { step: step < 0 ? -1 : 1, time, rank, stream, depth };
}
