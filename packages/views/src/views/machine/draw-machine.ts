import { packedCss, type RenderTarget } from '@weft/draw';
import { drawBoxes } from './export-boxes.ts';
import type { LineLayer } from './line-layer.ts';
import { coloursOf, type MachinePicture } from './machine-picture.ts';
import type { MachineScene } from './machine-scene.ts';
import { type LiftStep, RING } from './mark-layer.ts';
import { type PickRay, type Projected, project, stepLength } from './pick.ts';
import type { Viewport } from './stage-camera.ts';
import { messageMode, showsCables } from './what-is-shown.ts';

/** The picture without a GPU: links, blocks, marks and messages where the screen has them, far ones first. */
export function drawMachine(target: RenderTarget, picture: MachinePicture): void {
  const { width, height } = picture.camera.size.peek();
  target.rect(0, 0, width, height, { fill: coloursOf(picture).background });
  picture.camera.viewports().forEach((port, i) => {
    target.group({ x: port.x, y: port.y }, () => drawScene(target, picture, i, port));
  });
}

/** Least width of the rings around what is chosen. */
const RING_PIXELS = 14;

function drawScene(target: RenderTarget, picture: MachinePicture, index: number, port: Viewport): void {
  const scene = picture.staging.scenes.peek()[index];
  const camera = picture.camera.cameras[index];
  const flat = picture.camera.flat.peek();
  camera.place(picture.camera.poseOf(index), flat, port.width / port.height);
  const ray = camera.ray(port.width, port.height, 0, 0);
  if (showsCables(picture, scene)) drawCables(target, scene, ray);
  drawBoxes(target, scene, ray, picture.camera.poseOf(index).elevation >= 0);
  drawLines(target, scene.pipes, ray, 1.5);
  drawMarks(target, scene.marks, scene.marks.capacity, ray, 1.5, scene.step);
  const messages = messageMode(picture, scene) === 'none' ? 0 : picture.motion.underWay.peek();
  drawMarks(target, scene.messages, messages, ray, 4, scene.step);
  drawLines(target, scene.way, ray, 2.5);
  drawMarks(target, scene.chosen, scene.chosen.capacity, ray, RING_PIXELS, scene.step);
  const { name, title } = scene.stage;
  target.text(8, 16, `${name} – ${title}`, { fill: coloursOf(picture).muted });
}

function drawCables(target: RenderTarget, scene: MachineScene, ray: PickRay): void {
  const { ends, colours, widthOf } = scene.cables();
  const a: Projected = [0, 0, 0];
  const b: Projected = [0, 0, 0];
  colours.forEach((colour, link) => {
    if (!project(ray, ends, 2 * link, a) || !project(ray, ends, 2 * link + 1, b)) return;
    target.line(a[0], a[1], b[0], b[1], {
      stroke: packedCss(colour),
      lineWidth: Number(widthOf(link).toFixed(2)),
      opacity: Number(((colour >>> 24) / 255).toFixed(3)),
    });
  });
}

/** LB's pipes, or the way of the message followed. */
function drawLines(target: RenderTarget, lines: LineLayer, ray: PickRay, lineWidth: number): void {
  const packed = new Uint32Array(lines.colours.buffer);
  const a: Projected = [0, 0, 0];
  const b: Projected = [0, 0, 0];
  for (let piece = 0; piece < lines.count; piece++) {
    if (!project(ray, lines.ends, piece * 2, a) || !project(ray, lines.ends, piece * 2 + 1, b)) continue;
    target.line(a[0], a[1], b[0], b[1], { stroke: packedCss(packed[piece]), lineWidth });
  }
}

interface Marks {
  readonly places: Float32Array;
  readonly sizes: Float32Array;
  readonly shapes: Uint8Array;
  readonly colours: Uint8Array;
  readonly lifts: Float32Array;
}

function drawMarks(
  target: RenderTarget,
  marks: Marks,
  count: number,
  ray: PickRay,
  least: number,
  step: LiftStep,
): void {
  const packed = new Uint32Array(marks.colours.buffer);
  const at: Projected = [0, 0, 0];
  const seen: { readonly mark: number; readonly at: Projected }[] = [];
  for (let mark = 0; mark < count; mark++)
    if (marks.sizes[mark] > 0 && project(ray, marks.places, mark, at))
      seen.push({ mark, at: liftedPlace(at, marks.lifts, mark, stepLength(ray, at[2], step)) });
  seen.sort((a, b) => b.at[2] - a.at[2]);
  for (const { mark, at } of seen) {
    const side = Math.max((marks.sizes[mark] * ray.scale) / at[2], least);
    const paint = { fill: packedCss(packed[mark]) };
    const shape = marks.shapes[mark];
    if (shape === 0) target.rect(at[0] - side / 2, at[1] - side / 2, side, side, paint);
    else if (shape === RING) target.circle(at[0], at[1], side / 2, { stroke: paint.fill, lineWidth: 2 });
    else if (shape === 1) target.circle(at[0], at[1], side / 2, paint);
    else drawPolygon(target, at, side / 2, shape, paint);
  }
}

function liftedPlace([x, y, w]: Projected, lifts: Float32Array, mark: number, step: number): Projected {
  return [x + lifts[mark * 2] * step, y - lifts[mark * 2 + 1] * step, w];
}

/** Corners of diamond, triangle and hexagon; the cross is drawn as a small square. */
function drawPolygon(
  target: RenderTarget,
  [x, y]: Projected,
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
