import type { Frame, TextColumn } from '@weft/model';

type Frames = Readonly<Record<string, Frame>>;

/** What cells stand for, and the sums they are read from: waiting times come in the place of bytes. */
export type MatrixMeasure = 'bytes' | 'messages' | 'waiting';
export type MatrixColumn = 'bytes' | 'messages';

export interface RankPair {
  readonly src: number;
  readonly dst: number;
  readonly bytes: number;
  readonly messages: number;
}

/** Sums of blocks of senders x blocks of receivers. */
export interface MatrixPart {
  readonly senders: BlockAxis;
  readonly receivers: BlockAxis;
  /** Dense, row by row; 0 = nothing was sent. */
  readonly bytes: Float64Array;
  readonly messages: Float64Array;
}

export interface BlockAxis {
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

export function matrixData(overview: Frames, detail: Frames | null | undefined): MatrixData {
  const totals = overview.ranks.columns as Record<string, Float64Array>;
  const { from, name } = overview.groups.columns as { from: Int32Array; name: TextColumn };
  const coarse = partOf(overview);
  return {
    ranks: overview.ranks.rows,
    rankAt: overview.ranks.columns.rank as Int32Array,
    sent: { bytes: totals.bytes_sent, messages: totals.messages_sent },
    received: { bytes: totals.bytes_received, messages: totals.messages_received },
    groups: Array.from(from, (first, row) => ({
      from: first,
      name: name.dictionary[name.codes[row]] as string,
    })),
    parts: detail ? [coarse, partOf(detail)] : [coarse],
    refining: detail === null,
    waiting: (overview.summary.columns.waiting as Int32Array)[0] === 1,
  };
}

/** The largest pairs, the largest first. */
export function pairsOf({ rows, columns }: Frame): RankPair[] {
  const { src, dst } = columns as Record<string, Int32Array>;
  const { bytes, messages } = columns as Record<string, Float64Array>;
  return Array.from({ length: rows }, (_, row) => ({
    src: src[row],
    dst: dst[row],
    bytes: bytes[row],
    messages: messages[row],
  }));
}

const parts = new WeakMap<Frames, MatrixPart>();

function partOf(frames: Frames): MatrixPart {
  const known = parts.get(frames);
  if (known) return known;
  const senders = axisOf(frames.axes, 0);
  const receivers = axisOf(frames.axes, 1);
  const size = senders.cells * receivers.cells;
  const part = { senders, receivers, bytes: new Float64Array(size), messages: new Float64Array(size) };
  const { row, column } = frames.cells.columns as Record<string, Int32Array>;
  const { bytes, messages } = frames.cells.columns as Record<string, Float64Array>;
  for (let at = 0; at < frames.cells.rows; at++) {
    const cell = row[at] * receivers.cells + column[at];
    part.bytes[cell] = bytes[at];
    part.messages[cell] = messages[at];
  }
  parts.set(frames, part);
  return part;
}

function axisOf(axes: Frame, row: number): BlockAxis {
  const { from, to, block } = axes.columns as Record<string, Int32Array>;
  const cells = Math.max(0, Math.ceil((to[row] - from[row]) / block[row]));
  return { from: from[row], to: to[row], block: block[row], cells };
}

/** What lies at two positions: the finest part that holds them. */
export interface MatrixCell {
  /** Positions, first and one past the last. */
  readonly senders: readonly [number, number];
  readonly receivers: readonly [number, number];
  readonly bytes: number;
  readonly messages: number;
}

export function cellAt(data: MatrixData, row: number, column: number): MatrixCell | null {
  for (const { senders, receivers, bytes, messages } of data.parts.toReversed()) {
    if (row < senders.from || row >= senders.to || column < receivers.from || column >= receivers.to)
      continue;
    const down = Math.floor((row - senders.from) / senders.block);
    const along = Math.floor((column - receivers.from) / receivers.block);
    const cell = down * receivers.cells + along;
    return {
      senders: blockOf(senders, down),
      receivers: blockOf(receivers, along),
      bytes: bytes[cell],
      messages: messages[cell],
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
