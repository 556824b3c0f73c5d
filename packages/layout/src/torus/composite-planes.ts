import type { TorusShape } from '@weft/network';
import { axisLevels, type PlanesArea, powerOfTwo, trackSide, trackWidth } from './detailed-planes.ts';
import { axisPlace, fitAxis, insideLength, type LevelGap, type PlaneAxis } from './plane-axis.ts';
import { type LineKind, type LineRect, shareLines, type TorusLines } from './torus-lines.ts';
import { planeSteps, type TorusRoles } from './torus-roles.ts';

/** Planes seen edge on: x of the plane runs down each edge, the lines between edges are means. */
interface CompositeLayout {
  /** The innermost level is the inner dimension: one edge a value. */
  readonly across: PlaneAxis;
  /** The innermost level is x of the plane. */
  readonly down: PlaneAxis;
  readonly lines: TorusLines;
}

const ACROSS: readonly LevelGap[] = [
  { steps: 0, pixels: 0 },
  { steps: 1.7, pixels: 30 },
  { steps: 1.9, pixels: 36 },
];
const DOWN: readonly LevelGap[] = [
  { steps: 0, pixels: 0 },
  { steps: 1.6, pixels: 10 },
  { steps: 2, pixels: 18 },
];
const LARGEST_EDGE = 130;
const LARGEST_PITCH = 64;
/** A line with both of its tracks takes at least so many pixels, else neighbours share one. */
const LEAST_LINE = 4;

/** VT-7 to VT-10: planes are empty, links between them are drawn as means. */
export function layoutCompositePlanes(
  shape: TorusShape,
  roles: TorusRoles,
  area: PlanesArea,
  { zoom = 1, apart = true }: { readonly zoom?: number; readonly apart?: boolean } = {},
): CompositeLayout {
  const steps = planeSteps(roles);
  const inner = steps.across.length > 0 ? steps.across : [-1];
  const across = fitAxis({
    levels: axisLevels(shape, inner, ACROSS),
    start: area.x,
    space: area.width,
    largest: LARGEST_EDGE,
  });
  const down = fitAxis({
    levels: axisLevels(shape, [roles[0], ...steps.down], DOWN),
    start: area.y,
    space: area.height,
    largest: LARGEST_PITCH,
  });
  const context = { shape, across, down, plane: roles.slice(0, 2), zoom };
  const kinds = [
    ...steps.across.map((_, level) => (level === 0 ? innerLines(context) : acrossLines(context, level))),
    ...steps.down.map((_, i) => downLines(context, i + 1)),
  ];
  return { across, down, lines: shareLines(shape, kinds, apart) };
}

interface Context {
  readonly shape: TorusShape;
  readonly across: PlaneAxis;
  readonly down: PlaneAxis;
  readonly plane: readonly number[];
  readonly zoom: number;
}

/** Of a line, where it closes a ring: inside a group, and between groups. */
const INNER_STUB = 0.32;
const STUB = 0.45;

/** Between neighbouring edges, at height n: the links with x = n, over all y (VT-8). */
function innerLines({ shape, across, down, plane, zoom }: Context): LineKind {
  const [x, y] = plane;
  const { dimension, step: edge } = across.levels[0];
  const pitch = down.levels[0].step;
  const merged = Math.min(powerOfTwo(LEAST_LINE / (pitch * zoom)), shape.sizes[x]);
  const shared = shape.sizes.map((size, d) => (d === x ? merged : d === y ? size : 1));
  const track = Math.min(0.2 * pitch * merged, 8);
  return {
    dimension,
    shared,
    place(bins, sign) {
      const first = bins[x] * merged;
      const middle = first + Math.min(merged, shape.sizes[x] - first) / 2;
      const part = bins[dimension] === shape.sizes[dimension] - 1 ? INNER_STUB : 1;
      const left = axisPlace(across, bins) + edge / 2;
      return [
        left,
        axisPlace(down, bins, 1) + middle * pitch + trackSide(sign, track, false),
        edge * part,
        trackWidth(sign, track),
      ];
    },
  };
}

/** Between groups across: one line a plane, ordered by the inner values, over the whole plane (VT-9). */
function acrossLines({ shape, across, down, plane, zoom }: Context, level: number): LineKind {
  const { dimension, step } = across.levels[level];
  const inside = insideLength(across, level);
  const height = insideLength(down, 1);
  const stack = stackBins(across, 0, level, height * zoom);
  const shared = sharedOf(shape, plane, stack);
  const spacing = height / stack.count;
  const track = Math.min(0.24 * spacing, 9);
  const before = labelRoom(step - inside, spacing) || MARGIN * (step - inside);
  return {
    dimension,
    shared,
    place(bins, sign): LineRect {
      const part = bins[dimension] === shape.sizes[dimension] - 1 ? STUB : 1;
      const x = axisPlace(across, bins, level) + inside;
      const y = axisPlace(down, bins, 1) + (stack.at(bins) + 0.5) * spacing;
      const length = (step - inside - before - MARGIN * (step - inside)) * part;
      return [x + before, y + trackSide(sign, track, false), length, trackWidth(sign, track)];
    },
  };
}

/** Room for a label before the lines between two groups, where they are long enough and not too close. */
export function labelRoom(gap: number, spacing: number): number {
  return gap >= 44 && spacing >= 11 ? 20 : 0;
}

/** Of the gap between groups, free at both ends. */
const MARGIN = 0.1;

/** Between rows: one line a plane below its edge, those of several rows side by side. */
function downLines({ shape, across, down, plane, zoom }: Context, level: number): LineKind {
  const { dimension, step } = down.levels[level];
  const inside = insideLength(down, level);
  const edge = across.levels[0].step;
  const stack = stackBins(down, 1, level, 0.8 * edge * zoom);
  const inner = across.levels[0].dimension;
  const merged = inner < 0 ? 1 : Math.min(powerOfTwo(LEAST_LINE / (edge * zoom)), shape.sizes[inner]);
  const shared = sharedOf(shape, plane, stack).map((own, d) => (d === inner ? merged : own));
  const spacing = (0.8 * edge * merged) / stack.count;
  const track = Math.min(0.24 * spacing, 9);
  return {
    dimension,
    shared,
    place(bins, sign): LineRect {
      const part = bins[dimension] === shape.sizes[dimension] - 1 ? STUB : 1;
      const column =
        axisPlace(across, bins, 1) + (inner < 0 ? 0 : bins[inner] * merged * edge) + (edge * merged) / 2;
      const x = column + ((stack.at(bins) + 0.5) / stack.count - 0.5) * 0.8 * edge * merged;
      const y = axisPlace(down, bins, level) + inside;
      const margin = MARGIN * (step - inside);
      return [
        x + trackSide(sign, track, true),
        y + margin,
        trackWidth(sign, track),
        (step - inside) * part - 2 * margin * part,
      ];
    },
  };
}

interface Stack {
  /** Lines one above the other. */
  readonly count: number;
  /** By dimension: so many values share one of them. */
  readonly shared: ReadonlyMap<number, number>;
  at(bins: readonly number[]): number;
}

/** Levels from .. to of an axis flattened, neighbours merged from the innermost on where lines would be too thin. */
function stackBins({ levels }: PlaneAxis, from: number, to: number, pixels: number): Stack {
  const stacked = levels.slice(from, to).filter(({ dimension }) => dimension >= 0);
  const all = stacked.reduce((product, { size }) => product * size, 1);
  let merge = powerOfTwo((LEAST_LINE * all) / pixels);
  const shared = new Map<number, number>();
  const bins: number[] = [];
  for (const { dimension, size } of stacked) {
    const own = Math.min(merge, size);
    shared.set(dimension, own);
    bins.push(Math.ceil(size / own));
    merge = Math.max(1, merge / own);
  }
  return {
    count: bins.reduce((product, count) => product * count, 1),
    shared,
    at: (values) => {
      let place = 0;
      let stride = 1;
      stacked.forEach(({ dimension }, i) => {
        place += values[dimension] * stride;
        stride *= bins[i];
      });
      return place;
    },
  };
}

function sharedOf({ sizes }: TorusShape, plane: readonly number[], { shared }: Stack): number[] {
  return sizes.map((size, d) => (plane.includes(d) ? size : (shared.get(d) ?? 1)));
}
