import { NONE, type TableFrame } from '@weft/model';
import { z } from 'zod';
import { queryOfJob } from './job-rows.ts';
import type { MessageBatch } from './message-batches.ts';
import type { MessageChoice } from './message-choice.ts';

/** messages: every message; sums: those written at import by pair of ranks and bin of time, of the whole run. */
export const messageReading = z.enum(['messages', 'sums']).default('messages');

const sumNames = ['src', 'dst', 'start', 'length', 'bytes', 'count', 'sent', 'received'] as const;

type SumFrame = TableFrame<'message_sums', (typeof sumNames)[number]>;

export function messageSumsQuery(job: number | null) {
  return queryOfJob('message_sums', sumNames, job);
}

interface Reading extends MessageChoice {
  readonly reading: z.infer<typeof messageReading>;
}

/** Sums hold all calls of the whole run and cannot tell them apart. */
export function readsSums({ reading, time, calls }: Reading): boolean {
  return reading === 'sums' && time === null && calls.length === 0;
}

/** The longest bin that was written: writers have bins of their own, and all are read at the coarsest. */
export async function coarsestBin(frames: Iterable<SumFrame> | AsyncIterable<SumFrame>): Promise<number> {
  let bin = 1;
  for await (const { columns } of frames)
    bin = columns.length.reduce((most, own) => Math.max(most, own), bin);
  return bin;
}

/** The sums as messages in the middle of their bin; untimed ones are at NaN. */
export function messagesOfSums({ rows, columns }: SumFrame, bin: number): MessageBatch {
  const { src, dst, bytes, count, start } = columns;
  const known = (times: Float64Array) => times.map((time) => (time === NONE ? Number.NaN : time));
  return {
    rows,
    src,
    dst,
    bytes,
    count,
    sent: known(columns.sent),
    received: known(columns.received),
    time: start.map((from) => (from === NONE ? Number.NaN : (Math.floor(from / bin) + 0.5) * bin)),
  };
}
