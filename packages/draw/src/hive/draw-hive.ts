import { AXIS_ANGLES, COPY_ANGLE, type HiveEdges, type HiveNodes, hivePoint } from '@weft/layout';
import type { ThemeColours } from '../colour/theme.ts';
import type { RenderTarget } from '../target/render-target.ts';

interface HiveDrawing {
  readonly nodes: HiveNodes;
  readonly edges: HiveEdges;
  /** Of the run; marks and edges have it. */
  readonly colour: string;
}

/** Edges of about the same opacity are one path. */
const SHADES = 20;

/** One hive plot that fills a square of `size` pixels. */
export function drawHive(
  target: RenderTarget,
  { nodes, edges, colour }: HiveDrawing,
  size: number,
  colours: ThemeColours,
): void {
  const radius = size / 2;
  target.group({ x: radius, y: radius * 1.1 }, () => {
    drawAxes(target, nodes, radius, colours);
    for (let shade = 1; shade <= SHADES; shade++) drawShade(target, edges, shade, radius, colour);
    drawMarks(target, nodes, radius, colour);
  });
}

/** Both copies of each axis; dashed where it has no ranks. */
function drawAxes(target: RenderTarget, { axis, lengths }: HiveNodes, radius: number, colours: ThemeColours) {
  AXIS_ANGLES.forEach((angle, at) => {
    const dash = axis.includes(at) ? undefined : [2, 3];
    for (const side of copies(angle)) {
      const [from, to] = [hivePoint(side, 0), hivePoint(side, 1, lengths[at])];
      target.line(from[0] * radius, from[1] * radius, to[0] * radius, to[1] * radius, {
        stroke: colours.muted,
        lineWidth: 0.75,
        dash,
      });
    }
  });
}

function copies(angle: number): readonly number[] {
  return [angle - COPY_ANGLE / 2, angle + COPY_ANGLE / 2];
}

function drawShade(
  target: RenderTarget,
  { curves, opacity }: HiveEdges,
  shade: number,
  radius: number,
  colour: string,
): void {
  const chosen = [...opacity.keys()].filter((e) => Math.ceil(opacity[e] * SHADES - 1e-9) === shade);
  if (chosen.length === 0) return;
  target.path(
    (sink) => {
      for (const e of chosen) {
        const [x1, y1, cx, cy, x2, y2] = curves.subarray(6 * e, 6 * e + 6).map((value) => value * radius);
        sink.moveTo(x1, y1);
        sink.quadraticCurveTo(cx, cy, x2, y2);
      }
    },
    { stroke: colour, lineWidth: 0.7, opacity: shade / SHADES },
  );
}

function drawMarks(
  target: RenderTarget,
  { axis, position, lengths }: HiveNodes,
  radius: number,
  colour: string,
) {
  const dot = Math.max(0.8, radius / 80);
  position.forEach((place, rank) => {
    for (const side of copies(AXIS_ANGLES[axis[rank]])) {
      const [x, y] = hivePoint(side, place, lengths[axis[rank]]);
      target.circle(x * radius, y * radius, dot, { fill: colour });
    }
  });
}
