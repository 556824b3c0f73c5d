import type { Paint, RenderTarget } from '@weft/draw';

interface Segment {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** 0 = +, at the rim; 1 = −, in the core. */
  readonly sign: 0 | 1;
  /** Which of the parts of the circle: the first points up, the others follow clockwise. */
  readonly place: number;
  readonly places: number;
}

/** One direction of a dimension that is not drawn as lines, in the circle of a node. */
export function drawSegment(target: RenderTarget, segment: Segment, paint: Paint): void {
  const { x, y, radius, sign, place, places } = segment;
  const part = (2 * Math.PI) / places;
  const gap = places > 1 ? 0.06 : 0;
  const from = -Math.PI / 2 - part / 2 + place * part + gap;
  const to = from + part - 2 * gap;
  const [inside, outside] = sign === 0 ? [0.62 * radius, 0.95 * radius] : [0, 0.52 * radius];
  target.path((path) => {
    path.arc(x, y, outside, from, to);
    if (inside > 0) path.arc(x, y, inside, to, from, true);
    else path.lineTo(x, y);
    path.closePath();
  }, paint);
}
