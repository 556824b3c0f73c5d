import type { BarColumn } from './bar-column.ts';
import type { Flows } from './ribbon-ends.ts';

/** The plain node-link picture of a phase: communities around a circle in their order. */
export interface PhaseCircle {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly radius: Float64Array;
  readonly centre: readonly [number, number];
  readonly size: number;
}

const NODE_SHARE = 0.35;

/** Area of a node by members; nodes never touch. */
export function phaseCircle(column: BarColumn, width: number, height: number): PhaseCircle {
  const count = column.ids.length;
  const centre = [width / 2, height / 2] as const;
  const most = column.sizes.reduce((high, members) => Math.max(high, members), 1);
  const outer = Math.max(10, Math.min(width / 2 - 84, height / 2 - 60));
  const spacing = count > 1 ? 2 * outer * Math.sin(Math.PI / count) : outer;
  const largest = Math.min(22, Math.max(1.5, spacing * NODE_SHARE));
  const angle = (i: number) => (2 * Math.PI * i) / Math.max(1, count) - Math.PI / 2;
  const place = count > 1 ? outer : 0;
  return {
    x: Float64Array.from({ length: count }, (_, i) => centre[0] + place * Math.cos(angle(i))),
    y: Float64Array.from({ length: count }, (_, i) => centre[1] + place * Math.sin(angle(i))),
    radius: Float64Array.from(column.sizes, (members) => Math.max(1.5, largest * Math.sqrt(members / most))),
    centre,
    size: outer,
  };
}

/** An arc from node to node, bent towards the centre; the way back is bent apart from it. */
interface CircleArc {
  readonly from: readonly [number, number];
  readonly control: readonly [number, number];
  readonly to: readonly [number, number];
}

export function circleArc(circle: PhaseCircle, src: number, dst: number): CircleArc {
  const { x, y, radius, centre } = circle;
  if (src === dst) return loopArc(circle, src);
  const middle = [(x[src] + x[dst]) / 2, (y[src] + y[dst]) / 2];
  const [dx, dy] = [x[dst] - x[src], y[dst] - y[src]];
  const length = Math.hypot(dx, dy) || 1;
  const aside = 0.06 * length;
  const control = [
    middle[0] + 0.45 * (centre[0] - middle[0]) + (-dy / length) * aside,
    middle[1] + 0.45 * (centre[1] - middle[1]) + (dx / length) * aside,
  ] as const;
  return {
    from: towards([x[src], y[src]], control, radius[src]),
    control,
    to: towards([x[dst], y[dst]], control, radius[dst] + 2),
  };
}

/** Traffic inside a community: a loop on the outer side. */
function loopArc({ x, y, radius, centre }: PhaseCircle, at: number): CircleArc {
  const angle = Math.atan2(y[at] - centre[1], x[at] - centre[0]);
  const reach = radius[at] + 24;
  const edge = (turn: number) =>
    [x[at] + radius[at] * Math.cos(angle + turn), y[at] + radius[at] * Math.sin(angle + turn)] as const;
  return {
    from: edge(-0.6),
    control: [x[at] + reach * Math.cos(angle), y[at] + reach * Math.sin(angle)],
    to: edge(0.6),
  };
}

function towards(
  from: readonly [number, number],
  to: readonly [number, number],
  distance: number,
): readonly [number, number] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  return [
    from[0] + ((to[0] - from[0]) / length) * distance,
    from[1] + ((to[1] - from[1]) / length) * distance,
  ];
}

/** Line widths by bytes: the largest is `widest` pixels. */
export function arcWidths({ bytes }: Flows, widest = 8): Float64Array {
  const most = bytes.reduce((high, value) => Math.max(high, value), 0);
  return bytes.map((value) => (most > 0 ? Math.max(0.75, (value / most) * widest) : 1));
}
