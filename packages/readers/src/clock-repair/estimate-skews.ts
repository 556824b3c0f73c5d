import { DelaySeries } from './delay-series.ts';

/** How far a rank's clock is ahead at time t: offset + drift x t. */
export interface Skew {
  readonly offset: number;
  readonly drift: number;
}

interface Pair {
  readonly low: number;
  readonly high: number;
  count: number;
  readonly up: DelaySeries;
  readonly down: DelaySeries;
}

/** Fewer stretches with both directions than this give an offset but no drift. */
const LEAST_FOR_DRIFT = 4;

/** Gathers delays between ranks and finds how the clocks differ. */
export class SkewEstimator {
  /** Messages received before they were sent. */
  reversed = 0;
  private readonly pairs = new Map<string, Pair>();

  add(src: number, dst: number, sent: number, received: number): void {
    if (received < sent) this.reversed++;
    if (src === dst) return;
    const low = Math.min(src, dst);
    const high = Math.max(src, dst);
    const key = `${low} ${high}`;
    let pair = this.pairs.get(key);
    if (!pair) {
      pair = { low, high, count: 0, up: new DelaySeries(), down: new DelaySeries() };
      this.pairs.set(key, pair);
    }
    pair.count++;
    (src === low ? pair.up : pair.down).add(Math.max(0, sent), received - sent);
  }

  /** First a line per rank from delays both ways, then as little more as the messages left over ask for. */
  skews(): Map<number, Skew> {
    const skews = this.treeSkews();
    pushApart(skews, [...this.pairs.values()]);
    return skews;
  }

  /** Skews along the tree of the pairs that talk most, both ways before one way. */
  private treeSkews(): Map<number, Skew> {
    const edges = [...this.pairs.values()].sort(
      (a, b) =>
        Number(isTwoWay(b)) - Number(isTwoWay(a)) || b.count - a.count || a.low - b.low || a.high - b.high,
    );
    const trees = new Forest();
    const neighbours = new Map<number, [number, Skew][]>();
    const connect = (from: number, to: number, skew: Skew) => {
      neighbours.set(from, [...(neighbours.get(from) ?? []), [to, skew]]);
    };
    for (const pair of edges) {
      if (!trees.join(pair.low, pair.high)) continue;
      const skew = pairSkew(pair);
      connect(pair.low, pair.high, skew);
      connect(pair.high, pair.low, { offset: -skew.offset, drift: -skew.drift });
    }
    return walkTrees(neighbours);
  }
}

/** Bounds that are not met after so many rounds contradict each other. */
const MOST_ROUNDS = 64;

/**
 * No message may arrive early: offset(to) <= offset(from) + smallest delay left. Such bounds on differences are
 * met by relaxing one after the other (Bellman-Ford); where they contradict each other nothing is moved.
 */
function pushApart(skews: Map<number, Skew>, pairs: readonly Pair[]): void {
  const bounds = pairs.flatMap(({ low, high, up, down }) => [
    { from: low, to: high, least: leastLeft(up, skews.get(low), skews.get(high)) },
    { from: high, to: low, least: leastLeft(down, skews.get(high), skews.get(low)) },
  ]);
  const more = new Map<number, number>();
  let moved = true;
  for (let round = 0; moved && round < MOST_ROUNDS; round++) {
    moved = false;
    for (const { from, to, least } of bounds) {
      const bound = (more.get(from) ?? 0) + least;
      if ((more.get(to) ?? 0) <= bound) continue;
      more.set(to, bound);
      moved = true;
    }
  }
  if (moved) return;
  for (const [rank, offset] of more) {
    const skew = skews.get(rank) ?? { offset: 0, drift: 0 };
    skews.set(rank, { offset: skew.offset + offset, drift: skew.drift });
  }
}

/** The smallest delay of a direction once the skews so far are taken out. */
function leastLeft(series: DelaySeries, from: Skew | undefined, to: Skew | undefined): number {
  const offset = (to?.offset ?? 0) - (from?.offset ?? 0);
  const drift = (to?.drift ?? 0) - (from?.drift ?? 0);
  let least = Number.POSITIVE_INFINITY;
  series.least.forEach((delay, bin) => {
    least = Math.min(least, delay - offset - drift * series.times[bin]);
  });
  return Math.floor(least);
}

function isTwoWay(pair: Pair): boolean {
  return Number.isFinite(pair.up.smallest) && Number.isFinite(pair.down.smallest);
}

/** The clock of the higher rank against that of the lower: with delays up and down alike, half their difference. */
function pairSkew({ up, down }: Pair): Skew {
  while (up.width < down.width) up.widen();
  while (down.width < up.width) down.widen();
  const times: number[] = [];
  const skews: number[] = [];
  up.least.forEach((delay, bin) => {
    const back = down.least[bin];
    if (!Number.isFinite(delay) || !Number.isFinite(back)) return;
    times.push((bin + 0.5) * up.width);
    skews.push((delay - back) / 2);
  });
  if (times.length === 0) return oneWaySkew(up.smallest, down.smallest);
  return times.length < LEAST_FOR_DRIFT ? { offset: mean(skews), drift: 0 } : fitLine(times, skews);
}

/** One direction only: no more than is needed for no message to arrive early. */
function oneWaySkew(up: number, down: number): Skew {
  if (Number.isFinite(up) && Number.isFinite(down)) return { offset: (up - down) / 2, drift: 0 };
  return { offset: Number.isFinite(up) ? Math.min(0, up) : Math.max(0, -down), drift: 0 };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function fitLine(times: readonly number[], values: readonly number[]): Skew {
  const centre = mean(times);
  const level = mean(values);
  let above = 0;
  let below = 0;
  times.forEach((time, at) => {
    above += (time - centre) * (values[at] - level);
    below += (time - centre) ** 2;
  });
  const drift = below > 0 ? above / below : 0;
  return { offset: level - drift * centre, drift };
}

function walkTrees(neighbours: ReadonlyMap<number, [number, Skew][]>): Map<number, Skew> {
  const skews = new Map<number, Skew>();
  for (const root of [...neighbours.keys()].sort((a, b) => a - b)) {
    if (skews.has(root)) continue;
    const queue: [number, Skew][] = [[root, { offset: 0, drift: 0 }]];
    skews.set(...queue[0]);
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const [from, base] = next;
      for (const [to, skew] of neighbours.get(from) ?? []) {
        if (skews.has(to)) continue;
        const sum = { offset: base.offset + skew.offset, drift: base.drift + skew.drift };
        skews.set(to, sum);
        queue.push([to, sum]);
      }
    }
  }
  return skews;
}

class Forest {
  private readonly parents = new Map<number, number>();

  /** False where both are in one tree already. */
  join(a: number, b: number): boolean {
    const [rootA, rootB] = [this.root(a), this.root(b)];
    if (rootA === rootB) return false;
    this.parents.set(rootB, rootA);
    return true;
  }

  private root(node: number): number {
    let at = node;
    for (let up = this.parents.get(at); up !== undefined; up = this.parents.get(at)) at = up;
    if (at !== node) this.parents.set(node, at);
    return at;
  }
}
