import { exportSvg, formatCsv } from '../../kit/export-picture.ts';
import type { RenderTarget } from '../../kit/render-target.ts';
import { kindOf, vertexName } from './machine-model.ts';
import { coloursOf, type MachinePicture } from './machine-picture.ts';
import type { MachineScene } from './machine-scene.ts';
import { type PickRay, project } from './pick.ts';
import { showsCables } from './prepare-frame.ts';

/** The flat picture as vectors: links, marks and messages where the screen has them. */
export function machineSvg(picture: MachinePicture): string {
  const { width, height } = picture.size.peek();
  const [scene] = picture.scenes.peek();
  const camera = picture.cameras[0];
  camera.place(picture.poseOf(0), true, width / height);
  const ray = camera.ray(width, height, 0, 0);
  return exportSvg(width, height, `${scene.stage.name}: ${scene.stage.title}`, (target) => {
    target.rect(0, 0, width, height, { fill: coloursOf(picture).background });
    if (showsCables(picture, scene)) drawCables(target, picture, scene, ray);
    drawBlocks(target, scene, ray);
    drawMarks(target, scene.marks, scene.marks.capacity, ray, 1.5);
    drawMarks(target, scene.messages, picture.underWay.peek(), ray, 4);
    target.text(8, 16, `${scene.stage.name} – ${scene.stage.title}`, { fill: coloursOf(picture).muted });
  });
}

function drawCables(target: RenderTarget, { data }: MachinePicture, scene: MachineScene, ray: PickRay): void {
  const { cables, colours, widthOf } = scene.cables();
  const { src, dst } = data.network.links;
  const a: [number, number] = [0, 0];
  const b: [number, number] = [0, 0];
  cables.forEach((link, cable) => {
    const colour = colours[cable];
    if (!project(ray, scene.stage.places, src[link], a) || !project(ray, scene.stage.places, dst[link], b))
      return;
    target.line(a[0], a[1], b[0], b[1], {
      stroke: cssOf(colour),
      lineWidth: Number(widthOf(cable).toFixed(2)),
      opacity: Number(((colour >>> 24) / 255).toFixed(3)),
    });
  });
}

/** Seen from above, a block is a square; larger layers lie below smaller ones. */
function drawBlocks(target: RenderTarget, { stage, blocks, columns }: MachineScene, ray: PickRay): void {
  if (!stage.blocks || !blocks || !columns) return;
  const whole = blocks.mesh.visible;
  const boxes = whole ? stage.blocks.boxes : stage.blocks.subdivided;
  const levels = whole ? stage.blocks.levels : stage.blocks.columnLevels;
  const packed = new Uint32Array((whole ? blocks : columns).colours.buffer);
  const order = Array.from(levels, (_, box) => box).sort((a, b) => levels[b] - levels[a]);
  const centre: [number, number] = [0, 0];
  for (const box of order) {
    if (!project(ray, boxes.subarray(box * 6, box * 6 + 3) as Float32Array, 0, centre)) continue;
    const side = boxes[box * 6 + 3] * ray.scale;
    target.rect(centre[0] - side / 2, centre[1] - side / 2, side, side, { fill: cssOf(packed[box]) });
  }
}

interface Marks {
  readonly places: Float32Array;
  readonly sizes: Float32Array;
  readonly shapes: Uint8Array;
  readonly colours: Uint8Array;
}

function drawMarks(target: RenderTarget, marks: Marks, count: number, ray: PickRay, least: number): void {
  const packed = new Uint32Array(marks.colours.buffer);
  const at: [number, number] = [0, 0];
  for (let i = 0; i < count; i++) {
    if (marks.sizes[i] <= 0 || !project(ray, marks.places, i, at)) continue;
    const side = Math.max(marks.sizes[i] * ray.scale, least);
    const paint = { fill: cssOf(packed[i]) };
    if (marks.shapes[i] === 0) target.rect(at[0] - side / 2, at[1] - side / 2, side, side, paint);
    else if (marks.shapes[i] === 1) target.circle(at[0], at[1], side / 2, paint);
    else drawPolygon(target, at, side / 2, marks.shapes[i], paint);
  }
}

/** Corners of diamond, triangle and hexagon; the cross is drawn as a small square. */
function drawPolygon(
  target: RenderTarget,
  [x, y]: readonly [number, number],
  radius: number,
  shape: number,
  paint: { fill: string },
): void {
  const corners = shape === 2 ? 4 : shape === 3 ? 3 : 6;
  target.path((sink) => {
    for (let i = 0; i < corners; i++) {
      const angle = (2 * Math.PI * i) / corners - Math.PI / 2;
      if (i === 0) sink.moveTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
      else sink.lineTo(x + radius * Math.cos(angle), y + radius * Math.sin(angle));
    }
    sink.closePath();
  }, paint);
}

function cssOf(packed: number): string {
  return `rgb(${packed & 255}, ${(packed >> 8) & 255}, ${(packed >> 16) & 255})`;
}

/** Shares by turning layer, then one row per vertex with its traffic at the time of the clock. */
export function machineCsv(picture: MachinePicture): string {
  const { network } = picture.data;
  const { level } = network.vertices;
  const summary = picture.layers.peek();
  const layers = (summary?.layers ?? []).map(({ layer, messages, share }) => [
    'layer',
    `layer ${layer}`,
    layer,
    messages,
    share,
  ]);
  const vertices = Array.from({ length: network.vertexCount }, (_, v) => [
    kindOf(network.vertices, v),
    vertexName(network, v),
    level[v],
    picture.flights.activity[v],
    null,
  ]);
  return formatCsv(['kind', 'name', 'layer', 'messages', 'share'], [...layers, ...vertices]);
}
