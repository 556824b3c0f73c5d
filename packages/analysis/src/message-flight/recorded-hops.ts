import type { TableColumns } from '@weft/model';

/** When messages crossed the links of their routes, as a simulation recorded it. */
export interface RecordedHops {
  /** Rows of `hops`, those of a message one after the other. */
  readonly link: Int32Array;
  readonly arrived: Float64Array;
  readonly ready: Float64Array;
  readonly entered: Float64Array;
  readonly left: Float64Array;
  readonly waited: Float64Array;
  /** Per row of `messages`: its first row of `hops`, -1 = not recorded, and how many there are. */
  readonly first: Int32Array;
  readonly count: Int32Array;
  /** Nanoseconds from entering a link to reaching its end; 0 = not known. */
  readonly latency: number;
}

/** Finds the hops of each message; what is not recorded whole, from its first hop on, counts as not recorded. */
export function indexHops(
  { message, hop, link, arrived, ready, entered, left, waited }: TableColumns<'hops'>,
  messageIds: Float64Array,
  latency: number,
): RecordedHops {
  const rowOf = new Map<number, number>();
  messageIds.forEach((id, row) => {
    rowOf.set(id, row);
  });
  const first = new Int32Array(messageIds.length).fill(-1);
  const count = new Int32Array(messageIds.length);
  for (let at = 0; at < message.length; ) {
    let end = at + 1;
    while (end < message.length && message[end] === message[at] && hop[end] === hop[end - 1] + 1) end++;
    const row = rowOf.get(message[at]);
    if (row !== undefined && hop[at] === 0) {
      first[row] = at;
      count[row] = end - at;
    }
    at = end;
  }
  return { link, arrived, ready, entered, left, waited, first, count, latency };
}

/** The vertices a recorded message visits, or null where it is not recorded. */
export function recordedPath(
  { link, first, count }: RecordedHops,
  row: number,
  links: { readonly src: Int32Array; readonly dst: Int32Array },
): Int32Array | null {
  if (first[row] < 0) return null;
  const vertices = new Int32Array(count[row] + 1);
  vertices[0] = links.src[link[first[row]]];
  for (let hop = 0; hop < count[row]; hop++) vertices[hop + 1] = links.dst[link[first[row] + hop]];
  return vertices;
}

/** When the last byte of a recorded message arrives; null where it is not recorded, or the latency of links is not known. */
export function recordedArrival(hops: RecordedHops | undefined, row: number): number | null {
  if (!hops || hops.first[row] < 0 || hops.latency === 0) return null;
  return hops.left[hops.first[row] + hops.count[row] - 1] + hops.latency;
}
