import type { HiveNodes } from './hive-positions.ts';

/** Curves of a hive plot of radius 1 around (0, 0), y downwards. */
export interface HiveEdges {
  /** Six numbers an edge: start, control point and end of a quadratic curve. */
  readonly curves: Float64Array;
  /** Opacity by how many edges lie close by. */
  readonly opacity: Float64Array;
}

/** Angles of the axes, clockwise from north. */
export const AXIS_ANGLES = [0, (4 * Math.PI) / 3, (2 * Math.PI) / 3] as const;
/** Each axis is drawn twice, this far apart: edges within it, and self loops, go from one copy to the other. */
export const COPY_ANGLE = Math.PI / 6;
/** Inner end of the axes. */
const INNER = 0.12;

/** Edges within this distance of both ends count as close. */
const CLOSE = 0.05;
const CELLS = 100;
const OPAQUE_EDGES = 3;
const FAINTEST = 0.05;
/** Clockwise edges bow out, the others in, so that both ways of a pair are seen. */
const BOW_OUT = 1.12;
const BOW_IN = 0.7;

export function hivePoint(angle: number, position: number, length = 1): [number, number] {
  const radius = INNER + (1 - INNER) * position * length;
  return [radius * Math.sin(angle), -radius * Math.cos(angle)];
}

/** `count` says how many edges each curve stands for, where it is more than one. */
export function layoutHiveEdges(
  nodes: HiveNodes,
  src: Int32Array,
  dst: Int32Array,
  count: Float64Array | null = null,
): HiveEdges {
  const curves = new Float64Array(6 * src.length);
  for (let e = 0; e < src.length; e++) setCurve(curves, 6 * e, nodes, src[e], dst[e]);
  return { curves, opacity: localOpacity(nodes, src, dst, count) };
}

function setCurve(curves: Float64Array, at: number, nodes: HiveNodes, from: number, to: number): void {
  const { axis, position, lengths } = nodes;
  const [one, two] = copyAngles(axis[from], axis[to]);
  const start = hivePoint(one, position[from], lengths[axis[from]]);
  const end = hivePoint(two, position[to], lengths[axis[to]]);
  const turn = turnBetween(one, two);
  const bow = turn >= 0 ? BOW_OUT : BOW_IN;
  const radius = ((Math.hypot(...start) + Math.hypot(...end)) / 2) * bow;
  const middle = one + turn / 2;
  curves.set([...start, radius * Math.sin(middle), -radius * Math.cos(middle), ...end], at);
}

/** Within an axis from its left copy to its right one; between axes from the copies that face each other. */
function copyAngles(from: number, to: number): readonly [number, number] {
  const half = COPY_ANGLE / 2;
  if (from === to) return [AXIS_ANGLES[from] - half, AXIS_ANGLES[from] + half];
  const clockwise = turnBetween(AXIS_ANGLES[from], AXIS_ANGLES[to]) > 0 ? 1 : -1;
  return [AXIS_ANGLES[from] + clockwise * half, AXIS_ANGLES[to] - clockwise * half];
}

/** The shorter way round, clockwise above zero. */
function turnBetween(from: number, to: number): number {
  const turn = (to - from) % (2 * Math.PI);
  if (turn > Math.PI) return turn - 2 * Math.PI;
  return turn <= -Math.PI ? turn + 2 * Math.PI : turn;
}

/**
 * OPAQUE_EDGES over the edges of the same two axes whose ends both lie close, within FAINTEST and 1. A curve that
 * stands for several edges is as opaque as these over each other.
 */
function localOpacity(
  { axis, position }: HiveNodes,
  src: Int32Array,
  dst: Int32Array,
  count: Float64Array | null,
): Float64Array {
  const grids = new Map<number, Float64Array>();
  const cell = (rank: number): number => Math.min(CELLS - 1, Math.floor(position[rank] * CELLS));
  const pair = (e: number): number => axis[src[e]] * 3 + axis[dst[e]];
  for (let e = 0; e < src.length; e++) {
    const grid = grids.get(pair(e)) ?? new Float64Array((CELLS + 1) ** 2);
    grids.set(pair(e), grid);
    grid[(cell(src[e]) + 1) * (CELLS + 1) + cell(dst[e]) + 1] += count?.[e] ?? 1;
  }
  for (const grid of grids.values()) sumUp(grid);
  return Float64Array.from(src, (_, e) => {
    const near = countNear(grids.get(pair(e)), cell(src[e]), cell(dst[e]));
    const one = Math.min(1, Math.max(FAINTEST, OPAQUE_EDGES / near));
    return count ? 1 - (1 - one) ** count[e] : one;
  });
}

/** Sums of all cells before and above, so that any window takes four looks. */
function sumUp(grid: Float64Array): void {
  const row = CELLS + 1;
  for (let y = 1; y <= CELLS; y++) {
    for (let x = 1; x <= CELLS; x++) {
      grid[y * row + x] += grid[(y - 1) * row + x] + grid[y * row + x - 1] - grid[(y - 1) * row + x - 1];
    }
  }
}

function countNear(grid: Float64Array | undefined, y: number, x: number): number {
  if (!grid) return 1;
  const reach = Math.round(CLOSE * CELLS);
  const row = CELLS + 1;
  const [top, bottom] = [Math.max(0, y - reach), Math.min(CELLS, y + reach + 1)];
  const [left, right] = [Math.max(0, x - reach), Math.min(CELLS, x + reach + 1)];
  return (
    grid[bottom * row + right] - grid[top * row + right] - grid[bottom * row + left] + grid[top * row + left]
  );
}
