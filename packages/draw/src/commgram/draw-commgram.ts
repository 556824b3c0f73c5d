import { BAR_WIDTH, splineBeziers } from '@weft/layout';
import { formatQuantity } from '@weft/model';
import type { RenderTarget } from '../target/render-target.ts';
import { type CommgramPicture, noZoom, type PlotZoom, rowHeights, sx, sy } from './commgram-picture.ts';
import { drawBands, drawRibbons } from './draw-ribbons.ts';

/** Draws the whole picture. A page with a GPU draws the ribbons by itself and calls the parts below. */
export function drawCommgram(target: RenderTarget, picture: CommgramPicture, zoom: PlotZoom = noZoom): void {
  drawGround(target, picture);
  inPlot(target, picture, () => {
    if (picture.parts !== 'curve') {
      drawBands(target, picture, zoom);
      drawRibbons(target, picture, zoom);
    }
  });
  drawMarks(target, picture, zoom);
}

export function drawGround(
  target: RenderTarget,
  { width, height, geometry: { area }, style }: CommgramPicture,
): void {
  target.rect(0, 0, width, height, { fill: style.background });
  target.rect(area.left, area.top, area.right - area.left, area.bottom - area.top, { fill: style.plot });
}

/** Bars, curve, axis and legends: all but the traffic itself. */
export function drawMarks(target: RenderTarget, picture: CommgramPicture, zoom: PlotZoom = noZoom): void {
  inPlot(target, picture, () => {
    if (picture.parts !== 'curve') drawBars(target, picture, zoom);
    if (picture.parts !== 'ribbons') drawCurve(target, picture, zoom);
  });
  drawPhaseAxis(target, picture, zoom);
  drawLegends(target, picture, zoom);
}

export function inPlot(
  target: RenderTarget,
  { geometry: { area } }: CommgramPicture,
  draw: () => void,
): void {
  target.group({ clip: [area.left, area.top, area.right - area.left, area.bottom - area.top] }, draw);
}

function drawBars(target: RenderTarget, picture: CommgramPicture, zoom: PlotZoom): void {
  const { geometry, style, colours, barColours } = picture;
  const { x, top, height } = geometry.bars;
  for (let i = 0; i < x.length; i++) {
    const y = sy(zoom, top[i]);
    const h = height[i] * zoom.ky;
    if (y > geometry.area.bottom || y + h < geometry.area.top) continue;
    const fill = barColours && barColours[i] >= 0 ? colours.css(barColours[i]) : style.muted;
    const left = sx(zoom, x[i]);
    target.rect(left, y, BAR_WIDTH, Math.max(0.4, h), { fill, opacity: h < 1.5 ? 0.55 : 0.9 });
  }
}

/** Level within a phase, bent between phases: the jumps of the heartbeat. */
function drawCurve(target: RenderTarget, { geometry, style, facts }: CommgramPicture, zoom: PlotZoom): void {
  const { cells, curve, phases } = geometry;
  if (phases === 0) return;
  const paint = { stroke: style.curve, lineWidth: 2, join: 'round' } as const;
  target.path((sink) => {
    for (let p = 0; p < phases; p++) {
      const y = sy(zoom, curve[p]);
      if (p === 0) sink.moveTo(sx(zoom, cells.left[p]), y);
      else {
        const ends = {
          x0: sx(zoom, cells.right[p - 1]),
          y0: sy(zoom, curve[p - 1]),
          x1: sx(zoom, cells.left[p]),
          y1: y,
        };
        const [, a, b, middle, c, d, end] = splineBeziers(ends);
        sink.bezierCurveTo(a[0], a[1], b[0], b[1], middle[0], middle[1]);
        sink.bezierCurveTo(c[0], c[1], d[0], d[1], end[0], end[1]);
      }
      sink.lineTo(sx(zoom, cells.right[p]), y);
    }
  }, paint);
  for (const p of facts.outliers) {
    const x = sx(zoom, (cells.left[p] + cells.right[p]) / 2);
    target.circle(x, sy(zoom, curve[p]), 4.5, {
      fill: style.background,
      stroke: style.curve,
      lineWidth: 1.5,
    });
  }
}

function drawPhaseAxis(target: RenderTarget, picture: CommgramPicture, zoom: PlotZoom): void {
  const { geometry, style, facts } = picture;
  const { area, cells, phases } = geometry;
  // Left of the axis stands its title.
  let free = area.left;
  for (let p = 0; p < phases; p++) {
    const x = sx(zoom, (cells.left[p] + cells.right[p]) / 2);
    if (x < area.left || x > area.right) continue;
    const half = target.measure(facts.names[p]) / 2;
    if (x - half < free) continue;
    target.text(x, area.bottom + 5, facts.names[p], {
      fill: style.muted,
      align: 'middle',
      baseline: 'hanging',
    });
    free = x + half + 4;
  }
  const beside = { fill: style.muted, align: 'end', baseline: 'hanging', size: 11 } as const;
  target.text(area.left - 4, area.bottom + 5, picture.axisTitle, beside);
  let y = area.bottom + rowHeights.axis;
  if (picture.patternRow) {
    drawSections(target, picture, zoom, y);
    target.text(area.left - 4, y + 5, 'pattern', beside);
    y += rowHeights.pattern;
  }
  picture.band.forEach((_, row) => {
    drawBandRow(target, picture, zoom, row, y + row * rowHeights.band);
  });
}

/** A bracket and a name for each run of one pattern. */
function drawSections(
  target: RenderTarget,
  { geometry, style, facts }: CommgramPicture,
  zoom: PlotZoom,
  y: number,
): void {
  const { area, cells } = geometry;
  if (facts.sections.length > 1 && facts.patterns.every((name) => name === null)) {
    target.text(area.left + 8, y + 5, 'no pattern occurs twice', { fill: style.muted, baseline: 'hanging' });
    return;
  }
  for (const [first, end] of facts.sections) {
    const left = Math.max(area.left, sx(zoom, cells.left[first]));
    const right = Math.min(area.right, sx(zoom, cells.right[end - 1]));
    if (right <= left) continue;
    const name = facts.patterns[first];
    if (geometry.phases === 1) return;
    target.line(left, y + 2.5, right, y + 2.5, { stroke: name ? style.muted : style.curve, lineWidth: 1.5 });
    const times = end - first > 1 ? ` ×${end - first}` : '';
    const text = [`${name ?? 'once'}${times}`, name ?? 'once', name?.slice(2) ?? '!'].find(
      (candidate) => target.measure(candidate) < right - left + 6,
    );
    if (text) {
      const middle = { align: 'middle', baseline: 'hanging' } as const;
      target.text((left + right) / 2, y + 5, text, { fill: name ? style.ink : style.curve, ...middle });
    }
  }
}

function drawBandRow(
  target: RenderTarget,
  picture: CommgramPicture,
  zoom: PlotZoom,
  row: number,
  y: number,
): void {
  const { geometry, style, band } = picture;
  const { area, cells } = geometry;
  const { values, title, unit } = band[row];
  const most = values.reduce((high, value) => Math.max(high, value || 0), 0);
  const bottom = y + rowHeights.band - 3;
  const tall = rowHeights.band - 14;
  const tail = `, up to ${formatQuantity(most, unit)}`;
  const short = `${title.replace(/ \(.*\)$/, '')}${tail}`;
  const fits = target.measure(title + tail, { size: 10 }) <= area.right - area.left;
  target.text(area.left, y + 1, fits ? title + tail : short, {
    fill: style.muted,
    baseline: 'hanging',
    size: 10,
  });
  for (let p = 0; p < values.length; p++) {
    const left = Math.max(area.left, sx(zoom, cells.left[p]));
    const right = Math.min(area.right, sx(zoom, cells.right[p]));
    if (right <= left || !(values[p] >= 0)) continue;
    const high = most > 0 ? (values[p] / most) * tall : 0;
    target.rect(left, bottom - high, right - left, high, {
      fill: style.muted,
      opacity: row === 0 ? 0.85 : 0.5,
    });
  }
  target.line(area.left, bottom, area.right, bottom, { stroke: style.hairline });
}

const LEGEND = { top: 22, width: 140, height: 8 } as const;

function drawLegends(target: RenderTarget, picture: CommgramPicture, zoom: PlotZoom): void {
  const { geometry, style, colours, parts, illustrative } = picture;
  const { left, right } = geometry.area;
  const above = { fill: style.muted, size: 11 } as const;
  if (parts === 'curve' || geometry.ribbons.bytes.length === 0) {
    target.text(left, 16, 'change of the communication pattern from phase to phase', above);
    return;
  }
  target.text(left, 16, colours.title, above);
  for (let i = 0; i < LEGEND.width; i += 2) {
    const place = i / LEGEND.width;
    const paint = { fill: colours.css(place), opacity: illustrative ? 1 : colours.alpha(place) };
    target.rect(left + i, LEGEND.top, 2, LEGEND.height, paint);
  }
  const [low, high] = colours.domain;
  const under = { fill: style.ink, baseline: 'hanging', size: 10 } as const;
  target.text(left, LEGEND.top + 11, formatQuantity(low, colours.unit), under);
  target.text(left + LEGEND.width, LEGEND.top + 11, formatQuantity(high, colours.unit), {
    ...under,
    align: 'end',
  });
  const next = left + LEGEND.width + 40;
  drawWidthKey(target, picture, zoom, next, Math.max(next, right - 200));
  if (parts === 'both') drawCurveKey(target, picture, next + 100);
}

/** What the line across the phases tells, as far as there is room to say it. */
function drawCurveKey(target: RenderTarget, { geometry, style }: CommgramPicture, x: number): void {
  const texts = ['level while the pattern stays, jumps when it changes', 'jumps with the pattern'];
  const under = { size: 10 } as const;
  const text = texts.find((each) => x + 30 + target.measure(each, under) <= geometry.area.right);
  if (text === undefined) return;
  target.text(x, 16, 'curve', { fill: style.muted, size: 11 });
  target.line(x, 31, x + 24, 31, { stroke: style.curve, lineWidth: 2 });
  target.text(x + 30, 31, text, { ...under, fill: style.ink, baseline: 'middle' });
}

/** A ribbon of round size in its true width. */
function drawWidthKey(
  target: RenderTarget,
  picture: CommgramPicture,
  zoom: PlotZoom,
  x: number,
  limit: number,
): void {
  const { geometry, style } = picture;
  const scale = geometry.pixelsPerByte * zoom.ky;
  if (!(scale > 0) || x > limit) return;
  const power = 10 ** Math.floor(Math.log10(16 / scale));
  const bytes = ([5, 2, 1].find((factor) => factor * power * scale <= 16) ?? 1) * power;
  if (!Number.isFinite(bytes)) return;
  target.text(x, 16, 'width', { fill: style.muted, size: 11 });
  const width = bytes * scale;
  target.rect(x, 31 - width / 2, 24, width, { fill: style.muted, opacity: 0.7 });
  target.text(x + 30, 31, formatQuantity(bytes, 'B'), { fill: style.ink, baseline: 'middle', size: 10 });
}
