import {
  AXIS_ANGLES,
  COPY_ANGLE,
  type HiveAxis,
  type HiveNodes,
  type HiveRules,
  hivePoint,
  placeOf,
  spanOf,
} from '@weft/layout';
import type { ThemeColours } from '../colour/theme.ts';
import type { RenderTarget } from '../target/render-target.ts';
import { drawLabel, type LabelAlign, type LabelBox, labelBox, overlap } from './draw-label.ts';
import type { HiveFrame } from './hive-frame.ts';
import { scaleTicks, shortValue } from './scale-ticks.ts';

const axes: readonly HiveAxis[] = [0, 1, 2];
/** Distance of the scale from the axis, and of ticks from each other, in pixels. */
const ASIDE = 14;
const APART = 20;

interface EdgeEnds {
  readonly src: Int32Array;
  readonly dst: Int32Array;
}

/**
 * True scales beside the axes of a large plot, on the side with fewer edges, with a comb from each mark that was
 * pushed aside to its value; no comb where marks have no values of their own.
 */
export function drawHiveScales(
  target: RenderTarget,
  nodes: HiveNodes,
  edges: EdgeEnds,
  values: Float64Array | null,
  rules: HiveRules,
  { x, y, radius }: HiveFrame,
  colours: ThemeColours,
): void {
  if (rules.mode === 'even') return;
  const sides = freeSides(nodes, edges);
  target.group({ x, y }, () => {
    const isUsed = (axis: HiveAxis): boolean => nodes.axis.includes(axis);
    const taken: LabelBox[] = [];
    for (const axis of [...axes.filter(isUsed), ...axes.filter((one) => !isUsed(one))]) {
      const place: ScalePlace = { axis, side: sides[axis], length: nodes.lengths[axis], radius };
      drawScale(target, place, rules, { used: isUsed(axis), taken }, colours);
      if (values && rules.mode === 'repelled') drawComb(target, place, nodes, values, rules, colours);
    }
  });
}

/** The scale of one axis: beside which copy it stands, how long it is and in how large a plot. */
interface ScalePlace {
  readonly axis: HiveAxis;
  /** 1 = beside the copy that follows clockwise, -1 = beside the other. */
  readonly side: 1 | -1;
  readonly length: number;
  readonly radius: number;
}

/** The next axis clockwise. */
const clockwise: readonly HiveAxis[] = [2, 0, 1];

/** The side of each axis on which fewer edges run to its neighbour. */
function freeSides({ axis }: HiveNodes, { src, dst }: EdgeEnds): readonly (1 | -1)[] {
  const joined = new Float64Array(9);
  for (let e = 0; e < src.length; e++) {
    joined[3 * axis[src[e]] + axis[dst[e]]]++;
    joined[3 * axis[dst[e]] + axis[src[e]]]++;
  }
  return axes.map((one) => {
    const next = clockwise[one];
    const before = axes[3 - one - next];
    return joined[3 * one + next] <= joined[3 * one + before] ? 1 : -1;
  });
}

/** A point beside an axis, `aside` pixels away. */
function beside({ axis, side, length, radius }: ScalePlace, place: number, aside: number) {
  const angle = AXIS_ANGLES[axis] + (side * COPY_ANGLE) / 2;
  const [px, py] = hivePoint(angle, place, length);
  return [
    px * radius + Math.cos(angle) * side * aside,
    py * radius + Math.sin(angle) * side * aside,
  ] as const;
}

function drawScale(
  target: RenderTarget,
  scale: ScalePlace,
  rules: HiveRules,
  { used, taken }: { readonly used: boolean; readonly taken: LabelBox[] },
  colours: ThemeColours,
): void {
  const { axis, length, radius } = scale;
  if (used) target.line(...beside(scale, 0, ASIDE), ...beside(scale, 1, ASIDE), { stroke: colours.hairline });
  const place = (value: number): number => placeOf(value, axis, rules) * length * radius;
  const labelAt = (value: number) => {
    const at = placeOf(value, axis, rules);
    const [inner, text] = [ASIDE, ASIDE + 9].map((aside) => beside(scale, at, aside));
    return { text, label: shortValue(value), align: alignOf(inner, text) };
  };
  const isApart = (one: number, other: number): boolean => {
    if (Math.abs(place(one) - place(other)) < APART) return false;
    const [a, b] = [one, other].map((value) => {
      const { text, label, align } = labelAt(value);
      return labelBox(target, text, label, align);
    });
    return !overlap(a, b);
  };
  for (const value of scaleTicks(spanOf(axis, rules), rules.scale, isApart)) {
    const at = placeOf(value, axis, rules);
    target.line(...beside(scale, at, ASIDE), ...beside(scale, at, ASIDE + 5), {
      stroke: used ? colours.muted : colours.faded,
    });
    const { text, label, align } = labelAt(value);
    const box = labelBox(target, text, label, align);
    // Near the middle of the plot axes are close to each other: those with ranks come first.
    if (taken.some((other) => overlap(box, other))) continue;
    taken.push(box);
    drawLabel(target, text, label, { fill: colours.muted, ground: colours.background, align });
  }
}

/** Text leads away from the axis. */
function alignOf(from: readonly [number, number], to: readonly [number, number]): LabelAlign {
  const across = (to[0] - from[0]) / Math.hypot(to[0] - from[0], to[1] - from[1]);
  return across > 0.3 ? 'start' : across < -0.3 ? 'end' : 'middle';
}

/** Marks leave their value to be seen one by one: a line leads from each to where its value lies. */
function drawComb(
  target: RenderTarget,
  scale: ScalePlace,
  { axis: used, position }: HiveNodes,
  values: Float64Array,
  rules: HiveRules,
  colours: ThemeColours,
): void {
  const { axis } = scale;
  target.path(
    (sink) => {
      values.forEach((value, rank) => {
        if (used[rank] !== axis || Number.isNaN(value)) return;
        sink.moveTo(...beside(scale, position[rank], 4));
        sink.lineTo(...beside(scale, placeOf(value, axis, rules), ASIDE));
      });
    },
    { stroke: colours.faded, lineWidth: 0.75 },
  );
}
