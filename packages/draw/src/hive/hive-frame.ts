/** Where a hive plot of radius 1 lies on a picture: its centre and its radius in pixels. */
export interface HiveFrame {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/** How far axes and the curves between them reach from the centre, in radii. */
const UP = 1.04;
const DOWN = 0.92;
const ASIDE = 0.97;

/** The largest plot within a box. */
export function fitHive(left: number, top: number, width: number, height: number): HiveFrame {
  const radius = Math.max(1, Math.min(width / (2 * ASIDE), height / (UP + DOWN)));
  const spare = height - (UP + DOWN) * radius;
  return { x: left + width / 2, y: top + spare / 2 + UP * radius, radius };
}
