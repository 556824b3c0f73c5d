const BUCKETS = 2048;
const counts = new Uint32Array(BUCKETS);

/**
 * The values that sorting would put at the given places, without sorting: values are counted into buckets
 * between their extremes, and only the buckets that hold a wanted place are sorted.
 */
export function rankedValues(
  values: Float64Array,
  low: number,
  high: number,
  places: readonly number[],
): number[] {
  if (!(high > low)) return places.map(() => low);
  const factor = (BUCKETS - 1) / (high - low);
  counts.fill(0);
  for (let i = 0; i < values.length; i++) counts[((values[i] - low) * factor) | 0]++;
  const wanted = new Map<number, Bucket>();
  const bucketOf = places.map((place) => {
    let bucket = 0;
    let before = 0;
    while (bucket < BUCKETS - 1 && before + counts[bucket] <= place) before += counts[bucket++];
    if (!wanted.has(bucket))
      wanted.set(bucket, { before, members: new Float64Array(counts[bucket]), next: 0 });
    return wanted.get(bucket)!;
  });
  gather(values, low, factor, wanted);
  return places.map((place, i) => bucketOf[i].members[place - bucketOf[i].before]);
}

interface Bucket {
  /** How many values lie in the buckets before. */
  readonly before: number;
  readonly members: Float64Array;
  next: number;
}

function gather(
  values: Float64Array,
  low: number,
  factor: number,
  wanted: ReadonlyMap<number, Bucket>,
): void {
  const slot = new Uint8Array(BUCKETS);
  const lists = [...wanted.values()];
  [...wanted.keys()].forEach((bucket, i) => {
    slot[bucket] = i + 1;
  });
  for (let i = 0; i < values.length; i++) {
    const at = slot[((values[i] - low) * factor) | 0];
    if (at > 0) lists[at - 1].members[lists[at - 1].next++] = values[i];
  }
  for (const { members } of lists) members.sort();
}
