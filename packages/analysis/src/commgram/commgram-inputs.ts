import type { Frame, TableQuery } from '@weft/model';
import { logicalSteps } from '../logical-time/logical-steps.ts';
import { stepTimes } from '../logical-time/step-times.ts';
import { collectiveBatch } from './collective-edges.ts';
import { buildCommgramModel, type CommgramModel } from './commgram-model.ts';
import type { CommgramModelParams } from './commgram-params.ts';
import { type MessageBatch, type MessageSource, representativeTimes, splitFrame } from './message-batches.ts';
import { choiceFilters, lowestJob, messagesQuery, rowsOfJob } from './message-query.ts';

type InputParams = Omit<CommgramModelParams, 'atoms'>;
type Inputs = Readonly<Record<string, Frame>>;

export function commgramNeeds(params: InputParams): Record<string, TableQuery> {
  const { job, calls, collectives } = params;
  const needs: Record<string, TableQuery> = {
    messages: messagesQuery(params),
    ranks: { table: 'ranks', columns: ['job', 'rank'], where: choiceFilters({ job, calls: [] }) },
  };
  if (collectives) needs.collectives = { table: 'collectives', where: choiceFilters({ job, calls }) };
  return needs;
}

export async function modelFromInputs(
  inputs: Inputs,
  params: InputParams,
  atoms: number,
): Promise<CommgramModel> {
  const job = params.job ?? lowestJob(inputs.messages, inputs.collectives);
  const frames = {
    messages: rowsOfJob(inputs.messages, job),
    collectives: inputs.collectives && rowsOfJob(inputs.collectives, job),
  };
  const extra = frames.collectives && params.collectives ? [collectiveBatch(frames.collectives)] : [];
  const source = () => joined(splitFrame(frames.messages), extra);
  const ranks = inputs.ranks ? rankCount(rowsOfJob(inputs.ranks, job).columns.rank as Int32Array) : 0;
  return modelFromSource(source, params, atoms, ranks);
}

/** From any source of messages, e.g. one that reads them from disk anew for each pass. */
export async function modelFromSource(
  source: MessageSource,
  params: InputParams,
  atoms: number,
  ranks = 0,
): Promise<CommgramModel> {
  const { rule, time, within, timeModel } = params;
  const options = { rule, time, within, ranks, atoms };
  if (timeModel === 'physical') return buildCommgramModel(source, options);
  const { batch, steps } = await withLogicalTime(source, time);
  return buildCommgramModel(() => [batch], {
    ...options,
    time: null,
    atoms: Math.min(atoms, Math.max(1, steps)),
  });
}

function* joined(batches: Iterable<MessageBatch>, extra: readonly MessageBatch[]): Generator<MessageBatch> {
  yield* batches;
  yield* extra;
}

export function rankCount(ranks: Int32Array): number {
  return ranks.reduce((most, rank) => Math.max(most, rank + 1), 0);
}

/** All messages in one batch, each at the time of its logical step. Untimed ones are left at NaN. */
async function withLogicalTime(
  source: MessageSource,
  range: readonly [number, number] | null,
): Promise<{ batch: MessageBatch; steps: number }> {
  const batch = await gather(source, range);
  const ranks = Math.max(rankCount(batch.src), rankCount(batch.dst));
  const { steps, count } = logicalSteps({ ...batch, ranks });
  const times = stepTimes(steps, representativeTimes(batch), count);
  return { batch: { ...batch, time: Float64Array.from(steps, (step) => times[step]) }, steps: count };
}

/** Timed messages of all batches as one. */
export async function gather(
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
    name: 'src' | 'dst' | 'bytes' | 'sent' | 'received',
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
    sent: pick(new Float64Array(size), 'sent'),
    received: pick(new Float64Array(size), 'received'),
  };
}
