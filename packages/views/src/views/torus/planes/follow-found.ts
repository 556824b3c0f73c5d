import type { ReadonlySignal, Signal } from '@preact/signals';
import type { HoveredItem } from '@weft/model';
import { outLinksOf } from '@weft/model';
import { onFound } from '../../../kit/on-found.ts';
import type { Transform } from '../../../kit/zoom-pan.ts';
import type { Workspace } from '../../../workspace.ts';
import type { PlaneItem, PlanesPicture } from './planes-picture.ts';

/** Pixels that a found line is at least as thick as. */
const THICK = 5;

/** Brings the line of a link or node that a search found into the middle of the picture. */
export function followFound(
  workspace: Workspace,
  picture: ReadonlySignal<PlanesPicture>,
  zoom: Signal<Transform>,
  hovered: Signal<PlaneItem | null>,
): () => void {
  return onFound(workspace, (item) => {
    const now = picture.peek();
    const line = lineOfFound(now, item);
    if (line < 0) return;
    const [x, y, width, height] = now.lines.rects.subarray(line * 4, line * 4 + 4);
    const k = Math.max(1, Math.min(64, THICK / Math.min(width, height)));
    zoom.value =
      k === 1
        ? { k: 1, x: 0, y: 0 }
        : { k, x: now.width / 2 - (x + width / 2) * k, y: now.height / 2 - (y + height / 2) * k };
    hovered.value = { kind: 'line', id: line };
  });
}

/** Of a node, the first of its lines that is drawn. */
function lineOfFound({ network, shape, lines }: PlanesPicture, { kind, id }: HoveredItem): number {
  const wanted = kind === 'link' ? [id] : kind === 'vertex' ? [...outLinksOf(network, id)] : [];
  for (const link of wanted) {
    const node = shape.nodeOf[network.links.src[link]] ?? -1;
    if (node < 0) continue;
    for (let slot = node * shape.directions; slot < (node + 1) * shape.directions; slot++)
      if (shape.linkAt[slot] === link && lines.lineOf[slot] >= 0) return lines.lineOf[slot];
  }
  return -1;
}
