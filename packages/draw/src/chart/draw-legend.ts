import { formatQuantity } from '@weft/model';
import type { ColourMap } from '../colour/colour-map.ts';
import type { ColourScale } from '../colour/colour-scale.ts';
import type { ThemeColours } from '../colour/theme.ts';
import type { Raster, RenderTarget } from '../target/render-target.ts';
import { createRaster } from './heat-map.ts';

export interface LegendModel {
  readonly map: ColourMap;
  readonly scale: ColourScale;
  readonly unit: string;
  readonly title: string;
  readonly colours: ThemeColours;
  /** Lowest and highest value of the data: the legend spans both them and the scale's domain. */
  readonly full: readonly [number, number];
}

export interface LegendBox {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export const LEGEND_THICKNESS = 12;

/** Value to pixel along a legend; logarithmic where the scale is. */
export function legendPlace(model: LegendModel, from: number, to: number) {
  const [low, high] = legendExtent(model);
  const log = model.scale.kind === 'log';
  const map = (value: number): number => (log ? Math.log(Math.max(value, low)) : value);
  const span = map(high) - map(low) || 1;
  return {
    toPixel: (value: number): number => from + ((map(value) - map(low)) / span) * (to - from),
    toValue: (pixel: number): number => {
      const place = map(low) + ((pixel - from) / (to - from)) * span;
      return log ? Math.exp(place) : place;
    },
  };
}

export function legendExtent({ scale, full }: LegendModel): [number, number] {
  const low = scale.kind === 'log' ? scale.domain[0] : Math.min(full[0], scale.domain[0]);
  return [low, Math.max(full[1], scale.domain[1])];
}

/** A colour bar with its values; `box` is the bar alone, labels stand right of or below it. A raster is kept between drawings. */
export function createLegendDrawing(): (target: RenderTarget, model: LegendModel, box: LegendBox) => void {
  let bar: Raster | null = null;
  return (target, model, box) => {
    const vertical = box.bottom - box.top > box.right - box.left;
    const length = Math.max(1, Math.round(vertical ? box.bottom - box.top : box.right - box.left));
    const width = vertical ? 1 : length;
    if (bar?.pixels.length !== length || bar.width !== width) bar = createRaster(width, length / width);
    drawLegend(target, model, box, bar);
  };
}

function drawLegend(target: RenderTarget, model: LegendModel, box: LegendBox, bar: Raster): void {
  const vertical = box.bottom - box.top > box.right - box.left;
  const place = vertical ? legendPlace(model, box.bottom, box.top) : legendPlace(model, box.left, box.right);
  const first = vertical ? box.top : box.left;
  for (let at = 0; at < bar.pixels.length; at++)
    bar.pixels[at] = model.map.pixels[model.scale.index(place.toValue(first + at + 0.5))];
  target.raster(bar, box.left, box.top, box.right - box.left, box.bottom - box.top);
  drawEnds(target, model, box, vertical, place.toPixel);
  if (model.scale.kind === 'diverging' && !vertical) drawMiddle(target, model, box, place.toPixel);
  const above = { fill: model.colours.muted, baseline: 'alphabetic' } as const;
  target.text(box.left, box.top - 6, model.title, above);
}

function drawEnds(
  target: RenderTarget,
  model: LegendModel,
  box: LegendBox,
  vertical: boolean,
  toPixel: (value: number) => number,
): void {
  const [low, high] = model.scale.domain;
  for (const [value, end] of [
    [low, 0],
    [high, 1],
  ] as const) {
    const at = toPixel(value);
    const label = formatQuantity(value, model.unit);
    const { ink } = model.colours;
    if (vertical) {
      target.line(box.left - 2, at, box.right + 2, at, { stroke: ink, lineWidth: 1.5 });
      target.text(box.right + 6, at, label, { fill: ink, baseline: end ? 'hanging' : 'alphabetic' });
    } else {
      target.line(at, box.top - 2, at, box.bottom + 2, { stroke: ink, lineWidth: 1.5 });
      target.text(at, box.bottom + 5, label, {
        fill: ink,
        align: end ? 'end' : 'start',
        baseline: 'hanging',
      });
    }
  }
}

/** The mid point of a diverging scale, labelled where the labels of the ends leave room. */
function drawMiddle(
  target: RenderTarget,
  { scale, unit, colours }: LegendModel,
  box: LegendBox,
  toPixel: (value: number) => number,
): void {
  const middle = scale.invert(0.5);
  const at = toPixel(middle);
  target.line(at, box.top - 2, at, box.bottom + 2, { stroke: colours.ink, lineWidth: 1 });
  const label = formatQuantity(middle, unit);
  const half = target.measure(label) / 2 + 4;
  const [low, high] = scale.domain;
  const free = [low, high].every((end, i) => {
    const edge = toPixel(end) + (i === 0 ? 1 : -1) * target.measure(formatQuantity(end, unit));
    return i === 0 ? at - half > edge : at + half < edge;
  });
  if (free)
    target.text(at, box.bottom + 5, label, { fill: colours.ink, align: 'middle', baseline: 'hanging' });
}
