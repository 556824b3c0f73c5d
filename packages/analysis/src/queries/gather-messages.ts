import { type MessageBatch, type MessageSource, representativeTimes } from './message-batches.ts';

/** Timed messages of all batches as one. */
export async function gatherMessages(
  source: MessageSource,
  range: readonly [number, number] | null,
): Promise<MessageBatch> {
  const parts: { batch: MessageBatch; rows: Int32Array }[] = [];
  let size = 0;
  for await (const batch of source()) {
    const times = representativeTimes(batch);
    const kept: number[] = [];
    for (let row = 0; row < batch.rows; row++) {
      const time = times[row];
      if (range ? time >= range[0] && time < range[1] : !Number.isNaN(time)) kept.push(row);
    }
    parts.push({ batch, rows: Int32Array.from(kept) });
    size += kept.length;
  }
  const pick = <T extends Int32Array | Float64Array>(
    into: T,
    name: 'src' | 'dst' | 'bytes' | 'count' | 'sent' | 'received',
  ): T => {
    let at = 0;
    for (const { batch, rows } of parts) for (const row of rows) into[at++] = batch[name][row];
    return into;
  };
  return {
    rows: size,
    src: pick(new Int32Array(size), 'src'),
    dst: pick(new Int32Array(size), 'dst'),
    bytes: pick(new Float64Array(size), 'bytes'),
    count: pick(new Float64Array(size), 'count'),
    sent: pick(new Float64Array(size), 'sent'),
    received: pick(new Float64Array(size), 'received'),
  };
}
