export type Range = readonly [number, number];

export type BrushPart = 'new' | 'move' | 'start' | 'end';

/** Which part of a brush lies at a pixel: a handle, the body, or nothing (a new brush starts). */
export function brushPartAt(pixel: number, brush: Range | null, reach = 6): BrushPart {
  if (brush === null) return 'new';
  const [start, end] = brush;
  const toStart = Math.abs(pixel - start);
  const toEnd = Math.abs(pixel - end);
  if (Math.min(toStart, toEnd) <= reach) return toStart < toEnd ? 'start' : 'end';
  return pixel > start && pixel < end ? 'move' : 'new';
}

/** The range after dragging `part` from value `from` to value `to`, kept within the limits. */
export function dragRange(
  part: BrushPart,
  range: Range | null,
  from: number,
  to: number,
  limits: Range,
): Range {
  if (part === 'new' || range === null) return ordered(clamp(from, limits), clamp(to, limits));
  if (part === 'start') return ordered(clamp(to, limits), range[1]);
  if (part === 'end') return ordered(range[0], clamp(to, limits));
  return shiftRange(range, to - from, limits);
}

/** Moves a range by `by` without changing its width; it stops at the limits. */
export function shiftRange(range: Range, by: number, limits: Range): Range {
  const width = Math.min(range[1] - range[0], limits[1] - limits[0]);
  const start = Math.min(Math.max(range[0] + by, limits[0]), limits[1] - width);
  return [start, start + width];
}

function ordered(a: number, b: number): Range {
  return a <= b ? [a, b] : [b, a];
}

function clamp(value: number, limits: Range): number {
  return Math.min(Math.max(value, limits[0]), limits[1]);
}

/** `from..to` in an address; null where it is none. */
export function parseRange(text: string): Range | null {
  const [low, high] = text.split('..').map(Number);
  return text !== '' && low < high ? [low, high] : null;
}

export function printRange(range: Range | null): string {
  return range === null ? '' : range.map((end) => Number(end.toPrecision(6))).join('..');
}
