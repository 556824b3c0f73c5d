import type { CommunityState } from './cluster-communities.ts';

/**
 * The best pair among communities that exchange nothing. Their gain is -a_i a_j, so the best pair is
 * among the smallest: communities are kept sorted by (weight, label), and pairs are tried from there.
 */
export interface Unconnected {
  readonly sorted: Int32Array;
  count: number;
}

export interface Pair {
  /** The lower label. */
  readonly first: number;
  readonly second: number;
  /** Half the change of modularity. */
  readonly gain: number;
}

export function createUnconnected({ alive, degrees, labels }: CommunityState): Unconnected {
  const sorted = Int32Array.from([...alive.keys()].filter((slot) => alive[slot] === 1));
  sorted.sort((a, b) => degrees[a] - degrees[b] || labels[a] - labels[b]);
  return { sorted, count: sorted.length };
}

export function noteMerge(set: Unconnected, state: CommunityState, kept: number, gone: number): void {
  const { degrees, labels } = state;
  const { sorted } = set;
  let size = 0;
  for (let i = 0; i < set.count; i++) {
    if (sorted[i] !== kept && sorted[i] !== gone) sorted[size++] = sorted[i];
  }
  let at = size;
  while (at > 0 && comesBefore(kept, sorted[at - 1])) {
    sorted[at] = sorted[at - 1];
    at--;
  }
  sorted[at] = kept;
  set.count = size + 1;

  function comesBefore(a: number, b: number): boolean {
    return degrees[a] < degrees[b] || (degrees[a] === degrees[b] && labels[a] < labels[b]);
  }
}

export function bestUnconnected(set: Unconnected, state: CommunityState): Pair | null {
  const { sorted, count } = set;
  if (count < 2) return null;
  if (state.degrees[sorted[0]] === 0) return bestSilent(set, state);
  let best: Pair | null = null;
  let bestDegree = 0;
  for (let p = 0; p + 1 < count; p++) {
    const least = -state.shares[sorted[p]] * state.shares[sorted[p + 1]];
    // Equal gains further on have higher labels unless they are products of other factors.
    if (best && (least < best.gain || (least === best.gain && state.degrees[sorted[p]] === bestDegree)))
      break;
    const pair = bestInRow(set, state, p);
    if (!pair || (best && !isBetterPair(state, pair, best))) continue;
    best = pair;
    bestDegree = state.degrees[sorted[p]];
  }
  return best;
}

function bestInRow({ sorted, count }: Unconnected, state: CommunityState, p: number): Pair | null {
  const { lists, shares, seat } = state;
  const one = sorted[p];
  const from = lists.start[one];
  const to = from + lists.length[one];
  for (let h = from; h < to; h++) seat[lists.to[h]] = h;
  let q = p + 1;
  while (q < count && seat[sorted[q]] >= 0) q++;
  for (let h = from; h < to; h++) seat[lists.to[h]] = -1;
  return q < count ? orderedPair(state, one, sorted[q], -shares[one] * shares[sorted[q]]) : null;
}

/** With a community that exchanges nothing every gain is 0, so the lowest labels decide. */
function bestSilent({ sorted, count }: Unconnected, state: CommunityState): Pair {
  const { labels, degrees } = state;
  let lowest = sorted[0];
  for (let i = 1; i < count; i++) if (labels[sorted[i]] < labels[lowest]) lowest = sorted[i];
  let partner = -1;
  for (let i = 0; i < count; i++) {
    const other = sorted[i];
    if (other === lowest || (degrees[lowest] > 0 && degrees[other] > 0)) continue;
    if (partner < 0 || labels[other] < labels[partner]) partner = other;
  }
  return { first: lowest, second: partner, gain: 0 };
}

function orderedPair({ labels }: CommunityState, a: number, b: number, gain: number): Pair {
  return labels[a] < labels[b] ? { first: a, second: b, gain } : { first: b, second: a, gain };
}

function isBetterPair({ labels }: CommunityState, a: Pair, b: Pair): boolean {
  if (a.gain !== b.gain) return a.gain > b.gain;
  return (
    labels[a.first] - labels[b.first] < 0 || (a.first === b.first && labels[a.second] < labels[b.second])
  );
}
