import { toWorld } from '../../kit/zoom-pan.ts';
import { stripCell } from './draw-fat-tree.ts';
import type { MatrixItem, MatrixPicture } from './matrix-picture.ts';
import { rectAt } from './paint-cells.ts';

/** What lies under a point of the picture. */
export function itemAt(picture: MatrixPicture, px: number, py: number): MatrixItem | null {
  const host = hostAt(picture, px, py);
  if (host !== null) return { kind: 'host', id: host };
  const [x, y] = toWorld(picture.transform, px, py);
  const { linkRects, switchParts } = picture.matrix;
  const part = rectAt(switchParts.rects, x, y);
  if (part >= 0) return { kind: 'switch', id: switchParts.vertex[part], part: switchParts.part[part] };
  const link = rectAt(linkRects, x, y);
  return link >= 0 ? { kind: 'link', id: link } : null;
}

function hostAt(picture: MatrixPicture, px: number, py: number): number | null {
  for (const [i, host] of (picture.hostStrip?.hosts ?? []).entries()) {
    for (const down of [false, true]) {
      const [x, y, width, height] = stripCell(picture, i, down);
      if (px >= x && px < x + width && py >= y && py < y + height) return host;
    }
  }
  return null;
}

/** The next cell from the hovered one in a direction of the arrow keys: gaps are stepped over. */
export function neighbourItem(
  picture: MatrixPicture,
  from: MatrixItem | null,
  dx: number,
  dy: number,
): MatrixItem | null {
  const start = startPoint(picture, from);
  if (!from) return worldItem(picture, start.x, start.y) ?? firstLink(picture);
  for (let step = 0.6; step < 16; step += 0.4) {
    const item = worldItem(
      picture,
      start.x + dx * (start.width / 2 + step),
      start.y + dy * (start.height / 2 + step),
    );
    if (
      item &&
      !(
        item.kind === from.kind &&
        item.id === from.id &&
        (item.kind !== 'switch' || item.part === (from as { part: number }).part)
      )
    )
      return item;
  }
  return from;
}

function startPoint(
  { matrix }: MatrixPicture,
  from: MatrixItem | null,
): { x: number; y: number; width: number; height: number } {
  const rects = from?.kind === 'switch' ? matrix.switchParts.rects : matrix.linkRects;
  let at = from?.kind === 'link' ? from.id : -1;
  if (from?.kind === 'switch')
    at = matrix.switchParts.vertex.findIndex(
      (own, i) => own === from.id && matrix.switchParts.part[i] === from.part,
    );
  if (at < 0) return { x: 0, y: 0, width: 0, height: 0 };
  const [x, y, width, height] = rects.subarray(at * 4, at * 4 + 4);
  return { x: x + width / 2, y: y + height / 2, width, height };
}

function worldItem({ matrix }: MatrixPicture, x: number, y: number): MatrixItem | null {
  const part = rectAt(matrix.switchParts.rects, x, y);
  if (part >= 0)
    return { kind: 'switch', id: matrix.switchParts.vertex[part], part: matrix.switchParts.part[part] };
  const link = rectAt(matrix.linkRects, x, y);
  return link >= 0 ? { kind: 'link', id: link } : null;
}

function firstLink({ matrix }: MatrixPicture): MatrixItem | null {
  for (let link = 0; link * 4 < matrix.linkRects.length; link++) {
    if (!Number.isNaN(matrix.linkRects[link * 4])) return { kind: 'link', id: link };
  }
  return null;
}
