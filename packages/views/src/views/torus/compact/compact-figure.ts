import type { CollapsedTorus, CollapsedTraffic } from '@weft/analysis';
import { type Lattice, type LatticeArea, nextCell } from '@weft/layout';
import type { TorusShape } from '@weft/network';
import type { LineFigure } from '../source/torus-options.ts';

/** A collapsed torus as it is drawn: its nodes in rows, columns and layers. */
export interface CompactFigure {
  readonly title: string;
  readonly about: string;
  readonly area: LatticeArea;
  readonly torus: CollapsedTorus;
  readonly traffic: CollapsedTraffic;
  readonly lattice: Lattice;
  /** Values that all of its nodes share, by dimension; -1 = any. */
  readonly fixed: readonly number[];
  /** Compact dimensions that nodes show. */
  readonly collapsed: readonly number[];
  /** One fill for all of them, or a segment each. */
  readonly fill: 'mean' | 'segments';
  /** Pixels from the middle of a node to its rim. */
  readonly radius: number;
  readonly marked: ReadonlySet<number>;
  /** Cells that hold nodes of the selection. */
  readonly holding: ReadonlySet<number>;
}

/** The first figure whose area holds a place, -1 = none. */
export function figureAt(figures: readonly CompactFigure[], x: number, y: number): number {
  return figures.findIndex(
    ({ area }) => x >= area.x && y >= area.y && x <= area.x + area.width && y <= area.y + area.height,
  );
}

/** Values of a cell by dimension of the torus, -1 = any. */
export function valuesOfCell(
  { torus, fixed }: Pick<CompactFigure, 'torus' | 'fixed'>,
  cell: number,
): number[] {
  const values = [...fixed];
  let rest = cell;
  torus.kept.forEach((dimension, axis) => {
    values[dimension] = rest % torus.sizes[axis];
    rest = Math.floor(rest / torus.sizes[axis]);
  });
  return values;
}

/** `a = 0, b = 1`. */
export function describeCell({ names }: Pick<TorusShape, 'names'>, values: readonly number[]): string {
  return values
    .flatMap((value, dimension) => (value < 0 ? [] : [`${names[dimension]} = ${value}`]))
    .join(', ');
}

/** `a0 b1`. */
export function shortCell(values: readonly number[], names: readonly string[]): string {
  return values.flatMap((value, dimension) => (value < 0 ? [] : [`${names[dimension]}${value}`])).join(' ');
}

/** Places of the + links and of the − links of a line in the arrays of the traffic. */
export function lineSlots({ torus }: Pick<CompactFigure, 'torus'>, line: number): readonly [number, number] {
  const cell = Math.floor(line / 3);
  const direction = 2 * torus.kept[line % 3];
  const next = nextCell(torus.sizes, cell, line % 3);
  return [cell * torus.directions + direction, next * torus.directions + direction + 1];
}

/** Both directions of these dimensions at a cell. */
export function cellSlots(
  { torus }: Pick<CompactFigure, 'torus'>,
  cell: number,
  dimensions: readonly number[],
): number[] {
  const base = cell * torus.directions;
  return dimensions.flatMap((dimension) => [base + 2 * dimension, base + 2 * dimension + 1]);
}

/** What the links at several places carry together. */
export interface SlotFigures {
  readonly links: number;
  readonly expected: number;
  readonly sum: number;
  readonly low: number;
  readonly high: number;
  readonly shown: boolean;
}

export function figuresOf(
  { torus, traffic }: Pick<CompactFigure, 'torus' | 'traffic'>,
  slots: readonly number[],
): SlotFigures {
  let [links, expected, sum, shown] = [0, 0, 0, false];
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const slot of slots) {
    links += torus.links[slot];
    expected += torus.expected[slot];
    sum += traffic.sum[slot];
    low = Math.min(low, traffic.low[slot]);
    high = Math.max(high, traffic.high[slot]);
    shown ||= traffic.shown[slot] === 1;
  }
  return { links, expected, sum, low, high, shown };
}

export function shownValue({ links, sum, high }: SlotFigures, figure: LineFigure): number {
  return links === 0 ? 0 : figure === 'max' ? high : sum / links;
}
