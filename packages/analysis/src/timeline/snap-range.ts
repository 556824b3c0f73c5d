/** `cells` cells of `step` from `from` on; `step` is a power of two and `from` a multiple of it. */
interface SnappedRange {
  readonly from: number;
  readonly step: number;
  readonly cells: number;
}

/** The smallest power of two, from `least` on, that needs at most `cells` steps for [from, to). */
export function cellsOfRange(from: number, to: number, cells: number, least = 1): SnappedRange {
  let step = least;
  const count = () => Math.ceil(to / step) - Math.floor(from / step);
  while (count() > cells) step *= 2;
  return { from: Math.floor(from / step) * step, step, cells: Math.max(1, count()) };
}

/**
 * A range that holds the visible one with some room around it, on a grid that does not move with it:
 * panning a little, or zooming in a little, asks for the same range. At least half of `cells` are visible.
 */
export function snapRange(
  visible: readonly [number, number],
  cells: number,
  limits: readonly [number, number],
): [number, number] {
  let step = 1;
  while (step * cells < visible[1] - visible[0]) step *= 2;
  const quarter = Math.max(step * Math.floor(cells / 4), 1);
  const from = Math.floor(visible[0] / quarter) * quarter;
  return [Math.max(from, limits[0]), Math.min(from + 5 * quarter, limits[1])];
}
