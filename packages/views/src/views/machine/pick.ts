import type { Matrix4 } from 'three';
import type { LiftStep } from './mark-layer.ts';
import type { Stage } from './stage.ts';

export interface PickRay {
  /** World to clip space. */
  readonly matrix: Matrix4;
  /** Pixels per world unit at clip w = 1 (perspective) or everywhere (flat). */
  readonly scale: number;
  readonly width: number;
  readonly height: number;
  /** Pointer in pixels of the picture. */
  readonly x: number;
  readonly y: number;
}

export type Projected = [x: number, y: number, w: number];

/** Marks that stand beside their places. */
interface Lifted {
  readonly lifts: Float32Array;
  readonly step: LiftStep;
}

/** In pixels of the picture, at a distance (w of clip space). */
export function stepLength({ scale }: PickRay, w: number, { size, pixels }: LiftStep): number {
  return Math.max((size * scale) / w, pixels);
}

/** Nearest to the reader of the marks under the pointer; -1 = none. `sizes` 0 = not drawn. */
export function pickMark(
  ray: PickRay,
  places: Float32Array,
  sizes: Float32Array,
  count: number,
  reach: number,
  lifted?: Lifted,
): number {
  const m = ray.matrix.elements;
  const flat = m[15] === 1 && m[3] === 0 && m[7] === 0 && m[11] === 0;
  let best = -1;
  let bestDepth = Infinity;
  for (let i = 0; i < count; i++) {
    if (sizes[i] <= 0) continue;
    const x = places[i * 3];
    const y = places[i * 3 + 1];
    const z = places[i * 3 + 2];
    const w = m[3] * x + m[7] * y + m[11] * z + m[15];
    if (w <= 0.001) continue;
    const px = ((m[0] * x + m[4] * y + m[8] * z + m[12]) / w + 1) * 0.5 * ray.width;
    const py = (1 - (m[1] * x + m[5] * y + m[9] * z + m[13]) / w) * 0.5 * ray.height;
    const radius = Math.max((sizes[i] * ray.scale) / w / 2, reach);
    const step = lifted ? stepLength(ray, w, lifted.step) : 0;
    const dx = Math.abs(px + (lifted ? lifted.lifts[i * 2] * step : 0) - ray.x);
    const dy = Math.abs(py - (lifted ? lifted.lifts[i * 2 + 1] * step : 0) - ray.y);
    if (dx > radius || dy > radius) continue;
    // Of small marks under the pointer the nearest to it, of large ones the one in front.
    const depth = flat ? dx + dy : w + (dx + dy) / ray.width;
    if (depth < bestDepth) {
      bestDepth = depth;
      best = i;
    }
  }
  return best;
}

/** The cable whose line passes nearest to the pointer within `reach` pixels; -1 = none. */
export function pickCable(
  ray: PickRay,
  places: Float32Array,
  cables: Int32Array,
  ends: { readonly src: Int32Array; readonly dst: Int32Array },
  reach: number,
): number {
  const a: Projected = [0, 0, 0];
  const b: Projected = [0, 0, 0];
  let best = -1;
  let nearest = reach;
  for (const link of cables) {
    if (!project(ray, places, ends.src[link], a) || !project(ray, places, ends.dst[link], b)) continue;
    const distance = toSegment(ray.x, ray.y, a, b);
    if (distance < nearest) {
      nearest = distance;
      best = link;
    }
  }
  return best;
}

/** Block of LB first hit by the pointer's ray; -1 = none. Boxes are six numbers each: centre, size. */
export function pickBox(ray: PickRay, inverse: Matrix4, boxes: Float32Array): number {
  const near = unproject(inverse, ray, -1);
  const far = unproject(inverse, ray, 1);
  const direction = far.map((value, axis) => value - near[axis]);
  let best = -1;
  let first = Infinity;
  for (let box = 0; box * 6 < boxes.length; box++) {
    const at = enterBox(near, direction, boxes, box * 6);
    if (at < first) {
      first = at;
      best = box;
    }
  }
  return best;
}

function enterBox(from: number[], direction: number[], boxes: Float32Array, at: number): number {
  let enter = 0;
  let leave = 1;
  for (let axis = 0; axis < 3; axis++) {
    const half = boxes[at + 3 + axis] / 2;
    const a = (boxes[at + axis] - half - from[axis]) / direction[axis];
    const b = (boxes[at + axis] + half - from[axis]) / direction[axis];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return enter <= leave ? enter : Infinity;
}

function unproject({ elements: m }: Matrix4, ray: PickRay, z: number): number[] {
  const x = (ray.x / ray.width) * 2 - 1;
  const y = 1 - (ray.y / ray.height) * 2;
  const w = m[3] * x + m[7] * y + m[11] * z + m[15];
  return [0, 1, 2].map((row) => (m[row] * x + m[row + 4] * y + m[row + 8] * z + m[row + 12]) / w);
}

/** Where a place is in the picture, and how far away (w of clip space); false = behind the reader. */
export function project(ray: PickRay, places: Float32Array, vertex: number, out: Projected): boolean {
  const m = ray.matrix.elements;
  const x = places[vertex * 3];
  const y = places[vertex * 3 + 1];
  const z = places[vertex * 3 + 2];
  const w = m[3] * x + m[7] * y + m[11] * z + m[15];
  if (!(w > 0.001)) return false;
  out[0] = ((m[0] * x + m[4] * y + m[8] * z + m[12]) / w + 1) * 0.5 * ray.width;
  out[1] = (1 - (m[1] * x + m[5] * y + m[9] * z + m[13]) / w) * 0.5 * ray.height;
  out[2] = w;
  return true;
}

function toSegment(x: number, y: number, a: readonly number[], b: readonly number[]): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const length = dx * dx + dy * dy;
  const t = length > 0 ? Math.min(1, Math.max(0, ((x - a[0]) * dx + (y - a[1]) * dy) / length)) : 0;
  return Math.hypot(a[0] + dx * t - x, a[1] + dy * t - y);
}

export function centreOf({ places }: Stage, vertex: number): [number, number, number] {
  return [places[vertex * 3], places[vertex * 3 + 1], places[vertex * 3 + 2]];
}
