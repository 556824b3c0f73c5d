import { type MessageSource, representativeTimes } from '../commgram/message-batches.ts';

/** Ranks [from, to) in blocks of `block` ranks. */
export interface MatrixAxis {
  readonly from: number;
  readonly to: number;
  readonly block: number;
}

/** Dense tile of the matrix of ranks, row by row; a cell sums a block of senders x a block of receivers. */
export interface MatrixTile {
  readonly rows: number;
  readonly columns: number;
  readonly bytes: Float64Array;
  readonly messages: Float64Array;
}

/** Blocks of equal size, a power of two, so that [from, to) is at most `cells` of them. */
export function matrixAxis(from: number, to: number, cells: number): MatrixAxis {
  let block = 1;
  while (block * cells < to - from) block *= 2;
  return { from, to, block };
}

export function axisCells({ from, to, block }: MatrixAxis): number {
  return Math.max(0, Math.ceil((to - from) / block));
}

export async function sumMatrix(
  source: MessageSource,
  senders: MatrixAxis,
  receivers: MatrixAxis,
  time: readonly [number, number] | null = null,
): Promise<MatrixTile> {
  const rows = axisCells(senders);
  const columns = axisCells(receivers);
  const bytes = new Float64Array(rows * columns);
  const messages = new Float64Array(rows * columns);
  for await (const batch of source()) {
    const times = time && representativeTimes(batch);
    for (let row = 0; row < batch.rows; row++) {
      const src = batch.src[row];
      const dst = batch.dst[row];
      if (src < senders.from || src >= senders.to || dst < receivers.from || dst >= receivers.to) continue;
      if (time && times && !(times[row] >= time[0] && times[row] < time[1])) continue;
      const cell =
        Math.floor((src - senders.from) / senders.block) * columns +
        Math.floor((dst - receivers.from) / receivers.block);
      bytes[cell] += batch.bytes[row];
      messages[cell]++;
    }
  }
  return { rows, columns, bytes, messages };
}
