import type { MachinePicture } from './machine-picture.ts';
import { type Projected, project } from './pick.ts';

/** Steps from node to node by keys. */
const STEPS: Readonly<Record<string, number>> = { n: 1, b: -1, PageDown: 10, PageUp: -10 };

/** The node that a key leads to from another (-1 = none yet); null where the key leads to none. */
export function nextNode(key: string, from: number, count: number): number | null {
  const step = STEPS[key];
  if (step === undefined || count === 0) return null;
  if (from < 0) return step > 0 ? 0 : count - 1;
  return Math.min(count - 1, Math.max(0, from + step));
}

/** Where a node lies in the first picture, in pixels of the page; its middle where the node is behind the reader. */
export function placeOfNode({ staging, camera }: MachinePicture, vertex: number): readonly [number, number] {
  const [{ stage }] = staging.scenes.peek();
  const port = camera.viewports()[0];
  const ray = camera.cameras[0].ray(port.width, port.height, 0, 0);
  const at: Projected = [0, 0, 0];
  return project(ray, stage.places, vertex, at)
    ? [port.x + at[0], port.y + at[1]]
    : [port.x + port.width / 2, port.y + port.height / 2];
}
