import type { CellLayout } from './generating-pair.ts';

/**
 * HT for any arity: per axis, a block of m layers is r blocks of m-1 layers with the band of the top layer in their
 * middle (after the larger half where r is odd). Width L * r^(L-1) per axis; equal to Eq. (7) for r = 2 (LANL-32b).
 */
interface HTreeOptions {
  /** Children per axis; their product is the arity of the tree. */
  readonly across: number;
  readonly down: number;
  /** Above 1, higher layers get more room: cells of layer l are spread by factor^(l-1) (LANL-55). */
  readonly scale?: number;
}

export function layoutHTree(levels: number, { across, down, scale = 1 }: HTreeOptions): CellLayout {
  const arity = across * down;
  const switchesPerLayer = arity ** (levels - 1);
  const coordinates = new Float64Array(levels * switchesPerLayer * 2);
  const xs = axisTable(levels, across, scale);
  const ys = axisTable(levels, down, scale);
  for (let x = 0; x < switchesPerLayer; x++) {
    const [column, row] = axisIndices(x, levels - 1, across, down);
    for (let layer = 0; layer < levels; layer++) {
      const at = (layer * switchesPerLayer + x) * 2;
      coordinates[at] = xs[layer][column];
      coordinates[at + 1] = ys[layer][row];
    }
  }
  return { levels, dimensions: 2, switchesPerLayer, coordinates };
}

/** Splits the digits of x into one number per axis; a digit of 4 follows the corners b(k) of Eq. (6). */
function axisIndices(x: number, digits: number, across: number, down: number): [number, number] {
  let column = 0;
  let row = 0;
  let rest = x;
  for (let n = 0; n < digits; n++) {
    const digit = rest % (across * down);
    rest = Math.floor(rest / (across * down));
    const [dx, dy] = digitCell(digit, across, down);
    column += dx * across ** n;
    row += dy * down ** n;
  }
  return [column, row];
}

function digitCell(digit: number, across: number, down: number): [number, number] {
  if (across === 2 && down === 2) return [digit === 1 || digit === 2 ? 1 : 0, digit < 2 ? 1 : 0];
  return [digit % across, Math.floor(digit / across)];
}

/** Positions along one axis: [layer - 1][number made of the axis' digits], centred on 0. */
function axisTable(levels: number, r: number, scale: number): Float64Array[] {
  const widths = axisWidths(levels, r, scale);
  return Array.from({ length: levels }, (_, layer) =>
    Float64Array.from({ length: r ** (levels - 1) }, (_, index) =>
      axisPosition(index, layer + 1, levels, r, scale, widths),
    ),
  );
}

function axisPosition(
  index: number,
  layer: number,
  top: number,
  r: number,
  scale: number,
  widths: readonly number[],
): number {
  let position = 0;
  let rest = index;
  for (let m = top; m > layer; m--) {
    const size = r ** (m - 2);
    const child = Math.floor(rest / size);
    rest -= child * size;
    const beyond = child >= Math.ceil(r / 2) ? bandWidth(m, r, scale) : 0;
    position += -widths[m] / 2 + (child + 0.5) * widths[m - 1] + beyond;
  }
  const bandCentre = (Math.ceil(r / 2) - r / 2) * widths[layer - 1];
  return position + bandCentre + (rest - (r ** (layer - 1) - 1) / 2) * scale ** (layer - 1);
}

function bandWidth(m: number, r: number, scale: number): number {
  return (r * scale) ** (m - 1);
}

/** widths[m] = width of a block of m layers. */
export function axisWidths(levels: number, r: number, scale = 1): number[] {
  const widths = [0, 1];
  for (let m = 2; m <= levels; m++) widths[m] = r * widths[m - 1] + bandWidth(m, r, scale);
  return widths;
}
