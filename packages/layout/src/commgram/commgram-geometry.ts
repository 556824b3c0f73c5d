import { type BarColumn, type PlacedBars, placeBars } from './bar-column.ts';
import { levelHeights } from './level-heights.ts';
import { type Flows, ribbonEnds } from './ribbon-ends.ts';

/** A phase as the picture needs it: two columns and what flows between them. */
export interface PhaseShape {
  readonly left: BarColumn;
  readonly right: BarColumn;
  readonly flows: Flows;
}

/** Members that pass from a bar of one phase's right column to one of the next phase's left column. */
export interface Moves {
  readonly src: Int32Array;
  readonly dst: Int32Array;
  readonly members: Float64Array;
}

export interface PlotArea {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface GeometryOptions {
  readonly area: PlotArea;
  /** Share of the height by which the columns follow the curve, 0 .. 1. */
  readonly lift: number;
  readonly waviness: number;
  /** Factor on the width of ribbons; see `bytesOfColumn`. */
  readonly widthScale: number;
  /** Share of a phase's cell that lies between it and the next. */
  readonly gapShare?: number;
}

/** All in pixels. Ribbons of phase p are at offsets[p] .. offsets[p + 1]; bars the same, left column first. */
export interface CommgramGeometry {
  readonly area: PlotArea;
  readonly phases: number;
  readonly cells: { readonly left: Float64Array; readonly right: Float64Array };
  readonly tops: Float64Array;
  readonly columnHeight: number;
  /** Height of the curve at each phase. */
  readonly curve: Float64Array;
  readonly bars: Bars;
  readonly ribbons: RibbonColumns;
  readonly bands: Bands;
  readonly pixelsPerByte: number;
}

interface Bars {
  readonly offsets: Int32Array;
  readonly x: Float64Array;
  readonly top: Float64Array;
  readonly height: Float64Array;
  readonly id: Int32Array;
  readonly members: Int32Array;
}

interface RibbonColumns {
  readonly offsets: Int32Array;
  readonly x0: Float64Array;
  readonly y0: Float64Array;
  readonly x1: Float64Array;
  readonly y1: Float64Array;
  readonly width: Float64Array;
  readonly bytes: Float64Array;
  readonly messages: Float64Array;
  /** Places in the columns of its phase. */
  readonly src: Int32Array;
  readonly dst: Int32Array;
}

interface Bands {
  readonly x0: Float64Array;
  readonly y0: Float64Array;
  readonly x1: Float64Array;
  readonly y1: Float64Array;
  readonly width: Float64Array;
}

export const BAR_WIDTH = 3;

export function commgramGeometry(
  shapes: readonly PhaseShape[],
  heights: ArrayLike<number>,
  moves: readonly Moves[],
  options: GeometryOptions,
): CommgramGeometry {
  const { area, lift, gapShare = 0.3 } = options;
  const full = area.bottom - area.top;
  const columnHeight = full * (1 - lift);
  const levels = levelHeights(heights, options.waviness);
  const tops = levels.map((level) => area.top + lift * full * (1 - level));
  const cells = placeCells(shapes.length, area, gapShare);
  const pixelsPerByte = (options.widthScale * columnHeight) / (bytesOfColumn(shapes) || 1);
  const placed = shapes.map(({ left, right }, p) => ({
    left: placeBars(left, tops[p], columnHeight),
    right: placeBars(right, tops[p], columnHeight),
  }));
  return {
    area,
    phases: shapes.length,
    cells,
    tops,
    columnHeight,
    curve: tops.map((top) => top + columnHeight / 2),
    bars: joinBars(shapes, placed, cells),
    ribbons: joinRibbons(shapes, placed, cells, pixelsPerByte),
    bands: joinBands(moves, placed, shapes, cells),
    pixelsPerByte,
  };
}

interface Placed {
  readonly left: PlacedBars;
  readonly right: PlacedBars;
}

function placeCells(count: number, area: PlotArea, gapShare: number): CommgramGeometry['cells'] {
  const pitch = (area.right - area.left) / (count > 0 ? count - gapShare : 1);
  const left = Float64Array.from({ length: count }, (_, p) => area.left + p * pitch);
  return { left, right: left.map((x) => x + pitch * (1 - gapShare)) };
}

/**
 * As many bytes as fill a whole column: those of the busiest phase, or more where a single ribbon would else be
 * higher than an average bar.
 */
export function bytesOfColumn(shapes: readonly PhaseShape[]): number {
  return shapes.reduce((most, { flows, left, right }) => {
    const bars = Math.max(left.ids.length, right.ids.length);
    const total = flows.bytes.reduce((sum, bytes) => sum + bytes, 0);
    const largest = flows.bytes.reduce((high, bytes) => Math.max(high, bytes), 0);
    return Math.max(most, total, largest * bars);
  }, 0);
}

function joinBars(
  shapes: readonly PhaseShape[],
  placed: readonly Placed[],
  { left, right }: CommgramGeometry['cells'],
): Bars {
  const offsets = new Int32Array(shapes.length + 1);
  shapes.forEach((shape, p) => {
    offsets[p + 1] = offsets[p] + shape.left.ids.length + shape.right.ids.length;
  });
  const size = offsets[shapes.length];
  const bars = {
    offsets,
    x: new Float64Array(size),
    top: new Float64Array(size),
    height: new Float64Array(size),
    id: new Int32Array(size),
    members: new Int32Array(size),
  };
  shapes.forEach((shape, p) => {
    let at = offsets[p];
    for (const side of ['left', 'right'] as const) {
      bars.x.fill(side === 'left' ? left[p] : right[p] - BAR_WIDTH, at, at + shape[side].ids.length);
      bars.top.set(placed[p][side].tops, at);
      bars.height.set(placed[p][side].heights, at);
      bars.id.set(shape[side].ids, at);
      bars.members.set(shape[side].sizes, at);
      at += shape[side].ids.length;
    }
  });
  return bars;
}

function joinRibbons(
  shapes: readonly PhaseShape[],
  placed: readonly Placed[],
  { left, right }: CommgramGeometry['cells'],
  pixelsPerByte: number,
): RibbonColumns {
  const offsets = new Int32Array(shapes.length + 1);
  shapes.forEach(({ flows }, p) => {
    offsets[p + 1] = offsets[p] + flows.src.length;
  });
  const size = offsets[shapes.length];
  const column = () => new Float64Array(size);
  const ribbons = {
    offsets,
    x0: column(),
    y0: column(),
    x1: column(),
    y1: column(),
    width: column(),
    bytes: column(),
    messages: column(),
    src: new Int32Array(size),
    dst: new Int32Array(size),
  };
  shapes.forEach(({ flows }, p) => {
    const at = offsets[p];
    const widths = flows.bytes.map((bytes) => bytes * pixelsPerByte);
    ribbons.x0.fill(left[p] + BAR_WIDTH, at, offsets[p + 1]);
    ribbons.x1.fill(right[p] - BAR_WIDTH, at, offsets[p + 1]);
    ribbons.y0.set(ribbonEnds(flows.src, flows.dst, widths, placed[p].left), at);
    ribbons.y1.set(ribbonEnds(flows.dst, flows.src, widths, placed[p].right), at);
    ribbons.width.set(widths, at);
    ribbons.bytes.set(flows.bytes, at);
    ribbons.messages.set(flows.messages, at);
    ribbons.src.set(flows.src, at);
    ribbons.dst.set(flows.dst, at);
  });
  return ribbons;
}

function joinBands(
  moves: readonly Moves[],
  placed: readonly Placed[],
  shapes: readonly PhaseShape[],
  cells: CommgramGeometry['cells'],
): Bands {
  const size = moves.reduce((sum, { src }) => sum + src.length, 0);
  const column = () => new Float64Array(size);
  const bands = { x0: column(), y0: column(), x1: column(), y1: column(), width: column() };
  let at = 0;
  moves.forEach(({ src, dst, members }, p) => {
    const from = placed[p].right;
    const to = placed[p + 1].left;
    const unit = (side: PlacedBars, { sizes }: BarColumn, bar: number) => side.heights[bar] / sizes[bar];
    const out = members.map((count, i) => count * unit(from, shapes[p].right, src[i]));
    const into = members.map((count, i) => count * unit(to, shapes[p + 1].left, dst[i]));
    bands.x0.fill(cells.right[p], at, at + src.length);
    bands.x1.fill(cells.left[p + 1], at, at + src.length);
    bands.y0.set(ribbonEnds(src, dst, out, from), at);
    bands.y1.set(ribbonEnds(dst, src, into, to), at);
    bands.width.set(
      out.map((width, i) => Math.min(width, into[i])),
      at,
    );
    at += src.length;
  });
  return bands;
}
