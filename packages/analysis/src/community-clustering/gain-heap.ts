/** Heap of communities; on top the one with the largest gain, the lowest label among equals. */
export interface GainHeap {
  readonly items: Int32Array;
  /** Where each community is in `items`; -1 = not there. */
  readonly places: Int32Array;
  readonly gains: Float64Array;
  readonly labels: Int32Array;
  size: number;
}

export function createHeap(gains: Float64Array, labels: Int32Array): GainHeap {
  const n = gains.length;
  return { items: new Int32Array(n), places: new Int32Array(n).fill(-1), gains, labels, size: 0 };
}

/** Puts a community in, or back in order after its gain or label has changed. */
export function placeInHeap(heap: GainHeap, community: number): void {
  const at = heap.places[community];
  if (at < 0) {
    siftUp(heap, heap.size++, community);
    return;
  }
  const parent = (at - 1) >> 1;
  if (at > 0 && isBefore(heap, community, heap.items[parent])) siftUp(heap, at, community);
  else siftDown(heap, at, community);
}

export function removeFromHeap(heap: GainHeap, community: number): void {
  const at = heap.places[community];
  if (at < 0) return;
  heap.places[community] = -1;
  const last = heap.items[--heap.size];
  if (last === community) return;
  heap.items[at] = last;
  heap.places[last] = at;
  placeInHeap(heap, last);
}

function isBefore({ gains, labels }: GainHeap, a: number, b: number): boolean {
  return gains[a] > gains[b] || (gains[a] === gains[b] && labels[a] < labels[b]);
}

function siftUp(heap: GainHeap, start: number, community: number): void {
  const { items, places } = heap;
  let at = start;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (!isBefore(heap, community, items[parent])) break;
    items[at] = items[parent];
    places[items[at]] = at;
    at = parent;
  }
  items[at] = community;
  places[community] = at;
}

function siftDown(heap: GainHeap, start: number, community: number): void {
  const { items, places, size } = heap;
  let at = start;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= size) break;
    if (child + 1 < size && isBefore(heap, items[child + 1], items[child])) child++;
    if (!isBefore(heap, items[child], community)) break;
    items[at] = items[child];
    places[items[at]] = at;
    at = child;
  }
  items[at] = community;
  places[community] = at;
}
