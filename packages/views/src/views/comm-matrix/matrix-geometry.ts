import type { ColourMap, ColourScale, ThemeColours } from '@weft/draw';
import type { MatrixData, MatrixMeasure } from './matrix-model.ts';
import type { MatrixWindow } from './matrix-window.ts';

export interface MatrixModel {
  readonly width: number;
  readonly height: number;
  readonly colours: ThemeColours;
  readonly data: MatrixData;
  readonly window: MatrixWindow;
  readonly measure: MatrixMeasure;
  /** `rank`, `community` or `host`. */
  readonly order: string;
  readonly map: ColourMap;
  readonly scale: ColourScale;
  /** Selected ranks; empty = all. */
  readonly selected: ReadonlySet<number>;
}

interface Square {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

const LEFT = 64;
const TOP = 42;
/** Height of the bars of a marginal. */
export const BARS = 34;
const RIGHT = BARS + 116;
const BOTTOM = 10;

/** A square, so that sending and receiving are read the same way. */
export function matrixSquare({ width, height }: Pick<MatrixModel, 'width' | 'height'>): Square {
  const side = Math.max(40, Math.min(width - LEFT - RIGHT, height - TOP - BARS - BOTTOM));
  return { left: LEFT, top: TOP, side };
}

export function legendBox(model: Pick<MatrixModel, 'width' | 'height'>) {
  const { left, top, side } = matrixSquare(model);
  const x = left + side + BARS + 16;
  return { left: x, top: top + 18, right: x + 12, bottom: top + 18 + Math.min(side - 40, 180) };
}

/** Room for the note below everything. */
const NOTE = 34;

/** Where the largest pairs are listed: beside the square or below it; null where neither has room. */
export function listBox(model: Pick<MatrixModel, 'width' | 'height'>) {
  const { left, top, side } = matrixSquare(model);
  const beside = legendBox(model).left + 96;
  const width = Math.min(model.width - beside - 16, 320);
  if (width >= 190 && side >= 120) return { left: beside, top: top - 2, width, height: side };
  const below = top + side + BARS + 20;
  const height = model.height - below - NOTE;
  return height < 96 ? null : { left, top: below, width: Math.min(model.width - left - 16, 480), height };
}

export function positionAt(model: MatrixModel, x: number, y: number): { row: number; column: number } | null {
  const { left, top, side } = matrixSquare(model);
  if (x < left || x >= left + side || y < top || y >= top + side) return null;
  const { row, column, size } = model.window;
  return { row: row + ((y - top) / side) * size, column: column + ((x - left) / side) * size };
}

export function columnToX(model: MatrixModel, position: number): number {
  const { left, side } = matrixSquare(model);
  return left + ((position - model.window.column) / model.window.size) * side;
}

export function rowToY(model: MatrixModel, position: number): number {
  const { top, side } = matrixSquare(model);
  return top + ((position - model.window.row) / model.window.size) * side;
}
