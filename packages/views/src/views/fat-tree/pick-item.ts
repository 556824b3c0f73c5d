import { pixelRatio } from '../../kit/pixel-ratio.ts';
import { cellNumbers } from './cell-colours.ts';
import { placeCells } from './draw-fat-tree.ts';
import { type MatrixItem, type MatrixPicture, matrixArea, type Rect, stripCell } from './matrix-picture.ts';

/** What lies under a point of the picture. */
export function itemAt(picture: MatrixPicture, px: number, py: number): MatrixItem | null {
  const host = hostAt(picture, px, py);
  if (host !== null) return { kind: 'host', id: host };
  const area = matrixArea(picture.width, picture.height, picture.hostStrip !== null);
  const ratio = pixelRatio();
  placeCells(picture, ratio);
  const x = Math.floor((px - area.x) * ratio);
  const y = Math.floor((py - area.y) * ratio);
  return cellItem(picture, picture.painter.cellAt(x, y));
}

function cellItem(picture: MatrixPicture, cell: number): MatrixItem | null {
  const { parts, missing } = cellNumbers(picture.network, picture.matrix);
  if (cell < 0 || cell >= missing) return null;
  return cell < parts ? { kind: 'link', id: cell } : partItem(picture, cell - parts);
}

function partItem({ matrix }: Pick<MatrixPicture, 'matrix'>, at: number): MatrixItem {
  const { vertex, part } = matrix.switchParts;
  return { kind: 'switch', id: vertex[at], part: part[at], at };
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

/** The next cell from an item in a direction of the arrow keys; gaps and empty places are stepped over. */
export function neighbourItem(
  picture: Pick<MatrixPicture, 'matrix' | 'hostStrip'>,
  from: MatrixItem | null,
  dx: number,
  dy: number,
): MatrixItem | null {
  if (from?.kind === 'host') return neighbourHost(picture, from.id, dx, dy);
  const { linkRects, switchParts } = picture.matrix;
  const start = from && worldRect(picture, from);
  if (!start) return firstItem(picture);
  const link = nearestCell(linkRects, start, dx, dy);
  const part = nearestCell(switchParts.rects, start, dx, dy);
  if (link.at < 0 && part.at < 0) return (dy > 0 && firstHost(picture)) || from;
  return part.at >= 0 && (link.at < 0 || part.distance < link.distance)
    ? partItem(picture, part.at)
    : { kind: 'link', id: link.at };
}

/** Where the strip of hosts begins; null while there is none. */
export function firstHost({ hostStrip }: Pick<MatrixPicture, 'hostStrip'>): MatrixItem | null {
  return hostStrip && { kind: 'host', id: hostStrip.hosts[0] };
}

/** Left and right among the hosts of the strip; up leads back to their switch. */
function neighbourHost(
  picture: Pick<MatrixPicture, 'matrix' | 'hostStrip'>,
  host: number,
  dx: number,
  dy: number,
): MatrixItem | null {
  const { hosts = [], leaf = -1 } = picture.hostStrip ?? {};
  if (dy < 0) return partItem(picture, Math.max(0, picture.matrix.switchParts.vertex.indexOf(leaf)));
  const at = Math.min(Math.max(hosts.indexOf(host) + dx, 0), hosts.length - 1);
  return at < 0 ? null : { kind: 'host', id: hosts[at] };
}

/** In world units. */
export function worldRect({ matrix }: Pick<MatrixPicture, 'matrix'>, item: MatrixItem): Rect | null {
  if (item.kind === 'host') return null;
  const [rects, at] =
    item.kind === 'link' ? [matrix.linkRects, item.id] : [matrix.switchParts.rects, item.at];
  const [x, y, width, height] = rects.subarray(at * 4, at * 4 + 4);
  return Number.isNaN(x) ? null : [x, y, width, height];
}

/** The item a reader knows by vertex or link: the first place it is drawn at. */
export function itemOf(
  picture: Pick<MatrixPicture, 'matrix'>,
  kind: 'link' | 'vertex',
  id: number,
): MatrixItem | null {
  if (kind === 'link') return worldRect(picture, { kind: 'link', id }) && { kind: 'link', id };
  const at = picture.matrix.switchParts.vertex.indexOf(id);
  return at < 0 ? null : partItem(picture, at);
}

/** The cell whose edge comes next in the direction, among those level with the start. */
function nearestCell(rects: Float32Array, [x, y, width, height]: Rect, dx: number, dy: number) {
  const [centreX, centreY] = [x + width / 2, y + height / 2];
  let at = -1;
  let distance = Number.POSITIVE_INFINITY;
  for (let i = 0; i * 4 < rects.length; i++) {
    const toX = rects[i * 4] + rects[i * 4 + 2] / 2 - centreX;
    const toY = rects[i * 4 + 1] + rects[i * 4 + 3] / 2 - centreY;
    const along = dx !== 0 ? toX * dx : toY * dy;
    const across = Math.abs(dx !== 0 ? toY : toX);
    const reach = (dx !== 0 ? rects[i * 4 + 3] : rects[i * 4 + 2]) / 2;
    if (!(along > 0.01) || across >= Math.max(reach, 0.5)) continue;
    if (along + across / 100 >= distance) continue;
    distance = along + across / 100;
    at = i;
  }
  return { at, distance };
}

function firstItem({ matrix }: Pick<MatrixPicture, 'matrix'>): MatrixItem | null {
  for (let link = 0; link * 4 < matrix.linkRects.length; link++) {
    if (!Number.isNaN(matrix.linkRects[link * 4])) return { kind: 'link', id: link };
  }
  return null;
}
