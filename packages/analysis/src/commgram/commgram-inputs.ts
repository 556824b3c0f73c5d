import { type Frame, NONE, type TableQuery, type WorkContext } from '@weft/model';
import type { OpenInput } from '../analysis.ts';
import { logicalSteps } from '../logical-time/logical-steps.ts';
import { stepTimes } from '../logical-time/step-times.ts';
import { collectiveBatch } from './collective-edges.ts';
import { buildCommgramModel, type CommgramModel } from './commgram-model.ts';
import type { CommgramModelParams } from './commgram-params.ts';
import { type MessageBatch, type MessageSource, representativeTimes, splitFrame } from './message-batches.ts';
import { choiceFilters, lowestJob, messagesQuery, rowsOfJob } from './message-query.ts';

type InputParams = Omit<CommgramModelParams, 'atoms'>;

export function commgramNeeds(params: InputParams): Record<string, TableQuery> {
  const { job, calls, collectives } = params;
  const needs: Record<string, TableQuery> = {
    messages: messagesQuery(params),
    ranks: { table: 'ranks', columns: ['job', 'rank'], where: choiceFilters({ job, calls: [] }) },
  };
  if (collectives) needs.collectives = { table: 'collectives', where: choiceFilters({ job, calls }) };
  return needs;
}

/** Reads each input as often as it needs to, so that memory does not grow with the messages' columns. */
export async function readCommgramModel(
  open: OpenInput,
  params: InputParams,
  atoms: number,
  { signal, onProgress }: WorkContext = {},
): Promise<CommgramModel> {
  const job = params.job ?? (await lowestJobOf(open, params));
  const extra: MessageBatch[] = [];
  if (params.collectives) {
    for await (const frame of open('collectives')) extra.push(collectiveBatch(rowsOfJob(frame, job)));
  }
  let ranks = 0;
  for await (const frame of open('ranks')) {
    ranks = Math.max(ranks, rankCount(rowsOfJob(frame, job).columns.rank as Int32Array));
  }
  let done = 0;
  async function* source(): AsyncGenerator<MessageBatch> {
    for await (const frame of open('messages')) {
      signal?.throwIfAborted();
      yield* splitFrame(rowsOfJob(frame, job));
      done += frame.rows;
      onProgress?.({ label: 'reading messages', done, total: 0, unit: 'messages' });
    }
    yield* extra;
  }
  return modelFromSource(source, params, atoms, ranks);
}

export async function lowestJobOf(
  open: OpenInput,
  { collectives }: Pick<InputParams, 'collectives'>,
): Promise<number> {
  let lowest = NONE;
  for (const name of collectives ? ['messages', 'collectives'] : ['messages']) {
    for await (const frame of open(name)) {
      const job = lowestJob(frame);
      if (job !== NONE && (lowest === NONE || job < lowest)) lowest = job;
    }
  }
  return lowest;
}

/** Inputs that are in memory as a whole; a table the dataset does not have is empty. */
export function openFrames(inputs: Readonly<Record<string, Frame>>): OpenInput {
  return (name) => (inputs[name] ? [inputs[name]] : []);
}

async function modelFromSource(
  source: MessageSource,
  params: InputParams,
  atoms: number,
  ranks: number,
): Promise<CommgramModel> {
  const { rule, time, within, timeModel } = params;
  const options = { rule, time, within, ranks, atoms };
  if (timeModel === 'physical') return buildCommgramModel(source, options);
  const { batch, steps } = await withLogicalTime(source, time);
  const most = Math.max(1, steps);
  return buildCommgramModel(() => [batch], { ...options, time: null, atoms: Math.min(atoms, most) });
}

export function rankCount(ranks: Int32Array): number {
  return ranks.reduce((most, rank) => Math.max(most, rank + 1), 0);
}

/** All messages in one batch, each at the time of its logical step. Untimed ones are left at NaN. */
async function withLogicalTime(
  source: MessageSource,
  range: readonly [number, number] | null,
): Promise<{ batch: MessageBatch; steps: number }> {
  const batch = await gatherMessages(source, range);
  const ranks = Math.max(rankCount(batch.src), rankCount(batch.dst));
  const { steps, count } = logicalSteps({ ...batch, ranks });
  const times = stepTimes(steps, representativeTimes(batch), count);
  return { batch: { ...batch, time: Float64Array.from(steps, (step) => times[step]) }, steps: count };
}

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
