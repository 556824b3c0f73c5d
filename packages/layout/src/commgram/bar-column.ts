/** One column of bars from the top: what each stands for, and how many members it has. */
export interface BarColumn {
  readonly ids: Int32Array;
  readonly sizes: Int32Array;
}

export interface PlacedBars {
  readonly tops: Float64Array;
  readonly heights: Float64Array;
}

/** Communities (labels, -1 = left out) in the order of their first members. */
export function communityColumn(labels: Int32Array, positions: Int32Array): BarColumn {
  const count = labels.reduce((most, label) => Math.max(most, label + 1), 0);
  const sizes = new Int32Array(count);
  const first = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  labels.forEach((label, rank) => {
    if (label < 0) return;
    sizes[label]++;
    first[label] = Math.min(first[label], positions[rank]);
  });
  const ids = Int32Array.from({ length: count }, (_, label) => label)
    .filter((label) => sizes[label] > 0)
    .sort((a, b) => first[a] - first[b]);
  return { ids, sizes: ids.map((label) => sizes[label]) };
}

/** Place in the column of each id; -1 where it is not there. */
export function placesOf({ ids }: BarColumn): Int32Array {
  const places = new Int32Array(ids.reduce((most, id) => Math.max(most, id + 1), 0)).fill(-1);
  ids.forEach((id, place) => {
    places[id] = place;
  });
  return places;
}

const GAP = 6;
const GAP_SHARE = 0.25;

/** Heights by members, with gaps between that take at most a quarter of the column. */
export function placeBars({ sizes }: BarColumn, top: number, height: number): PlacedBars {
  const count = sizes.length;
  const members = sizes.reduce((sum, size) => sum + size, 0);
  const gap = count > 1 ? Math.min(GAP, (GAP_SHARE * height) / (count - 1)) : 0;
  const unit = members > 0 ? (height - gap * (count - 1)) / members : 0;
  const tops = new Float64Array(count);
  const heights = Float64Array.from(sizes, (size) => size * unit);
  for (let i = 0, y = top; i < count; i++) {
    tops[i] = y;
    y += heights[i] + gap;
  }
  return { tops, heights };
}
