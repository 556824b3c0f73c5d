import {
  createLegendDrawing,
  createRaster,
  crisp,
  paintHeatMap,
  parseColour,
  type Raster,
  type RenderTarget,
  valueTicks,
} from '@weft/draw';
import { formatQuantity } from '@weft/model';
import { BARS, columnToX, legendBox, type MatrixModel, matrixSquare, rowToY } from './matrix-geometry.ts';
import { finestPart, logExtent, type MatrixCell, type MatrixPart, valueExtent } from './matrix-model.ts';
import { matrixWords } from './matrix-words.ts';

export function drawMatrix(target: RenderTarget, model: MatrixModel): void {
  const { left, top, side } = matrixSquare(model);
  const { colours } = model;
  target.rect(0, 0, model.width, model.height, { fill: colours.background });
  target.rect(left, top, side, side, { fill: colours.plot });
  target.group({ clip: [left, top, side, side] }, () => {
    for (const part of model.data.parts) drawPart(target, model, part);
    drawNumbers(target, model);
    fadeOthers(target, model);
    drawGroupLines(target, model);
  });
  drawBars(target, model, 'sent');
  drawBars(target, model, 'received');
  drawMatrixAxis(target, model, 'row');
  drawMatrixAxis(target, model, 'column');
  drawTitles(target, model);
}

/** The colour bar, for pictures that leave the page; on screen the kit's legend stands there. */
export function drawMatrixLegend(target: RenderTarget, model: MatrixModel): void {
  createLegendDrawing()(target, legendModel(model), legendBox(model));
}

export function legendModel(model: MatrixModel) {
  const { column, unit, legend } = matrixWords[model.measure];
  const values = finestPart(model.data)[column];
  return {
    map: model.map,
    scale: model.scale,
    unit,
    title: legend,
    colours: model.colours,
    full: model.scale.kind === 'log' ? logExtent(values) : valueExtent(values),
  };
}

function drawPart(target: RenderTarget, model: MatrixModel, part: MatrixPart): void {
  const { senders, receivers } = part;
  if (senders.cells === 0 || receivers.cells === 0) return;
  const x = columnToX(model, receivers.from);
  const y = rowToY(model, senders.from);
  const width = columnToX(model, receivers.from + receivers.cells * receivers.block) - x;
  const height = rowToY(model, senders.from + senders.cells * senders.block) - y;
  target.rect(x, y, width, height, { fill: model.colours.plot });
  target.raster(rasterOf(part, model), x, y, width, height);
}

/** Cells from this many pixels on carry their number. */
const NUMBERED = 46;

function drawNumbers(target: RenderTarget, model: MatrixModel): void {
  const { data, window, scale, map } = model;
  const step = matrixSquare(model).side / window.size;
  const part = finestPart(data);
  if (step < NUMBERED || part.senders.block > 1) return;
  const { column, unit } = matrixWords[model.measure];
  const last = (from: number, to: number): number => Math.min(Math.ceil(from + window.size), to);
  const { senders, receivers } = part;
  for (let row = Math.max(Math.floor(window.row), senders.from); row < last(window.row, senders.to); row++) {
    const first = Math.max(Math.floor(window.column), receivers.from);
    for (let at = first; at < last(window.column, receivers.to); at++) {
      const value = part[column][(row - senders.from) * receivers.cells + at - receivers.from];
      if (!(value > 0)) continue;
      const fill = inkOn(map.css[scale.index(value)]);
      const x = columnToX(model, at + 0.5);
      const style = { fill, size: 10, align: 'middle', baseline: 'middle' } as const;
      target.text(x, rowToY(model, row + 0.5), formatQuantity(value, unit), style);
    }
  }
}

/** Black or white, whichever is easier to read on a colour. */
function inkOn(colour: string): string {
  const [red, green, blue] = parseColour(colour);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 140 ? '#111111' : '#ffffff';
}

const rasters = new WeakMap<MatrixPart, { key: string; raster: Raster }>();

function rasterOf(part: MatrixPart, { measure, scale, map, colours }: MatrixModel): Raster {
  const { column } = matrixWords[measure];
  const key = `${column} ${scale.kind} ${scale.domain} ${map.name} ${colours.plot}`;
  const known = rasters.get(part);
  if (known?.key === key) return known.raster;
  const values = part[column].map((value) => (value > 0 ? value : Number.NaN));
  const raster = paintHeatMap(values, { scale, map }, createRaster(part.receivers.cells, part.senders.cells));
  rasters.set(part, { key, raster });
  return raster;
}

/** Cells of which neither the sender nor the receiver is selected fade. */
function fadeOthers(target: RenderTarget, model: MatrixModel): void {
  const { selected, data, window, colours } = model;
  if (selected.size === 0) return;
  const wash = { fill: colours.background, opacity: 0.75 };
  const rows = unselectedRuns(data.rankAt, selected, window.row, window.row + window.size);
  const columns = unselectedRuns(data.rankAt, selected, window.column, window.column + window.size);
  target.path((sink) => {
    for (const [top, bottom] of rows) {
      const y = rowToY(model, top);
      for (const [left, right] of columns) {
        const x = columnToX(model, left);
        sink.rect(x, y, columnToX(model, right) - x, rowToY(model, bottom) - y);
      }
    }
  }, wash);
}

export function unselectedRuns(
  rankAt: Int32Array,
  selected: ReadonlySet<number>,
  from: number,
  to: number,
): [number, number][] {
  const runs: [number, number][] = [];
  const last = Math.min(Math.ceil(to), rankAt.length);
  let start = Math.floor(from);
  for (let position = start; position <= last; position++) {
    if (position < last && !selected.has(rankAt[position])) continue;
    if (position > start) runs.push([start, position]);
    start = position + 1;
  }
  return runs;
}

/** From this many groups on lines would be all there is to see. */
const MANY_GROUPS = 80;

function visibleGroups({ data, window }: MatrixModel, axis: 'row' | 'column') {
  const from = window[axis];
  return data.groups.filter(
    (group, at) => (data.groups[at + 1]?.from ?? data.ranks) > from && group.from < from + window.size,
  );
}

function drawGroupLines(target: RenderTarget, model: MatrixModel): void {
  const { left, top, side } = matrixSquare(model);
  const line = { stroke: model.colours.muted, opacity: 0.5 };
  for (const axis of ['row', 'column'] as const) {
    const groups = visibleGroups(model, axis);
    if (groups.length > MANY_GROUPS) continue;
    for (const { from } of groups) {
      if (from === 0) continue;
      const at = crisp(axis === 'row' ? rowToY(model, from) : columnToX(model, from));
      if (axis === 'row') target.line(left, at, left + side, at, line);
      else target.line(at, top, at, top + side, line);
    }
  }
}

/** Totals of each rank over all partners: right of the rows what they sent, below the columns what they received. */
function drawBars(target: RenderTarget, model: MatrixModel, which: 'sent' | 'received'): void {
  const { left, top, side } = matrixSquare(model);
  const { data, window, colours } = model;
  const { column, unit, byRow, byColumn } = matrixWords[model.measure];
  const totals = data[which][column];
  const down = which === 'sent';
  const from = down ? window.row : window.column;
  const pixels = Math.max(1, Math.round(side));
  const bins = binMaxima(totals, from, window.size, Math.min(pixels, Math.ceil(window.size)));
  const most = bins.reduce((high, value) => Math.max(high, value), 0);
  if (most === 0) return;
  const step = side / bins.length;
  bins.forEach((value, bin) => {
    const length = (value / most) * BARS;
    if (length === 0) return;
    const gap = step > 4 ? 1 : 0;
    const fill = { fill: colours.muted };
    if (down) target.rect(left + side + 4, top + bin * step, length, step - gap, fill);
    else target.rect(left + bin * step, top + side + 4, step - gap, length, fill);
  });
  const label = formatQuantity(most, unit);
  const style = { fill: colours.muted, size: 10 } as const;
  if (down) target.text(titleEnd(target, model) + 8, top - 24, `${byRow} per rank, ≤ ${label}`, style);
  else target.text(left + side + 6, top + side + 14, `${byColumn} per rank, ≤ ${label}`, style);
}

/** The largest rank of each bin, so that a busy rank never disappears. */
export function binMaxima(totals: Float64Array, from: number, size: number, bins: number): Float64Array {
  const maxima = new Float64Array(Math.max(bins, 1));
  const last = Math.min(totals.length, Math.ceil(from + size));
  for (let position = Math.floor(from); position < last; position++) {
    const bin = Math.floor(((position + 0.5 - from) / size) * maxima.length);
    if (bin >= 0 && bin < maxima.length && totals[position] > maxima[bin]) maxima[bin] = totals[position];
  }
  return maxima;
}

function drawMatrixAxis(target: RenderTarget, model: MatrixModel, axis: 'row' | 'column'): void {
  const { left, top, side } = matrixSquare(model);
  const { colours, selected, data } = model;
  const place = (position: number): number =>
    axis === 'row' ? rowToY(model, position + 0.5) : columnToX(model, position + 0.5);
  let free = Number.NEGATIVE_INFINITY;
  for (const { position, label } of axisLabels(model, axis)) {
    const at = place(position);
    const half = axis === 'row' ? 6 : target.measure(label) / 2 + 3;
    const [low, high] = axis === 'row' ? [top, top + side] : [left, left + side];
    if (at < low || at > high || at - half < free) continue;
    free = at + half;
    if (axis === 'row') {
      target.text(left - 6, at, label, { fill: colours.muted, align: 'end', baseline: 'middle' });
    } else target.text(at, top - 6, label, { fill: colours.muted, align: 'middle' });
  }
  const thickness = Math.max(side / model.window.size, 2);
  if (selected.size === 0) return;
  data.rankAt.forEach((rank, position) => {
    if (!selected.has(rank)) return;
    const at = place(position) - thickness / 2;
    const mark = { fill: colours.accent };
    if (axis === 'row' && at >= top - thickness && at < top + side)
      target.rect(left - 4, at, 3, thickness, mark);
    if (axis === 'column' && at >= left - thickness && at < left + side)
      target.rect(at, top - 4, thickness, 3, mark);
  });
}

/** Names of groups at their middle where they fit, else ranks at round positions. */
function axisLabels(model: MatrixModel, axis: 'row' | 'column'): { position: number; label: string }[] {
  const { data, window, order } = model;
  const from = window[axis];
  const groups = visibleGroups(model, axis);
  if (order !== 'rank' && groups.length <= 24 && window.size > 24) {
    return groups.map(({ from: first, name }) => {
      const next = data.groups.find((other) => other.from > first)?.from ?? data.ranks;
      const middle = (Math.max(first, from) + Math.min(next, from + window.size)) / 2 - 0.5;
      return { position: middle, label: name.replace('community ', 'c') };
    });
  }
  const count = Math.max(2, Math.floor(matrixSquare(model).side / 40));
  return valueTicks([from, from + window.size - 1], count, 'count')
    .filter(({ value }) => value >= 0 && value < data.ranks)
    .map(({ value }) => ({ position: value, label: String(data.rankAt[value]) }));
}

function drawTitles(target: RenderTarget, model: MatrixModel): void {
  const { left, top, side } = matrixSquare(model);
  const style = { fill: model.colours.muted } as const;
  const title = axisTitle(model, 'columns');
  const centre = Math.max(left + side / 2, target.measure(title) / 2 + 8);
  target.text(centre, top - 24, title, { ...style, align: 'middle' });
  target.text(12, top + side / 2, axisTitle(model, 'rows'), { ...style, align: 'middle', rotate: -90 });
}

function axisTitle({ order, measure }: MatrixModel, axis: 'rows' | 'columns'): string {
  return `${matrixWords[measure][axis]} ${order === 'rank' ? 'rank' : `rank, by ${order}`}`;
}

/** Where the title above the square ends, or the square itself where that is further. */
function titleEnd(target: RenderTarget, model: MatrixModel): number {
  const { left, side } = matrixSquare(model);
  const width = target.measure(axisTitle(model, 'columns'));
  return Math.max(left + side - 4, Math.max(left + side / 2, width / 2 + 8) + width / 2);
}

export function drawMatrixOverlay(
  target: RenderTarget,
  model: MatrixModel,
  hovered: MatrixCell | null,
): void {
  if (!hovered) return;
  const { left, top, side } = matrixSquare(model);
  const x = columnToX(model, hovered.receivers[0]);
  const y = rowToY(model, hovered.senders[0]);
  const width = columnToX(model, hovered.receivers[1]) - x;
  const height = rowToY(model, hovered.senders[1]) - y;
  target.group({ clip: [left, top, side, side] }, () => {
    target.rect(left, y, side, height, { fill: model.colours.hover });
    target.rect(x, top, width, side, { fill: model.colours.hover });
    target.rect(x - 0.5, y - 0.5, width + 1, height + 1, { stroke: model.colours.ink, lineWidth: 1.5 });
  });
}
