import { type SplineEnds, sampleSpline } from './b-spline.ts';

/** Enough for a smooth edge at the slope of this ribbon. */
function ribbonSamples({ x0, y0, x1, y1 }: SplineEnds): number {
  const bend = Math.abs(y1 - y0) / Math.max(1, Math.abs(x1 - x0));
  return bend < 0.02 ? 2 : bend < 0.2 ? 12 : 20;
}

/**
 * Outline of a ribbon along its spline: x, y of each corner, there above and back below. Its upper and lower edge are
 * as far apart as keeps the width across the slope, but where it is wide for its length only its height is kept:
 * a wide ribbon would turn over itself.
 */
export function ribbonPolygon(ends: SplineEnds, width: number, samples = ribbonSamples(ends)): Float64Array {
  const line = sampleSpline(ends, samples);
  const out = new Float64Array((samples + 1) * 4);
  const last = out.length - 2;
  const most = Math.max(1, Math.abs(ends.x1 - ends.x0) / (STEEP * width));
  for (let i = 0; i <= samples; i++) {
    const [x, y, dx, dy] = line.subarray(i * 4, i * 4 + 4);
    const stretch = Math.min(dx === 0 ? most : Math.hypot(dx, dy) / Math.abs(dx), most);
    const half = (width / 2) * stretch;
    out[i * 2] = x;
    out[i * 2 + 1] = y - half;
    out[last - i * 2] = x;
    out[last - i * 2 + 1] = y + half;
  }
  return out;
}

/** A ribbon so many times as long as wide keeps its height alone. */
export const STEEP = 1.5;

/** Height of the spline at x, by bisection: it never turns back. Null outside of the ends. */
export function splineHeightAt(ends: SplineEnds, x: number): { y: number; slope: number } | null {
  if (!(x >= Math.min(ends.x0, ends.x1) && x <= Math.max(ends.x0, ends.x1))) return null;
  const line = sampleSpline(ends, 16);
  for (let i = 0; i < 16; i++) {
    const [xa, ya] = line.subarray(i * 4, i * 4 + 2);
    const [xb, yb] = line.subarray(i * 4 + 4, i * 4 + 6);
    if (x > Math.max(xa, xb)) continue;
    const share = xb === xa ? 0 : (x - xa) / (xb - xa);
    return { y: ya + (yb - ya) * share, slope: xb === xa ? 0 : (yb - ya) / (xb - xa) };
  }
  return { y: ends.y1, slope: 0 };
}
