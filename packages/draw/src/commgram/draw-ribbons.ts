import { type CommgramGeometry, ribbonPolygon } from '@weft/layout';
import type { RenderTarget } from '../target/render-target.ts';
import { type CommgramPicture, type PlotZoom, sx, sy } from './commgram-picture.ts';

type RibbonEnds = Readonly<Record<'x0' | 'y0' | 'x1' | 'y1', number>>;

/** Pixels around an illustrative ribbon, in the colour of the ground: they tell which of two runs above the other. */
const RIM = 1.5;
const HEAD = { least: 5, longest: 9 } as const;

/** Who moves to another community between two phases. */
export function drawBands(target: RenderTarget, { geometry, style }: CommgramPicture, zoom: PlotZoom): void {
  const { x0, y0, x1, y1, width } = geometry.bands;
  for (let i = 0; i < x0.length; i++) {
    const ends = { x0: sx(zoom, x0[i]), y0: sy(zoom, y0[i]), x1: sx(zoom, x1[i]), y1: sy(zoom, y1[i]) };
    if (isOutside(geometry, ends)) continue;
    tracePolygon(target, ribbonPolygon(ends, Math.max(0.5, width[i] * zoom.ky)), style.muted, 0.07);
  }
}

export function drawRibbons(target: RenderTarget, picture: CommgramPicture, zoom: PlotZoom): void {
  const { geometry, colours, ribbonPlaces, illustrative } = picture;
  const { x0, y0, x1, y1, width, bytes } = geometry.ribbons;
  const order = ribbonOrder(geometry);
  for (const i of illustrative ? order.reverse() : order) {
    const ends = { x0: sx(zoom, x0[i]), y0: sy(zoom, y0[i]), x1: sx(zoom, x1[i]), y1: sy(zoom, y1[i]) };
    if (isOutside(geometry, ends)) continue;
    const place = ribbonPlaces ? ribbonPlaces[i] : colours.place(bytes[i]);
    const wide = Math.max(MIN_WIDTH, width[i] * zoom.ky);
    if (illustrative) drawArrow(target, ends, wide, colours.css(place), picture.style.plot);
    else tracePolygon(target, ribbonPolygon(ends, wide), colours.css(place), colours.alpha(place));
  }
}

/**
 * A ribbon as an illustrator draws it: opaque, with a rim, and pointed where it is received. The small run above the
 * large, so that none is hidden.
 */
function drawArrow(target: RenderTarget, ends: RibbonEnds, wide: number, fill: string, ground: string): void {
  const { x0, x1, y1 } = ends;
  const high = Math.max(HEAD.least, wide);
  const neck = x1 - Math.min(HEAD.longest, high, (x1 - x0) / 3);
  // Half a pixel more, so that no seam shows between shaft and head.
  const shaft = { ...ends, x1: neck + 0.5 };
  tracePolygon(target, ribbonPolygon(shaft, wide + 2 * RIM), ground, 1);
  tracePolygon(target, ribbonPolygon(shaft, wide), fill, 1);
  tracePolygon(target, Float64Array.of(neck, y1 - high / 2, x1, y1, neck, y1 + high / 2), fill, 1);
}

/** Thinner ribbons would not be seen. */
export const MIN_WIDTH = 0.75;

/** Small ones first, so that the large lie on top. */
export function ribbonOrder({ ribbons: { bytes } }: CommgramGeometry): Int32Array {
  return Int32Array.from(bytes.keys()).sort((a, b) => bytes[a] - bytes[b] || a - b);
}

function tracePolygon(target: RenderTarget, corners: Float64Array, fill: string, opacity: number): void {
  target.path(
    (sink) => {
      sink.moveTo(corners[0], corners[1]);
      for (let i = 2; i < corners.length; i += 2) sink.lineTo(corners[i], corners[i + 1]);
      sink.closePath();
    },
    { fill, opacity },
  );
}

function isOutside({ area }: CommgramGeometry, { x0, x1, y0, y1 }: RibbonEnds): boolean {
  return (
    x1 < area.left ||
    x0 > area.right ||
    Math.max(y0, y1) < area.top - 40 ||
    Math.min(y0, y1) > area.bottom + 40
  );
}
