import type { ReadonlySignal } from '@preact/signals';
import type { ColourScale, Theme } from '@weft/draw';
import type { LinkMatrix } from '@weft/layout';
import type { Cube, Network } from '@weft/model';
import type { CellPainter } from '../../kit/cell-painter.ts';
import type { LinkFigures } from '../../kit/link-colour-scale.ts';
import type { Transform } from '../../kit/zoom-pan.ts';
import type { RouteMarks } from '../../workspace.ts';
import type { CellColours } from './cell-colours.ts';
import type { JobShare } from './job-widths.ts';
import type { MatrixMaps } from './matrix-colour-maps.ts';
import type { SwitchMaxima } from './switch-maxima.ts';

/** What is drawn: everything the picture depends on, as plain data. */
export interface MatrixPicture extends CellColours {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly network: Network;
  readonly matrix: LinkMatrix;
  readonly painter: CellPainter;
  /** World (cells) to CSS pixels. */
  readonly transform: Transform;
  readonly totals: Float64Array;
  readonly visible: Uint8Array | null;
  /** Computed when first asked for. */
  readonly maxima: ReadonlySignal<SwitchMaxima>;
  readonly routes: RouteMarks | null;
  readonly scale: ColourScale;
  readonly maps: MatrixMaps;
  readonly figures: LinkFigures;
  readonly unit: string;
  readonly title: string;
  /** Null: switches show traffic. */
  readonly shares: ReadonlyMap<number, readonly JobShare[]> | null;
  readonly sources: readonly number[];
  readonly destinations: readonly number[];
  /** Links: routes start at these, end at those, pass the last. */
  readonly sourcePorts: readonly number[];
  readonly destinationPorts: readonly number[];
  readonly pinned: readonly number[];
  readonly hostStrip: HostStrip | null;
  /** The metric over time, for links that have room for it; null until it is there. */
  readonly cube: Cube | null;
  /** What the key has to explain. */
  readonly idle: boolean;
  readonly broken: boolean;
}

export type MatrixItem =
  | { readonly kind: 'link'; readonly id: number }
  /** `at`: which of its drawn halves; switches above L2 stand in every pod. */
  | { readonly kind: 'switch'; readonly id: number; readonly part: number; readonly at: number }
  | { readonly kind: 'host'; readonly id: number };

/** The hosts below one leaf switch, shown on demand: the matrix itself leaves them out. */
export interface HostStrip {
  readonly leaf: number;
  readonly hosts: readonly number[];
  readonly up: readonly number[];
  readonly down: readonly number[];
}

export type Rect = readonly [x: number, y: number, width: number, height: number];

export const LEGEND_HEIGHT = 52;
const STRIP_HEIGHT = 34;

/** The part of the picture that holds the matrix. */
export function matrixArea(width: number, height: number, strip: boolean) {
  return {
    x: 8,
    y: 4,
    width: Math.max(40, width - 16),
    height: Math.max(40, height - (strip ? STRIP_HEIGHT : 0) - 8),
  };
}

/** Larger cells make nothing clearer. */
const LARGEST_CELL = 28;

/** The whole matrix, centred. The strip of hosts has its room before it is there: a click moves nothing. */
export function fitMatrix(matrix: LinkMatrix, width: number, height: number): Transform {
  const area = matrixArea(width, height, true);
  const k = Math.min(area.width / matrix.width, area.height / matrix.height, LARGEST_CELL);
  return {
    k,
    x: area.x + (area.width - matrix.width * k) / 2,
    y: area.y + (area.height - matrix.height * k) / 2,
  };
}

/** First the fit, then the reader's zoom. */
export function compose(fit: Transform, zoom: Transform): Transform {
  return { k: fit.k * zoom.k, x: fit.x * zoom.k + zoom.x, y: fit.y * zoom.k + zoom.y };
}

/** The zoom after which a world rectangle stands in the middle of the area, its cells well readable. */
export function zoomTo(
  rect: Rect,
  fit: Transform,
  area: ReturnType<typeof matrixArea>,
  cell = 18,
): Transform {
  const k = Math.max(1, cell / fit.k);
  const centre = (at: number, size: number, offset: number) => (at + size / 2) * fit.k * k + offset * k;
  return {
    k,
    x: area.x + area.width / 2 - centre(rect[0], rect[2], fit.x),
    y: area.y + area.height / 2 - centre(rect[1], rect[3], fit.y),
  };
}

/** The zoom moved so that no side of the matrix leaves room blank that the matrix could fill. */
export function keepInside(
  zoom: Transform,
  matrix: Pick<LinkMatrix, 'width' | 'height'>,
  fit: Transform,
  area: ReturnType<typeof matrixArea>,
): Transform {
  const { k, x, y } = compose(fit, zoom);
  const shift = (at: number, size: number, from: number, room: number): number =>
    size <= room ? from + (room - size) / 2 - at : Math.min(Math.max(at, from + room - size), from) - at;
  return {
    k: zoom.k,
    x: zoom.x + shift(x, matrix.width * k, area.x, area.width),
    y: zoom.y + shift(y, matrix.height * k, area.y, area.height),
  };
}

/** The pod at a place of the matrix. */
export function blockAt({ blocks }: MatrixPicture['matrix'], x: number, y: number) {
  return blocks.find((one) => x >= one.x && x < one.x + one.width && y >= one.y && y < one.y + one.height);
}

/** So that a pod fills the picture. */
export function zoomToBlock(
  block: MatrixPicture['matrix']['blocks'][number],
  fit: Transform,
  area: ReturnType<typeof matrixArea>,
): Transform {
  const cell = Math.min(area.width / block.width, area.height / block.height);
  return zoomTo([block.x, block.y, block.width, block.height], fit, area, cell);
}

/** Where the host with this place stands in the strip. */
export function stripCell(
  { width, height, hostStrip }: Pick<MatrixPicture, 'width' | 'height' | 'hostStrip'>,
  place: number,
  down: boolean,
): Rect {
  const count = hostStrip?.hosts.length ?? 1;
  const left = 136;
  const step = Math.min(22, (width - left - 16) / count);
  return [left + place * step, height - STRIP_HEIGHT + 5 + (down ? 14 : 0), Math.max(2, step - 1.5), 13];
}

/** Every place an item is drawn at, in CSS pixels. */
export function itemRects(picture: MatrixPicture, item: MatrixItem): Rect[] {
  const { matrix, transform, hostStrip } = picture;
  if (item.kind === 'link')
    return Number.isNaN(matrix.linkRects[item.id * 4])
      ? []
      : [screenRect(matrix.linkRects, item.id, transform)];
  if (item.kind === 'host') {
    const place = hostStrip?.hosts.indexOf(item.id) ?? -1;
    return place < 0 ? [] : [stripCell(picture, place, false), stripCell(picture, place, true)];
  }
  const { vertex, part, rects } = matrix.switchParts;
  const places: Rect[] = [];
  for (let i = 0; i < vertex.length; i++)
    if (vertex[i] === item.id && part[i] === item.part) places.push(screenRect(rects, i, transform));
  return places;
}

/** Where the item itself is, among the places it is drawn at. */
export function itemRect(picture: MatrixPicture, item: MatrixItem): Rect | null {
  if (item.kind === 'switch') return screenRect(picture.matrix.switchParts.rects, item.at, picture.transform);
  return itemRects(picture, item)[0] ?? null;
}

export function screenRect(rects: Float32Array, i: number, { k, x, y }: Transform): Rect {
  return [rects[i * 4] * k + x, rects[i * 4 + 1] * k + y, rects[i * 4 + 2] * k, rects[i * 4 + 3] * k];
}
