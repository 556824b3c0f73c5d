/**
 * The centre line of a ribbon: a clamped uniform cubic B-spline (knots 0 0 0 0 1 2 2 2 2) over five control points,
 * level at both ends. As Bézier segments it is two cubics that meet at `t` = 1/2.
 */
export interface SplineEnds {
  readonly x0: number;
  readonly y0: number;
  readonly x1: number;
  readonly y1: number;
}

/** How far the inner control points lie from the ends, as a share of the width. */
export const REACH = 0.35;

/** Control points of the two cubics: the first four, then three more. */
export function splineBeziers({ x0, y0, x1, y1 }: SplineEnds): readonly (readonly [number, number])[] {
  const reach = REACH * (x1 - x0);
  const middle = [(x0 + x1) / 2, (y0 + y1) / 2] as const;
  return [
    [x0, y0],
    [x0 + reach, y0],
    [(x0 + reach + middle[0]) / 2, (y0 + middle[1]) / 2],
    middle,
    [(x1 - reach + middle[0]) / 2, (y1 + middle[1]) / 2],
    [x1 - reach, y1],
    [x1, y1],
  ];
}

/** Writes points and directions of `samples` + 1 evenly spaced parameters: x, y, dx, dy each. */
export function sampleSpline(ends: SplineEnds, samples: number): Float64Array {
  const points = splineBeziers(ends);
  const out = new Float64Array((samples + 1) * 4);
  for (let i = 0; i <= samples; i++) {
    const place = (2 * i) / samples;
    const second = place > 1 ? 1 : 0;
    const t = place - second;
    const u = 1 - t;
    for (const axis of [0, 1] as const) {
      const [a, b, c, d] = [0, 1, 2, 3].map((k) => points[3 * second + k][axis]);
      out[i * 4 + axis] = u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d;
      out[i * 4 + 2 + axis] = 3 * (u * u * (b - a) + 2 * u * t * (c - b) + t * t * (d - c));
    }
  }
  return out;
}
