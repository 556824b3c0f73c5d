import { NONE } from '@weft/model';
import type { TorusShape } from '@weft/network';

/** Lines of one dimension, each drawn for the links that its bins put together. */
export interface LineKind {
  readonly dimension: number;
  /** Per dimension: so many neighbouring values share a line; its size = all of them. */
  readonly shared: readonly number[];
  /** Rectangle of the line with these bins: of + and - apart, or (sign null) of both together. */
  place(bins: readonly number[], sign: 0 | 1 | null): LineRect;
}

export type LineRect = readonly [x: number, y: number, width: number, height: number];

/** Lines that stand for one link or for the mean of several. */
export interface TorusLines {
  readonly count: number;
  /** Line of each link of the shape, by its place in `linkAt`; -1 = not drawn here. */
  readonly lineOf: Int32Array;
  /** x, y, width, height; NaN = there is nothing to draw. */
  readonly rects: Float32Array;
  /** 2 * dimension, + 1 for the negative direction; of lines for both, that of the positive one. */
  readonly direction: Uint8Array;
  /** Links behind each line. */
  readonly links: Int32Array;
  /** Links there would be without holes and missing cables. */
  readonly expected: Int32Array;
  /** 1 = the line closes a ring and is drawn as a stub at the far edge. */
  readonly wraps: Uint8Array;
}

interface Numbering {
  readonly base: number;
  readonly bins: readonly number[];
  readonly strides: readonly number[];
}

/** Numbers the lines kind by kind, + before - where they are apart, and finds the line of every link. */
export function shareLines(shape: TorusShape, kinds: readonly LineKind[], apart: boolean): TorusLines {
  const drawn = kinds.filter(({ dimension }) => shape.sizes[dimension] > 1);
  const tracks = apart ? 2 : 1;
  let count = 0;
  const numberings = drawn.map(({ shared }): Numbering => {
    const bins = shape.sizes.map((size, dimension) => Math.ceil(size / shared[dimension]));
    const strides = bins.map((_, dimension) =>
      bins.slice(0, dimension).reduce((all, bin) => all * bin, tracks),
    );
    const base = count;
    count += bins.reduce((all, bin) => all * bin, tracks);
    return { base, bins, strides };
  });
  const lines: TorusLines = {
    count,
    lineOf: new Int32Array(shape.linkAt.length).fill(NONE),
    rects: new Float32Array(count * 4),
    direction: new Uint8Array(count),
    links: new Int32Array(count),
    expected: new Int32Array(count),
    wraps: new Uint8Array(count),
  };
  drawn.forEach((kind, i) => {
    joinLinks(shape, kind, numberings[i], tracks, lines);
    placeLines(shape, kind, numberings[i], tracks, lines);
  });
  return lines;
}

/** The line between a node and the next one holds the + link of the node and the - link of the next. */
function joinLinks(
  shape: TorusShape,
  { dimension, shared }: LineKind,
  { base, strides }: Numbering,
  tracks: number,
  { lineOf, links, expected }: TorusLines,
): void {
  const { sizes, nodeCount, directions, linkAt, vertexAt } = shape;
  const values = new Int32Array(sizes.length);
  const stride = shape.strides[dimension];
  const size = sizes[dimension];
  for (let node = 0; node < nodeCount; node++) {
    let line = base;
    for (let d = 0; d < sizes.length; d++) line += Math.floor(values[d] / shared[d]) * strides[d];
    const last = values[dimension] === size - 1;
    const next = last ? node - stride * (size - 1) : node + stride;
    const there = vertexAt[node] >= 0 && vertexAt[next] >= 0 && (!last || shape.rings[dimension]);
    const plus = node * directions + 2 * dimension;
    const minus = next * directions + 2 * dimension + 1;
    const lower = line + tracks - 1;
    lineOf[plus] = line;
    lineOf[minus] = lower;
    links[line] += Number(linkAt[plus] >= 0);
    links[lower] += Number(linkAt[minus] >= 0);
    expected[line] += Number(there);
    expected[lower] += Number(there);
    step(values, sizes);
  }
}

function placeLines(
  { sizes, rings }: TorusShape,
  { dimension, shared, place }: LineKind,
  { base, bins }: Numbering,
  tracks: number,
  { rects, direction, links, expected, wraps }: TorusLines,
): void {
  const values = new Int32Array(bins.length);
  const total = bins.reduce((all, bin) => all * bin, 1);
  const list: number[] = [];
  for (let i = 0; i < total; i++) {
    for (let d = 0; d < bins.length; d++) list[d] = values[d];
    const closes = shared[dimension] === 1 && values[dimension] === sizes[dimension] - 1;
    for (let track = 0; track < tracks; track++) {
      const line = base + i * tracks + track;
      const nothing = links[line] === 0 && (expected[line] === 0 || (closes && !rings[dimension]));
      const sign = tracks === 1 ? null : track === 0 ? 0 : 1;
      rects.set(nothing ? NOTHING : place(list, sign), line * 4);
      direction[line] = 2 * dimension + (sign ?? 0);
      wraps[line] = Number(closes);
    }
    step(values, bins);
  }
}

const NOTHING: LineRect = [Number.NaN, Number.NaN, Number.NaN, Number.NaN];

/** Counts up, the first digit fastest. */
function step(values: Int32Array, sizes: readonly number[]): void {
  for (let d = 0; d < sizes.length; d++) {
    if (++values[d] < sizes[d]) return;
    values[d] = 0;
  }
}
