import type { HiveAxis } from './hive-cuts.ts';
import { AXIS_ANGLES, COPY_ANGLE, type HiveEdges, hivePoint } from './hive-edges.ts';
import type { HiveNodes } from './hive-positions.ts';

/** Points along a curve that are looked at. */
const STEPS = 16;

/** The mark nearest to a point within `reach`, on either copy of its axis; -1 = none. Of equals the lowest rank. */
export function nearestMark(nodes: HiveNodes, x: number, y: number, reach: number): number {
  let [found, least] = [-1, reach * reach];
  nodes.position.forEach((place, rank) => {
    const axis = nodes.axis[rank];
    for (const side of [-1, 1]) {
      const angle = AXIS_ANGLES[axis] + (side * COPY_ANGLE) / 2;
      const [markX, markY] = hivePoint(angle, place, nodes.lengths[axis]);
      const distance = (markX - x) ** 2 + (markY - y) ** 2;
      if (distance < least) [found, least] = [rank, distance];
    }
  });
  return found;
}

/** The curve nearest to a point within `reach`; -1 = none. */
export function nearestEdge({ curves }: HiveEdges, x: number, y: number, reach: number): number {
  let [found, least] = [-1, reach * reach];
  for (let e = 0; 6 * e < curves.length; e++) {
    const distance = squareToCurve(curves, 6 * e, x, y, least);
    if (distance < least) [found, least] = [e, distance];
  }
  return found;
}

/** Square of the distance to a curve, or `far` where it is certainly further. */
function squareToCurve(curves: Float64Array, at: number, x: number, y: number, far: number): number {
  const [x1, y1, cx, cy] = [curves[at], curves[at + 1], curves[at + 2], curves[at + 3]];
  const [x2, y2] = [curves[at + 4], curves[at + 5]];
  const reach = Math.sqrt(far);
  if (x < Math.min(x1, cx, x2) - reach || x > Math.max(x1, cx, x2) + reach) return far;
  if (y < Math.min(y1, cy, y2) - reach || y > Math.max(y1, cy, y2) + reach) return far;
  let least = far;
  let [fromX, fromY] = [x1, y1];
  for (let step = 1; step <= STEPS; step++) {
    const t = step / STEPS;
    const [a, b, c] = [(1 - t) ** 2, 2 * t * (1 - t), t * t];
    const [toX, toY] = [a * x1 + b * cx + c * x2, a * y1 + b * cy + c * y2];
    least = Math.min(least, squareToLine(x, y, fromX, fromY, toX, toY));
    [fromX, fromY] = [toX, toY];
  }
  return least;
}

function squareToLine(x: number, y: number, x1: number, y1: number, x2: number, y2: number): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const square = dx * dx + dy * dy;
  const along = square > 0 ? Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square)) : 0;
  return (x - x1 - along * dx) ** 2 + (y - y1 - along * dy) ** 2;
}

/** Where a point lies along an axis: the copy nearest to it within `reach`; null = on none. */
export function nearestAxis(
  { lengths }: Pick<HiveNodes, 'lengths'>,
  x: number,
  y: number,
  reach: number,
): { readonly axis: HiveAxis; readonly place: number } | null {
  let found: { axis: HiveAxis; place: number } | null = null;
  let least = reach * reach;
  for (const axis of [0, 1, 2] as const) {
    for (const side of [-1, 1]) {
      const angle = AXIS_ANGLES[axis] + (side * COPY_ANGLE) / 2;
      const [from, to] = [hivePoint(angle, 0), hivePoint(angle, 1, lengths[axis])];
      const distance = squareToLine(x, y, ...from, ...to);
      if (distance < least) {
        least = distance;
        found = { axis, place: alongLine(x, y, from, to) };
      }
    }
  }
  return found;
}

/** Where a point lies along one axis, whichever copy is nearer. */
export function placeAlong(
  { lengths }: Pick<HiveNodes, 'lengths'>,
  axis: HiveAxis,
  x: number,
  y: number,
): number {
  const copies = [-1, 1].map((side) => {
    const angle = AXIS_ANGLES[axis] + (side * COPY_ANGLE) / 2;
    const [from, to] = [hivePoint(angle, 0), hivePoint(angle, 1, lengths[axis])];
    return { distance: squareToLine(x, y, ...from, ...to), place: alongLine(x, y, from, to) };
  });
  return copies[0].distance <= copies[1].distance ? copies[0].place : copies[1].place;
}

function alongLine(
  x: number,
  y: number,
  [x1, y1]: readonly [number, number],
  [x2, y2]: readonly [number, number],
): number {
  const [dx, dy] = [x2 - x1, y2 - y1];
  const square = dx * dx + dy * dy;
  return square > 0 ? Math.min(1, Math.max(0, ((x - x1) * dx + (y - y1) * dy) / square)) : 0;
}
