import { createLegendDrawing, type LegendModel, type RenderTarget, themeColours } from '@weft/draw';
import type { LinkColouring } from '../source/torus-source.ts';

/** What a part of the view colours its links by. */
export interface ColouredPicture extends LinkColouring {
  /** Empty where nothing was measured. */
  readonly totals: Float64Array;
  readonly unit: string;
  readonly title: string;
}

export const LEGEND_HEIGHT = 52;

/** On a narrow page the words beside the colours take more lines. */
export function legendHeight(width: number): number {
  return width < 480 ? 78 : LEGEND_HEIGHT;
}

export function legendModel({ map, scale, unit, title, figures, theme }: ColouredPicture): LegendModel {
  return { map, scale, unit, title, colours: themeColours(theme), full: [figures.low, figures.high] };
}

/** Below an exported picture. */
export function drawTorusLegend(
  target: RenderTarget,
  picture: ColouredPicture,
  width: number,
  top: number,
): void {
  if (picture.totals.length === 0) return;
  const box = { left: 8, top: top + 20, right: Math.min(308, width - 8), bottom: top + 32 };
  createLegendDrawing()(target, legendModel(picture), box);
}
