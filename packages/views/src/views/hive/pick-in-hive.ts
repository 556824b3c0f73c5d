import type { HiveFrame } from '@weft/draw';
import {
  type HiveAxis,
  type HivePlot,
  type HiveRules,
  nearestAxis,
  nearestEdge,
  nearestMark,
  placeAlong,
  valueAt,
} from '@weft/layout';
import type { Point } from '../../kit/attach-listeners.ts';

/** A mark or a curve of a plot. */
export interface HivePick {
  readonly kind: 'mark' | 'edge';
  readonly index: number;
}

/** How near the pointer has to be, in pixels. */
const [MARK_REACH, EDGE_REACH, AXIS_REACH] = [7, 5, 12];

export function pickInHive(plot: HivePlot, { x, y, radius }: HiveFrame, at: Point): HivePick | null {
  const [px, py] = [(at.x - x) / radius, (at.y - y) / radius];
  const mark = nearestMark(plot.marks, px, py, MARK_REACH / radius);
  if (mark >= 0) return { kind: 'mark', index: mark };
  const edge = nearestEdge(plot.edges, px, py, EDGE_REACH / radius);
  return edge >= 0 ? { kind: 'edge', index: edge } : null;
}

/** The axis that a drag from a point brushes; null = it starts on none. */
export function axisUnder(plot: HivePlot, { x, y, radius }: HiveFrame, at: Point): HiveAxis | null {
  const [px, py] = [(at.x - x) / radius, (at.y - y) / radius];
  return nearestAxis(plot.marks, px, py, AXIS_REACH / radius)?.axis ?? null;
}

/**
 * The values between two points of an axis. Marks that lie in between count by their place, so that a rank whose mark
 * was pushed aside is brushed where it is seen.
 */
export function valuesBetween(
  plot: HivePlot,
  values: Float64Array,
  rules: HiveRules,
  axis: HiveAxis,
  frame: HiveFrame,
  from: Point,
  to: Point,
): readonly [number, number] {
  const places = [from, to]
    .map(({ x, y }) =>
      placeAlong(plot.marks, axis, (x - frame.x) / frame.radius, (y - frame.y) / frame.radius),
    )
    .sort((a, b) => a - b);
  const inside: number[] = [];
  plot.nodes.position.forEach((place, rank) => {
    if (plot.nodes.axis[rank] === axis && place >= places[0] && place <= places[1]) inside.push(values[rank]);
  });
  const known = inside.filter((value) => !Number.isNaN(value));
  if (known.length > 0)
    return [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))];
  return [valueAt(places[0], axis, rules), valueAt(places[1], axis, rules)];
}
