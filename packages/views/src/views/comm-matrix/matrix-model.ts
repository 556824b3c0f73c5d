import { textAt } from '@weft/model';
import type { MatrixFrames } from './comm-matrix-needs.ts';

/** What cells stand for. */
export type MatrixMeasure = 'bytes' | 'messages' | 'waiting';
/** The sums they are read from: bytes sent or nanoseconds waited; messages sent or calls that waited. */
export type MatrixColumn = 'amount' | 'count';

export interface RankPair {
  readonly src: number;
  readonly dst: number;
  readonly amount: number;
  readonly count: number;
}

/** Sums of blocks of senders x blocks of receivers. */
export interface MatrixPart {
  readonly senders: BlockAxis;
  readonly receivers: BlockAxis;
  /** Dense, row by row; 0 = nothing lies between these ranks. */
  readonly amount: Float64Array;
  readonly count: Float64Array;
}

interface BlockAxis {
  readonly from: number;
  readonly to: number;
  readonly block: number;
  readonly cells: number;
}

export interface MatrixData {
  readonly ranks: number;
  /** By position in the chosen order. */
  readonly rankAt: Int32Array;
  readonly sent: Readonly<Record<MatrixColumn, Float64Array>>;
  readonly received: Readonly<Record<MatrixColumn, Float64Array>>;
  /** First position and name of each community or host. */
  readonly groups: readonly { readonly from: number; readonly name: string }[];
  /** Coarse first. */
  readonly parts: readonly MatrixPart[];
  readonly refining: boolean;
  /** Cells are times waited, not bytes sent. */
  readonly waiting: boolean;
}

export function matrixData(overview: MatrixFrames, detail: MatrixFrames | null | undefined): MatrixData {
  const totals = overview.ranks.columns;
  const { from, name } = overview.groups.columns;
  const coarse = partOf(overview);
  return {
    ranks: overview.ranks.rows,
    rankAt: totals.rank,
    sent: { amount: totals.amount_out, count: totals.count_out },
    received: { amount: totals.amount_in, count: totals.count_in },
    groups: Array.from(from, (first, row) => ({ from: first, name: textAt(name, row) ?? '' })),
    parts: detail ? [coarse, partOf(detail)] : [coarse],
    refining: detail === null,
    waiting: textAt(overview.summary.columns.measure, 0) === 'waiting',
  };
}

/** The part with the smallest blocks: the detail where there is one. */
export function finestPart({ parts: coarseFirst }: MatrixData): MatrixPart {
  return coarseFirst[coarseFirst.length - 1];
}

/** The largest pairs, the largest first. */
export function pairsOf({ rows, columns }: MatrixFrames['top']): RankPair[] {
  const { src, dst, amount, count } = columns;
  return Array.from({ length: rows }, (_, row) => ({
    src: src[row],
    dst: dst[row],
    amount: amount[row],
    count: count[row],
  }));
}

const parts = new WeakMap<MatrixFrames, MatrixPart>();

function partOf(frames: MatrixFrames): MatrixPart {
  const known = parts.get(frames);
  if (known) return known;
  const senders = axisOf(frames.axes, 0);
  const receivers = axisOf(frames.axes, 1);
  const size = senders.cells * receivers.cells;
  const part = { senders, receivers, amount: new Float64Array(size), count: new Float64Array(size) };
  const { row, column, amount, count } = frames.cells.columns;
  for (let at = 0; at < frames.cells.rows; at++) {
    const cell = row[at] * receivers.cells + column[at];
    part.amount[cell] = amount[at];
    part.count[cell] = count[at];
  }
  parts.set(frames, part);
  return part;
}

function axisOf({ columns }: MatrixFrames['axes'], row: number): BlockAxis {
  const { from, to, block } = columns;
  const cells = Math.max(0, Math.ceil((to[row] - from[row]) / block[row]));
  return { from: from[row], to: to[row], block: block[row], cells };
}

/** What lies at two positions: the finest part that holds them. */
export interface MatrixCell {
  /** Positions, first and one past the last. */
  readonly senders: readonly [number, number];
  readonly receivers: readonly [number, number];
  readonly amount: number;
  readonly count: number;
}

export function cellAt(data: MatrixData, row: number, column: number): MatrixCell | null {
  for (const { senders, receivers, amount, count } of data.parts.toReversed()) {
    if (row < senders.from || row >= senders.to || column < receivers.from || column >= receivers.to)
      continue;
    const down = Math.floor((row - senders.from) / senders.block);
    const along = Math.floor((column - receivers.from) / receivers.block);
    const cell = down * receivers.cells + along;
    return {
      senders: blockOf(senders, down),
      receivers: blockOf(receivers, along),
      amount: amount[cell],
      count: count[cell],
    };
  }
  return null;
}

function blockOf(axis: BlockAxis, index: number): readonly [number, number] {
  const from = axis.from + index * axis.block;
  return [from, Math.min(from + axis.block, axis.to)];
}

/** Colours cover a factor of ten at least, so that what is nearly equal looks nearly equal. */
export function logExtent(values: Float64Array): [number, number] {
  const [low, high] = valueExtent(values);
  return [Math.min(low, high / 10), high];
}

/** Lowest (above 0) and highest value of a part: what colours have to cover. */
export function valueExtent(values: Float64Array): [number, number] {
  let low = Number.POSITIVE_INFINITY;
  let high = 0;
  for (const value of values) {
    if (value > high) high = value;
    if (value > 0 && value < low) low = value;
  }
  return high > 0 ? [low, high] : [0, 1];
}
