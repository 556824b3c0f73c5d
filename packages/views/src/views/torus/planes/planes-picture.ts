import type { LineRect, PlaneAxis, PlaneFrames, TorusLines, TorusRoles } from '@weft/layout';
import type { Network } from '@weft/model';
import type { TorusShape } from '@weft/network';
import type { CellPainter } from '../../../kit/cell-painter.ts';
import type { Transform } from '../../../kit/zoom-pan.ts';
import type { LineValues } from '../source/line-values.ts';
import type { LineFigure, PlaneMode } from '../source/torus-options.ts';
import type { LinkColouring } from '../source/torus-source.ts';

/** Where planes stand and what is drawn between and within them; changes with roles, size and detail. */
export interface PlanesGeometry {
  readonly mode: PlaneMode;
  readonly roles: TorusRoles;
  readonly across: PlaneAxis;
  readonly down: PlaneAxis;
  readonly lines: TorusLines;
  readonly frames: PlaneFrames;
  readonly painter: CellPainter;
  /** Null where nodes are too small to be drawn, or planes are seen edge on. */
  readonly nodePitch: number | null;
  readonly apart: boolean;
}

/** What is drawn: everything the picture depends on, as plain data. */
export interface PlanesPicture extends PlanesGeometry, LinkColouring {
  readonly width: number;
  readonly height: number;
  readonly network: Network;
  readonly shape: TorusShape;
  readonly transform: Transform;
  readonly totals: Float64Array;
  readonly visible: Uint8Array | null;
  readonly values: LineValues;
  readonly figure: LineFigure;
  readonly colours: Uint32Array;
  readonly ranks: Uint8Array;
  readonly unit: string;
  readonly title: string;
  readonly chosenNodes: readonly number[];
  readonly chosenLinks: readonly number[];
  /** Values of the magnified group by dimension, -1 = any; null = none is magnified. */
  readonly group: readonly number[] | null;
}

export type PlaneItem =
  | { readonly kind: 'line'; readonly id: number }
  | { readonly kind: 'node'; readonly id: number }
  | { readonly kind: 'group'; readonly id: number };

/** Labels of rows stand left of the planes, those of columns below. */
const LEFT = 58;
const TOP = 24;
const RIGHT = 10;
const LABEL_ROW = 17;

export function planesArea(width: number, height: number, levels: number) {
  const bottom = 8 + LABEL_ROW * Math.max(1, levels);
  return {
    x: LEFT,
    y: TOP,
    width: Math.max(60, width - LEFT - RIGHT),
    height: Math.max(40, height - TOP - bottom),
  };
}

export function screenRect([x, y, width, height]: LineRect, { k, x: dx, y: dy }: Transform): LineRect {
  return [x * k + dx, y * k + dy, width * k, height * k];
}

export function lineRect(
  { lines, transform }: Pick<PlanesPicture, 'lines' | 'transform'>,
  line: number,
): LineRect {
  const [x, y, width, height] = lines.rects.subarray(line * 4, line * 4 + 4);
  return screenRect([x, y, width, height], transform);
}
