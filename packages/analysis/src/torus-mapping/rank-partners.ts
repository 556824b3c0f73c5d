import type { RankPairs } from './rank-pairs.ts';

/** Whom a rank exchanges bytes with, in both directions together, most first. */
export interface Partners {
  readonly ranks: readonly number[];
  readonly bytes: readonly number[];
}

/** At most so many: those with most bytes decide where a rank goes. */
const MOST_PARTNERS = 32;

export function heaviestPartners({ ranks, src, dst, bytes }: RankPairs): Partners[] {
  const sums = Array.from({ length: ranks }, () => new Map<number, number>());
  for (let pair = 0; pair < src.length; pair++) {
    for (const [a, b] of [
      [src[pair], dst[pair]],
      [dst[pair], src[pair]],
    ]) {
      sums[a].set(b, (sums[a].get(b) ?? 0) + bytes[pair]);
    }
  }
  return sums.map((all) => {
    const heaviest = [...all].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, MOST_PARTNERS);
    return { ranks: heaviest.map(([rank]) => rank), bytes: heaviest.map(([, sum]) => sum) };
  });
}
