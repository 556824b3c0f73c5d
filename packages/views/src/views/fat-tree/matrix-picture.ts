import type { FatTreeMatrix } from '@weft/layout';
import type { Network } from '@weft/model';
import type { ColourScale } from '../../kit/colour-scale.ts';
import type { Transform } from '../../kit/zoom-pan.ts';
import type { RouteMarks, Theme } from '../../workspace.ts';
import type { JobShare } from './job-widths.ts';
import type { MatrixMaps } from './link-colours.ts';
import type { SwitchMaxima } from './switch-maxima.ts';

/** What is drawn: everything the picture depends on, as plain data. */
export interface MatrixPicture {
  readonly width: number;
  readonly height: number;
  readonly theme: Theme;
  readonly network: Network;
  readonly matrix: FatTreeMatrix;
  /** World (cells) to CSS pixels. */
  readonly transform: Transform;
  readonly linkPixels: Uint32Array;
  readonly partPixels: Uint32Array;
  readonly totals: Float64Array;
  readonly maxima: SwitchMaxima;
  readonly routes: RouteMarks | null;
  readonly scale: ColourScale;
  readonly maps: MatrixMaps;
  readonly full: readonly [number, number];
  readonly unit: string;
  readonly title: string;
  /** Null: switches show traffic. */
  readonly shares: ReadonlyMap<number, readonly JobShare[]> | null;
  readonly hovered: MatrixItem | null;
  readonly sources: readonly number[];
  readonly destinations: readonly number[];
  readonly pinned: readonly number[];
  readonly hostStrip: HostStrip | null;
}

export type MatrixItem =
  | { readonly kind: 'link'; readonly id: number }
  | { readonly kind: 'switch'; readonly id: number; readonly part: number }
  | { readonly kind: 'host'; readonly id: number };

/** The hosts below one leaf switch, shown on demand: the matrix itself leaves them out. */
export interface HostStrip {
  readonly leaf: number;
  readonly hosts: readonly number[];
  readonly up: readonly number[];
  readonly down: readonly number[];
}

export const LEGEND_HEIGHT = 48;
export const STRIP_HEIGHT = 54;

/** The part of the picture that holds the matrix. */
export function matrixArea(width: number, height: number, strip: boolean) {
  return {
    x: 8,
    y: 4,
    width: Math.max(40, width - 16),
    height: Math.max(40, height - LEGEND_HEIGHT - (strip ? STRIP_HEIGHT : 0) - 8),
  };
}

/** The whole matrix in the area, centred. */
export function fitMatrix(matrix: FatTreeMatrix, area: ReturnType<typeof matrixArea>): Transform {
  const k = Math.min(area.width / matrix.width, area.height / matrix.height);
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
