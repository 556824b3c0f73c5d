import {
  createLegendDrawing,
  type LegendModel,
  type RenderTarget,
  type ThemeColours,
  themeColours,
} from '@weft/draw';
import { idleColour } from '../../kit/link-state.ts';
import { OTHER_JOBS } from './draw-fat-tree.ts';
import { mapParts } from './matrix-colour-maps.ts';
import type { MatrixPicture } from './matrix-picture.ts';

/** Of the legends: one per distinct map. */
export function legendModels(picture: MatrixPicture): LegendModel[] {
  const { maps, scale, unit, figures } = picture;
  const distinct = mapParts.filter(
    ([part], i) => mapParts.findIndex(([other]) => maps[other] === maps[part]) === i,
  );
  return distinct.map(([part, title]) => ({
    map: maps[part],
    scale,
    unit,
    title: distinct.length === 1 ? picture.title : legendTitle(picture, part, title),
    colours: themeColours(picture.theme),
    full: [figures.low, figures.high],
  }));
}

/** Parts that share a map share its legend. */
function legendTitle({ maps }: MatrixPicture, part: (typeof mapParts)[number][0], title: string): string {
  const same = mapParts.filter(([other]) => maps[other] === maps[part]).map(([, text]) => text);
  return same.length > 1 ? same.join(', ') : title;
}

export const KEY_WIDTH = 96;

/** A single legend has a longer title. */
export function legendLength(width: number, count: number, key: boolean): number {
  return Math.max(40, Math.min(count === 1 ? 300 : 180, (width - 16 - (key ? KEY_WIDTH : 0)) / count - 20));
}

/** For exports: legends and key below the picture; on screen they are canvases of their own. */
export function drawLegends(target: RenderTarget, picture: MatrixPicture, top: number): void {
  const models = legendModels(picture);
  const key = keyItems(picture).length > 0;
  const length = legendLength(picture.width, models.length, key);
  models.forEach((model, i) => {
    const left = 8 + i * (length + 20);
    createLegendDrawing()(target, model, { left, top: top + 20, right: left + length, bottom: top + 32 });
  });
  target.group({ x: 8 + models.length * (length + 20), y: top }, () => drawMatrixKey(target, picture));
}

type KeyMark = 'idle' | 'missing' | 'down' | 'other jobs';

export function keyItems({ idle, broken, matrix, shares }: MatrixPicture): KeyMark[] {
  const items: KeyMark[] = [];
  if (idle) items.push('idle');
  if (matrix.missing.length > 0) items.push('missing');
  if (broken) items.push('down');
  if (shares) items.push('other jobs');
  return items;
}

/** Marks that are no colour of a map. */
export function drawMatrixKey(target: RenderTarget, picture: MatrixPicture): void {
  const colours = themeColours(picture.theme);
  keyItems(picture).forEach((item, i) => {
    const [x, y] = [4 + (i >= 3 ? KEY_WIDTH / 2 : 0), 4 + (i % 3) * 15];
    drawKeyMark(target, item, x, y, picture, colours);
    target.text(x + 15, y + 5.5, item, { fill: colours.muted, size: 10, baseline: 'middle' });
  });
}

function drawKeyMark(
  target: RenderTarget,
  item: KeyMark,
  x: number,
  y: number,
  picture: MatrixPicture,
  colours: ThemeColours,
): void {
  const size = 10;
  if (item === 'idle' || item === 'other jobs') {
    target.rect(x, y, size, size, { fill: item === 'idle' ? idleColour(picture.theme) : OTHER_JOBS });
    return;
  }
  const stroke = item === 'missing' ? colours.faded : colours.muted;
  target.path(
    (path) => {
      path.moveTo(x, y + size);
      path.lineTo(x + size, y);
      if (item === 'missing') {
        path.moveTo(x, y);
        path.lineTo(x + size, y + size);
        return;
      }
      path.moveTo(x, y + size / 2);
      path.lineTo(x + size / 2, y);
      path.moveTo(x + size / 2, y + size);
      path.lineTo(x + size, y + size / 2);
    },
    { stroke, lineWidth: 1 },
  );
}
