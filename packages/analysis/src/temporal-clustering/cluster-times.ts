/**
 * Agglomerative clustering of sorted times: again and again the two neighbouring clusters whose
 * representative times are closest become one, the leftmost pair first where several are.
 *
 * `distances[g]` is the distance at which the gap between leaf g and leaf g + 1 closes. As merging
 * never brings neighbours closer, the global order of the merges is the order of (distance, gap), so
 * this one column is the whole tree: see cut-times.ts.
 */
export interface TimeTree {
  readonly leaves: number;
  readonly distances: Float64Array;
}

/** Time of a merged cluster: mean of the two representatives, or of all members. */
export type TimeRule = 'unweighted' | 'weighted';

interface ClusterTimesOptions {
  readonly rule?: TimeRule;
  /** Members of each leaf, for the weighted rule; one each when left out. */
  readonly sizes?: Float64Array;
  /** Takes the distances, at least times.length - 1 long; a new array when left out. */
  readonly distances?: Float64Array;
}

export function clusterTimes(times: Float64Array, options: ClusterTimesOptions = {}): TimeTree {
  const gaps = Math.max(0, times.length - 1);
  const distances = options.distances?.subarray(0, gaps) ?? new Float64Array(gaps);
  if (gaps > 0) closeGaps(times, distances, options.rule === 'weighted', options.sizes);
  return { leaves: times.length, distances };
}

const CHUNK = 1 << 14;

/**
 * A gap that is smaller than both neighbours stays so until it is merged, because its neighbours only
 * grow; it may therefore be merged at once. Left of the cursor is a stack of clusters with strictly
 * shrinking gaps; right of it those merged clusters that wait to be looked at again, then the leaves.
 * Each cluster is moved at most twice.
 */
function closeGaps(
  times: Float64Array,
  distances: Float64Array,
  weighted: boolean,
  sizes: Float64Array | undefined,
): void {
  let left = createStack(2 * CHUNK);
  let wait = createStack(2 * CHUNK);
  let height = 0;
  for (let from = 0; from < times.length; from += CHUNK) {
    if (height + CHUNK >= left.time.length) {
      left = grownStack(left);
      wait = grownStack(wait);
    }
    const to = Math.min(times.length, from + CHUNK);
    height = weighted
      ? takeWeighted(times, sizes, from, to, left, wait, height, distances)
      : takeUnweighted(times, from, to, left, wait, height, distances);
  }
}

/** Takes leaves [from, to) in and returns the height of the left stack; the last call merges all. */
function takeUnweighted(
  times: Float64Array,
  from: number,
  to: number,
  left: ClusterStack,
  wait: ClusterStack,
  start: number,
  distances: Float64Array,
): number {
  const { time: leftTime, last: leftLast } = left;
  const { time: waitTime, last: waitLast } = wait;
  const end = to === times.length ? Number.POSITIVE_INFINITY : Number.NaN;
  let height = start;
  let waiting = 0;
  let next = from;
  let topGap = gapBelow(leftTime, height);
  for (;;) {
    const time = waiting > 0 ? waitTime[waiting - 1] : next < to ? times[next] : end;
    const gap = height > 0 ? time - leftTime[height - 1] : Number.POSITIVE_INFINITY;
    if (height > 1 && topGap <= gap) {
      distances[leftLast[height - 2]] = topGap;
      waitTime[waiting] = (leftTime[height - 2] + leftTime[height - 1]) / 2;
      waitLast[waiting++] = leftLast[height - 1];
      height -= 2;
      topGap = gapBelow(leftTime, height);
    } else if (waiting > 0) {
      leftTime[height] = time;
      leftLast[height++] = waitLast[--waiting];
      topGap = gap;
    } else if (next < to) {
      leftTime[height] = time;
      leftLast[height++] = next++;
      topGap = gap;
    } else return height;
  }
}

function takeWeighted(
  times: Float64Array,
  sizes: Float64Array | undefined,
  from: number,
  to: number,
  left: ClusterStack,
  wait: ClusterStack,
  start: number,
  distances: Float64Array,
): number {
  const end = to === times.length ? Number.POSITIVE_INFINITY : Number.NaN;
  let height = start;
  let waiting = 0;
  let next = from;
  for (;;) {
    const time = waiting > 0 ? wait.time[waiting - 1] : next < to ? times[next] : end;
    const topGap = gapBelow(left.time, height);
    if (height > 1 && topGap <= time - left.time[height - 1]) {
      const a = height - 2;
      const b = height - 1;
      distances[left.last[a]] = topGap;
      wait.time[waiting] = weightedMean(left.time[a], left.size[a], left.time[b], left.size[b]);
      wait.size[waiting] = left.size[a] + left.size[b];
      wait.last[waiting++] = left.last[b];
      height = a;
    } else if (waiting > 0) {
      left.time[height] = time;
      left.size[height] = wait.size[--waiting];
      left.last[height++] = wait.last[waiting];
    } else if (next < to) {
      left.time[height] = time;
      left.size[height] = sizes ? sizes[next] : 1;
      left.last[height++] = next++;
    } else return height;
  }
}

function gapBelow(time: Float64Array, height: number): number {
  return height > 1 ? time[height - 1] - time[height - 2] : Number.POSITIVE_INFINITY;
}

interface ClusterStack {
  readonly time: Float64Array;
  readonly size: Float64Array;
  /** Rightmost leaf. */
  readonly last: Int32Array;
}

function createStack(capacity: number): ClusterStack {
  return {
    time: new Float64Array(capacity),
    size: new Float64Array(capacity),
    last: new Int32Array(capacity),
  };
}

function grownStack(stack: ClusterStack): ClusterStack {
  const larger = createStack(stack.time.length * 2);
  larger.time.set(stack.time);
  larger.size.set(stack.size);
  larger.last.set(stack.last);
  return larger;
}

/** Never outside [a, b], whatever the rounding: that keeps merge distances from shrinking. */
export function weightedMean(a: number, sizeA: number, b: number, sizeB: number): number {
  return Math.min(b, a + (b - a) * (sizeB / (sizeA + sizeB)));
}
