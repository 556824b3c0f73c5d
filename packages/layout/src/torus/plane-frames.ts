import { axisPlace, type PlaneAxis } from './plane-axis.ts';
import type { LineRect } from './torus-lines.ts';

export interface PlaneFrame {
  readonly rect: LineRect;
  /** Value of each dimension that is the same in all of it, -1 = several. */
  readonly values: readonly number[];
}

/** Groups of planes along the inner dimension, and what holds all groups of one value of the outermost row. */
export interface PlaneFrames {
  readonly groups: readonly PlaneFrame[];
  readonly outermost: readonly PlaneFrame[];
}

/** `inside`: how many levels across lie within a group. */
export function planeFrames(
  dimensions: number,
  across: PlaneAxis,
  down: PlaneAxis,
  inside: number,
): PlaneFrames {
  const columns = placesOf(dimensions, across, Math.min(inside, across.levels.length));
  const rows = placesOf(dimensions, down, 1);
  const groups = rows.flatMap((row) => columns.map((column) => frameOf(column, row)));
  const whole = {
    values: new Array<number>(dimensions).fill(-1),
    start: across.start,
    length: across.length,
  };
  const last = down.levels.length - 1;
  const outermost = last < 1 ? [] : placesOf(dimensions, down, last).map((row) => frameOf(whole, row));
  return { groups, outermost };
}

interface Place {
  readonly values: readonly number[];
  readonly start: number;
  readonly length: number;
}

function frameOf(column: Place, row: Place): PlaneFrame {
  return {
    rect: [column.start, row.start, column.length, row.length],
    values: column.values.map((value, dimension) => Math.max(value, row.values[dimension])),
  };
}

/** One place for each combination of the levels from `level` on, with the length of what lies inside. */
function placesOf(dimensions: number, axis: PlaneAxis, level: number): Place[] {
  const { size, step } = axis.levels[level - 1];
  let found: number[][] = [new Array<number>(dimensions).fill(-1)];
  for (const { dimension, size: count } of axis.levels.slice(level)) {
    found = found.flatMap((values) =>
      Array.from({ length: count }, (_, value) => values.map((own, d) => (d === dimension ? value : own))),
    );
  }
  return found.map((values) => ({ values, start: axisPlace(axis, values, level), length: size * step }));
}
