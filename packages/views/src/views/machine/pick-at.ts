import type { MachinePicture } from './machine-picture.ts';
import { type PickRay, pickBox, pickCable, pickMark } from './pick.ts';
import { messageMode, showsCables } from './what-is-shown.ts';

export type Picked =
  | { readonly kind: 'vertex' | 'link' | 'message'; readonly id: number }
  | { readonly kind: 'block'; readonly id: number; readonly switches: readonly number[] };

/** The viewport under the pointer, or the first. */
export function viewportAt({ camera }: MachinePicture, x: number, y: number): number {
  const found = camera
    .viewports()
    .findIndex((port) => x >= port.x && x < port.x + port.width && y >= port.y && y < port.y + port.height);
  return Math.max(0, found);
}

/** What lies under the pointer: a message, a vertex, a block or a cable, in this order. */
export function pickAt(picture: MachinePicture, x: number, y: number): Picked | null {
  const index = viewportAt(picture, x, y);
  const port = picture.camera.viewports()[index];
  const scene = picture.staging.scenes.peek()[index];
  if (!scene || picture.options.stereo.peek()) return null;
  const camera = picture.camera.cameras[index];
  camera.place(picture.camera.poseOf(index), picture.camera.flat.peek(), port.width / port.height);
  const ray = camera.ray(port.width, port.height, x - port.x, y - port.y);
  return (
    pickMessage(picture, ray, index) ??
    pickVertex(picture, ray, index) ??
    pickBlock(picture, ray, index) ??
    pickLink(picture, ray, index)
  );
}

function pickMessage(picture: MachinePicture, ray: PickRay, index: number): Picked | null {
  const { messages, step } = picture.staging.scenes.peek()[index];
  const { state } = picture.motion.moment;
  const traffic = picture.motion.traffic.peek();
  const playing = picture.motion.playback.playing.peek();
  const shown = messageMode(picture, picture.staging.scenes.peek()[index]) !== 'none';
  if (!state || !traffic || playing || !shown) return null;
  const found = pickMark(ray, messages.places, messages.sizes, state.count, 2.5, {
    lifts: messages.lifts,
    step,
  });
  return found < 0
    ? null
    : { kind: 'message', id: traffic.messages.id[traffic.flights.row[state.flight[found]]] };
}

function pickVertex(picture: MachinePicture, ray: PickRay, index: number): Picked | null {
  const { marks } = picture.staging.scenes.peek()[index];
  const found = pickMark(ray, marks.places, marks.sizes, marks.capacity, 2);
  return found < 0 ? null : { kind: 'vertex', id: found };
}

function pickBlock(picture: MachinePicture, ray: PickRay, index: number): Picked | null {
  const { stage } = picture.staging.scenes.peek()[index];
  if (!stage.blocks) return null;
  const { boxes, subdivided, boxOf, columnOf, pillars, hosts } = stage.blocks;
  const pillar = pickBox(ray, picture.camera.cameras[index].inverse(), pillars);
  if (pillar >= 0) return { kind: 'vertex', id: hosts[pillar] };
  const split = picture.options.subdivide.peek();
  const box = pickBox(ray, picture.camera.cameras[index].inverse(), split ? subdivided : boxes);
  if (box < 0) return null;
  if (split) return { kind: 'vertex', id: columnOf.indexOf(box) };
  const switches: number[] = [];
  for (let v = 0; v < boxOf.length; v++) if (boxOf[v] === box) switches.push(v);
  return { kind: 'block', id: box, switches };
}

function pickLink(picture: MachinePicture, ray: PickRay, index: number): Picked | null {
  const scene = picture.staging.scenes.peek()[index];
  if (!showsCables(picture, scene)) return null;
  const found = pickCable(ray, scene.stage.places, scene.cables().cables, picture.data.network.links, 3);
  return found < 0 ? null : { kind: 'link', id: found };
}
