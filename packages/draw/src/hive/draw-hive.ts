import {
  AXIS_ANGLES,
  COPY_ANGLE,
  type HiveEdges,
  type HiveNodes,
  type HiveSelection,
  hivePoint,
} from '@weft/layout';
import type { ThemeColours } from '../colour/theme.ts';
import type { PathSink, RenderTarget } from '../target/render-target.ts';
import { drawLabel } from './draw-label.ts';
import type { HiveFrame } from './hive-frame.ts';
import type { HivePaint } from './hive-paint.ts';

export interface HiveDrawing {
  readonly nodes: HiveNodes;
  readonly edges: HiveEdges;
  readonly paint: HivePaint;
  /** Ranks of each mark where a mark stands for several. */
  readonly ranks?: Float64Array;
}

/** Edges of about the same opacity are one path. */
const SHADES = 20;
/** Plots below this radius have thinner lines. */
const LARGE = 160;
const SMALL = 60;
/** Selected edges stay visible where many lie over each other. */
const FAINTEST_SELECTED = 0.25;

export function drawHive(
  target: RenderTarget,
  drawing: HiveDrawing,
  frame: HiveFrame,
  colours: ThemeColours,
): void {
  target.group({ x: frame.x, y: frame.y }, () => {
    drawAxes(target, drawing.nodes, frame.radius, colours);
    drawEdges(target, drawing, frame.radius);
    drawMarks(target, drawing, allMarks(drawing), frame.radius, colours.ink);
  });
}

/** Selected ranks and the edges at them, over the plot. */
export function drawHiveSelection(
  target: RenderTarget,
  drawing: Pick<HiveDrawing, 'nodes' | 'ranks'>,
  { marks, edges }: HiveSelection,
  frame: HiveFrame,
  colours: ThemeColours,
): void {
  target.group({ x: frame.x, y: frame.y }, () => {
    drawSelectedEdges(target, edges, frame.radius, colours.accent);
    const chosen = allMarks(drawing).filter((mark) => marks[mark] === 1);
    drawMarks(target, drawing, chosen, frame.radius, colours.accent);
  });
}

function allMarks({ nodes }: Pick<HiveDrawing, 'nodes'>): number[] {
  return [...nodes.position.keys()];
}

/** Both copies of each axis; dashed where it has no ranks. */
function drawAxes(target: RenderTarget, { axis, lengths }: HiveNodes, radius: number, colours: ThemeColours) {
  AXIS_ANGLES.forEach((angle, at) => {
    const used = axis.includes(at);
    for (const side of copies(angle)) {
      const [from, to] = [hivePoint(side, 0), hivePoint(side, 1, lengths[at])];
      target.line(from[0] * radius, from[1] * radius, to[0] * radius, to[1] * radius, {
        stroke: used ? colours.muted : colours.faded,
        lineWidth: used ? 0.75 : 1,
        dash: used ? undefined : [1, 3],
        opacity: used ? 0.6 : 1,
      });
    }
  });
}

function copies(angle: number): readonly [number, number] {
  return [angle - COPY_ANGLE / 2, angle + COPY_ANGLE / 2];
}

/** Edges by class, then by shade: what stands for most is drawn last. */
function drawEdges(target: RenderTarget, { edges, paint }: HiveDrawing, radius: number): void {
  const thin = radius < LARGE ? 0.6 : 1;
  const opacity = edges.opacity.map((one) => Math.max(paint.faintest, one));
  const buckets = bucketEdges(opacity, paint.classes);
  paint.looks.forEach(({ stroke, width }, look) => {
    for (let shade = 1; shade <= SHADES; shade++) {
      const chosen = buckets.get(look * (SHADES + 1) + shade);
      if (!chosen) continue;
      tracePaths(target, edges, chosen, radius, {
        stroke,
        lineWidth: width * thin,
        opacity: shade / SHADES,
      });
    }
  });
}

/** Edges by class and shade. */
function bucketEdges(opacity: Float64Array, classes: Uint8Array | null): Map<number, number[]> {
  const buckets = new Map<number, number[]>();
  for (let e = 0; e < opacity.length; e++) {
    const key = (classes?.[e] ?? 0) * (SHADES + 1) + shadeOf(opacity[e]);
    const bucket = buckets.get(key);
    if (bucket) bucket.push(e);
    else buckets.set(key, [e]);
  }
  return buckets;
}

function shadeOf(opacity: number): number {
  return Math.max(1, Math.ceil(opacity * SHADES - 1e-9));
}

function drawSelectedEdges(target: RenderTarget, edges: HiveEdges, radius: number, accent: string): void {
  const lit = edges.opacity.map((opacity) => Math.max(FAINTEST_SELECTED, opacity));
  for (const [shade, chosen] of bucketEdges(lit, null))
    tracePaths(target, edges, chosen, radius, { stroke: accent, lineWidth: 1, opacity: shade / SHADES });
}

function tracePaths(
  target: RenderTarget,
  { curves }: HiveEdges,
  chosen: readonly number[],
  radius: number,
  paint: Parameters<RenderTarget['path']>[1],
): void {
  target.path((sink) => {
    for (const e of chosen) {
      const at = 6 * e;
      sink.moveTo(curves[at] * radius, curves[at + 1] * radius);
      sink.quadraticCurveTo(
        curves[at + 2] * radius,
        curves[at + 3] * radius,
        curves[at + 4] * radius,
        curves[at + 5] * radius,
      );
    }
  }, paint);
}

/** A stroke across the axis for each rank; one that stands for several is the longer the more they are. */
function drawMarks(
  target: RenderTarget,
  drawing: Pick<HiveDrawing, 'nodes' | 'ranks'>,
  marks: readonly number[],
  radius: number,
  stroke: string,
): void {
  if (marks.length === 0) return;
  const lineWidth = Math.min(2, Math.max(0.75, radius / 240));
  const trace = (sink: PathSink): void => {
    for (const mark of marks) traceMark(sink, drawing, mark, radius);
  };
  target.path(trace, { stroke, lineWidth });
}

function traceMark(
  sink: PathSink,
  { nodes: { axis, position, lengths }, ranks }: Pick<HiveDrawing, 'nodes' | 'ranks'>,
  mark: number,
  radius: number,
): void {
  const half =
    (radius < SMALL ? 1.25 : radius < LARGE ? 2 : 4) * (ranks ? 0.5 + Math.log10(1 + ranks[mark]) / 2 : 1);
  for (const side of copies(AXIS_ANGLES[axis[mark]])) {
    const [x, y] = hivePoint(side, position[mark], lengths[axis[mark]]);
    const [acrossX, acrossY] = [Math.cos(side) * half, Math.sin(side) * half];
    sink.moveTo(x * radius - acrossX, y * radius - acrossY);
    sink.lineTo(x * radius + acrossX, y * radius + acrossY);
  }
}

/** Number of ranks at the outer end of each axis of a small plot. */
export function drawAxisCounts(
  target: RenderTarget,
  counts: readonly number[],
  { x, y, radius }: HiveFrame,
  colours: ThemeColours,
): void {
  const places = [
    { x, y: y - 1.04 * radius - 2, align: 'middle' },
    { x: x - 0.97 * radius, y: y + 0.9 * radius, align: 'start' },
    { x: x + 0.97 * radius, y: y + 0.9 * radius, align: 'end' },
  ] as const;
  places.forEach((place, axis) => {
    drawLabel(target, [place.x, place.y - 3.5], String(counts[axis]), {
      fill: colours.muted,
      ground: colours.background,
      align: place.align,
      size: 10,
    });
  });
}
