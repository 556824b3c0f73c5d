import { packedCss, type RenderTarget } from '@weft/draw';
import type { BoxLayer } from './box-layer.ts';
import type { MachineScene } from './machine-scene.ts';
import { LIGHT } from './mark-layer.ts';
import { type PickRay, type Projected, project } from './pick.ts';

interface SeenBox {
  readonly corners: readonly Projected[];
  readonly colour: number;
  readonly height: number;
  readonly far: number;
}

/** Corners of each face, counter-clockwise from outside; corner bits are x, y, z. */
const FACES = [
  { corners: [1, 3, 7, 5], normal: [1, 0, 0] },
  { corners: [0, 4, 6, 2], normal: [-1, 0, 0] },
  { corners: [2, 6, 7, 3], normal: [0, 1, 0] },
  { corners: [0, 1, 5, 4], normal: [0, -1, 0] },
  { corners: [4, 5, 7, 6], normal: [0, 0, 1] },
  { corners: [0, 2, 3, 1], normal: [0, 0, -1] },
] as const;

/**
 * LB's blocks, or their columns, and the pillars of its hosts: the faces that look at the reader. What is stacked is
 * drawn from the far end of the stack, what stands side by side from the farthest on.
 */
export function drawBoxes(
  target: RenderTarget,
  { stage, blocks, columns, pillars }: MachineScene,
  ray: PickRay,
  fromAbove: boolean,
): void {
  if (!stage.blocks || !blocks || !columns || !pillars) return;
  const switches = blocks.mesh.visible
    ? seenBoxes(stage.blocks.boxes, blocks, ray)
    : seenBoxes(stage.blocks.subdivided, columns, ray);
  const all = [...switches, ...seenBoxes(stage.blocks.pillars, pillars, ray)];
  const upwards = fromAbove ? 1 : -1;
  all.sort((a, b) => (a.height - b.height) * upwards || b.far - a.far);
  for (const box of all) drawBox(target, box);
}

function seenBoxes(boxes: Float32Array, layer: BoxLayer, ray: PickRay): SeenBox[] {
  const colours = new Uint32Array(layer.colours.buffer);
  const places = new Float32Array(27);
  const seen: SeenBox[] = [];
  for (let box = 0; box * 6 < boxes.length; box++) {
    for (let corner = 0; corner < 9; corner++)
      for (let axis = 0; axis < 3; axis++) {
        const side = corner === 8 ? 0 : corner & (1 << axis) ? 0.5 : -0.5;
        places[corner * 3 + axis] = boxes[box * 6 + axis] + side * boxes[box * 6 + 3 + axis];
      }
    const corners = Array.from({ length: 9 }, (): Projected => [0, 0, 0]);
    if (!corners.every((corner, i) => project(ray, places, i, corner))) continue;
    seen.push({ corners, colour: colours[box], height: boxes[box * 6 + 1], far: depthOf(ray, places) });
  }
  return seen;
}

/** Depth of the middle in clip space: tells near from far in flat pictures, too. */
function depthOf({ matrix: { elements: m } }: PickRay, places: Float32Array): number {
  const [x, y, z] = places.subarray(24, 27);
  return (m[2] * x + m[6] * y + m[10] * z + m[14]) / (m[3] * x + m[7] * y + m[11] * z + m[15]);
}

function drawBox(target: RenderTarget, { corners, colour }: SeenBox): void {
  for (const { corners: face, normal } of FACES) {
    const points = face.map((corner) => corners[corner]);
    if (turnsAway(points)) continue;
    const light = LIGHT.x * normal[0] + LIGHT.y * normal[1] + LIGHT.z * normal[2];
    target.path(
      (sink) => {
        points.forEach(([x, y], i) => {
          if (i === 0) sink.moveTo(x, y);
          else sink.lineTo(x, y);
        });
        sink.closePath();
      },
      { fill: packedCss(colour, 0.72 + (0.28 * light) / LIGHT.length()) },
    );
  }
}

/** Counter-clockwise in space is clockwise on screen, where y points down, unless seen from behind. */
function turnsAway(points: readonly Projected[]): boolean {
  let area = 0;
  points.forEach(([x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length];
    area += x * nextY - nextX * y;
  });
  return area >= 0;
}
