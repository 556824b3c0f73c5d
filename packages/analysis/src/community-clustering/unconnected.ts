import type { CommunityState } from './cluster-communities.ts';

/**
 * The best pair among communities that exchange nothing. Their gain is -a_i a_j, so the best pair is
 * among the smallest: communities are kept sorted by (weight, label), and pairs are tried from there.
 * Silent ones, of weight 0, gain 0 with anyone; only the community of the lowest label merges with them.
 */
export interface Unconnected {
  /** Communities of some weight. */
  readonly sorted: Int32Array;
  count: number;
  /** By label; those before `nextSilent` are merged. */
  readonly silent: Int32Array;
  nextSilent: number;
  /** Slot of the lowest label. */
  lowest: number;
}

interface Pair {
  /** The lower label. */
  readonly first: number;
  readonly second: number;
  /** Half the change of modularity. */
  readonly gain: number;
}

export function createUnconnected({ alive, degrees, labels }: CommunityState): Unconnected {
  const slots = [...alive.keys()].filter((slot) => alive[slot] === 1);
  slots.sort((a, b) => labels[a] - labels[b]);
  const sorted = Int32Array.from(slots.filter((slot) => degrees[slot] > 0));
  sorted.sort((a, b) => degrees[a] - degrees[b] || labels[a] - labels[b]);
  const silent = Int32Array.from(slots.filter((slot) => degrees[slot] === 0));
  return { sorted, count: sorted.length, silent, nextSilent: 0, lowest: slots[0] };
}

export function noteMerge(set: Unconnected, state: CommunityState, kept: number, gone: number): void {
  const { degrees, labels } = state;
  const { sorted, silent } = set;
  if (set.lowest === gone) set.lowest = kept;
  while (isMerged(silent[set.nextSilent])) set.nextSilent++;
  let size = 0;
  for (let i = 0; i < set.count; i++) {
    if (sorted[i] !== kept && sorted[i] !== gone) sorted[size++] = sorted[i];
  }
  set.count = size;
  if (degrees[kept] === 0) return;
  let at = set.count++;
  while (at > 0 && comesBefore(kept, sorted[at - 1])) {
    sorted[at] = sorted[at - 1];
    at--;
  }
  sorted[at] = kept;

  function isMerged(slot: number | undefined): boolean {
    return slot !== undefined && (state.alive[slot] === 0 || degrees[slot] > 0 || slot === set.lowest);
  }

  function comesBefore(a: number, b: number): boolean {
    return degrees[a] < degrees[b] || (degrees[a] === degrees[b] && labels[a] < labels[b]);
  }
}

export function bestUnconnected(set: Unconnected, state: CommunityState): Pair | null {
  const { sorted, count } = set;
  if (state.degrees[set.lowest] === 0 || set.nextSilent < set.silent.length) return bestSilent(set, state);
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

/** Every gain with a silent community is 0, so the lowest labels decide. */
function bestSilent(
  { sorted, count, silent, nextSilent, lowest }: Unconnected,
  state: CommunityState,
): Pair | null {
  const { labels, degrees } = state;
  const after = silent[nextSilent] === lowest ? nextSilent + 1 : nextSilent;
  let partner = after < silent.length ? silent[after] : -1;
  if (degrees[lowest] === 0) {
    for (let i = 0; i < count; i++) {
      if (partner < 0 || labels[sorted[i]] < labels[partner]) partner = sorted[i];
    }
  }
  return partner < 0 ? null : { first: lowest, second: partner, gain: 0 };
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
