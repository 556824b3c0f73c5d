import type { Partners } from './rank-partners.ts';

/**
 * Parts ranks in two, `size` in the first, so that few bytes go between the parts: once in their order, once grown from
 * the first rank; each is bettered by swaps, and the one with less between its parts is taken.
 */
export function cutRanks(
  ranks: readonly number[],
  size: number,
  partners: readonly Partners[],
): [number[], number[]] {
  const cuts = [new Set(ranks.slice(0, size)), growPart(ranks, size, partners)].map((first) =>
    swapRanks(ranks, first, partners),
  );
  const best = cuts[1].between < cuts[0].between ? cuts[1] : cuts[0];
  return [ranks.filter((rank) => best.first.has(rank)), ranks.filter((rank) => !best.first.has(rank))];
}

/** Takes the rank that exchanges most with those taken so far, again and again. */
function growPart(ranks: readonly number[], size: number, partners: readonly Partners[]): Set<number> {
  const pull = new Map(ranks.map((rank) => [rank, 0]));
  const taken = new Set<number>();
  while (taken.size < size) {
    let [next, most] = [-1, -1];
    for (const [rank, own] of pull) if (own > most) [next, most] = [rank, own];
    taken.add(next);
    pull.delete(next);
    partners[next].ranks.forEach((other, at) => {
      const before = pull.get(other);
      if (before !== undefined) pull.set(other, before + partners[next].bytes[at]);
    });
  }
  return taken;
}

interface Cut {
  readonly first: ReadonlySet<number>;
  /** Bytes between the parts, each counted from both sides. */
  readonly between: number;
}

/** Swaps the two ranks that gain most by it, as long as any gain; each moves once at most. */
function swapRanks(ranks: readonly number[], start: ReadonlySet<number>, partners: readonly Partners[]): Cut {
  const first = new Set(start);
  const inside = new Set(ranks);
  const gain = new Map(ranks.map((rank) => [rank, gainOf(rank, first, inside, partners)]));
  const move = (rank: number): void => {
    if (!first.delete(rank)) first.add(rank);
    gain.delete(rank);
    for (const other of partners[rank].ranks)
      if (gain.has(other)) gain.set(other, gainOf(other, first, inside, partners));
  };
  for (;;) {
    const a = mostGaining(gain, (rank) => first.has(rank));
    const b = mostGaining(gain, (rank) => !first.has(rank));
    if (a < 0 || b < 0) break;
    if (gain.get(a)! + gain.get(b)! - 2 * bytesBetween(partners[a], b) <= 0) break;
    move(a);
    move(b);
  }
  let between = 0;
  for (const rank of ranks)
    between += bytesTo(partners[rank], (other) => inside.has(other) && first.has(other) !== first.has(rank));
  return { first, between };
}

/** Bytes that would no longer go between the parts, less those that then would. */
function gainOf(
  rank: number,
  first: ReadonlySet<number>,
  inside: ReadonlySet<number>,
  partners: readonly Partners[],
): number {
  const isHere = (other: number) => first.has(other) === first.has(rank);
  const away = bytesTo(partners[rank], (other) => inside.has(other) && !isHere(other));
  return away - bytesTo(partners[rank], (other) => inside.has(other) && isHere(other));
}

function mostGaining(gain: ReadonlyMap<number, number>, isCandidate: (rank: number) => boolean): number {
  let [best, most] = [-1, Number.NEGATIVE_INFINITY];
  for (const [rank, own] of gain) if (own > most && isCandidate(rank)) [best, most] = [rank, own];
  return best;
}

function bytesTo({ ranks, bytes }: Partners, isWanted: (rank: number) => boolean): number {
  let sum = 0;
  for (let at = 0; at < ranks.length; at++) if (isWanted(ranks[at])) sum += bytes[at];
  return sum;
}

function bytesBetween({ ranks, bytes }: Partners, other: number): number {
  const at = ranks.indexOf(other);
  return at < 0 ? 0 : bytes[at];
}
