import { NONE, queryTable, type WorkContext } from '@weft/model';
import type { InputsOf, OpenInput } from '../analysis.ts';
import { logicalSteps } from '../logical-time/logical-steps.ts';
import { stepTimes } from '../logical-time/step-times.ts';
import { gatherMessages } from '../queries/gather-messages.ts';
import { jobFilter, lowestJobOf, queryOfJob, rowsOfJob } from '../queries/job-rows.ts';
import {
  type MessageBatch,
  type MessageSource,
  messageColumns,
  representativeTimes,
  splitFrame,
} from '../queries/message-batches.ts';
import { callFilter, messagesQuery } from '../queries/message-choice.ts';
import { coarsestBin, messageSumsQuery, messagesOfSums, readsSums } from '../queries/message-sums.ts';
import { rankCount } from '../queries/rank-count.ts';
import { collectiveBatch } from './collective-edges.ts';
import { buildCommgramModel, type CommgramModel, type TimeModel } from './commgram-model.ts';
import type { CommgramModelParams } from './commgram-params.ts';
import { findPeriod } from './find-period.ts';
import type { PhaseTreeOptions } from './phase-tree.ts';
import { STANDARD_ATOMS } from './suggest-phases.ts';

type InputParams = Omit<CommgramModelParams, 'atoms'>;

interface ModelContext extends WorkContext {
  /** Told the atom of each message that has a time, in order; the time model must be given then. */
  readonly onAtom?: (atom: number) => void;
}

export function commgramNeeds(params: InputParams) {
  const { job, calls, collectives } = params;
  const coarse = readsCoarsely(params);
  return {
    messages: coarse ? undefined : messagesQuery(params, messageColumns),
    sums: coarse ? messageSumsQuery(job) : undefined,
    ranks: queryOfJob('ranks', ['rank', 'host', 'socket'], job),
    collectives: collectives
      ? queryTable('collectives', { where: [...jobFilter(job), ...callFilter(calls)] })
      : undefined,
  };
}

/** Logical steps need every message. */
export function readsCoarsely(params: InputParams): boolean {
  return readsSums(params) && params.timeModel !== 'logical';
}

export type CommgramInputs = InputsOf<ReturnType<typeof commgramNeeds>>;

/** Reads each input as often as it needs to, so that memory does not grow with the messages' columns. */
export async function readCommgramModel(
  open: OpenInput<CommgramInputs>,
  params: InputParams,
  atoms: number,
  { signal, onProgress, onAtom }: ModelContext = {},
): Promise<CommgramModel> {
  const job = params.job ?? (await lowestJobOf(open('messages'), open('sums'), open('collectives')));
  const extra: MessageBatch[] = [];
  for await (const frame of open('collectives')) extra.push(collectiveBatch(rowsOfJob(frame, job)));
  const hosts: number[] = [];
  const sockets: number[] = [];
  const socketNumbers = new Map<string, number>();
  for await (const frame of open('ranks')) {
    const { rank, host, socket } = rowsOfJob(frame, job).columns;
    rank.forEach((of, row) => {
      hosts[of] = host[row];
      sockets[of] = socket[row] === NONE ? NONE : numberIn(socketNumbers, `${host[row]} ${socket[row]}`);
    });
  }
  const bin = await coarsestBin(open('sums'));
  let done = 0;
  async function* source(): AsyncGenerator<MessageBatch> {
    for await (const frame of open('messages')) {
      signal?.throwIfAborted();
      yield* splitFrame(rowsOfJob(frame, job));
      done += frame.rows;
      onProgress?.({ label: 'reading messages', done, total: 0, unit: 'messages' });
    }
    for await (const frame of open('sums')) yield messagesOfSums(rowsOfJob(frame, job), bin);
    yield* extra;
  }
  const model = readsCoarsely(params)
    ? await modelByTime(source, { ...params, ...SUM_LEAVES }, atoms, hosts.length, 'physical')
    : await modelFromSource(source, { ...params, onAtom }, atoms, hosts.length);
  const ofRanks = (places: readonly number[]): Int32Array =>
    Int32Array.from({ length: model.ranks }, (_, rank) => places[rank] ?? NONE);
  return { ...model, hosts: ofRanks(hosts), sockets: ofRanks(sockets) };
}

/** The number of a name, the next one where it is new. */
function numberIn(numbers: Map<string, number>, name: string): number {
  const number = numbers.get(name) ?? numbers.size;
  numbers.set(name, number);
  return number;
}

/** Sums have at most 1024 times, and each becomes a leaf of its own. */
const SUM_LEAVES = { exactLimit: 0, bins: 4096 };
/** More messages are not held in memory to look for logical steps unless that is asked for. */
const MOST_FOR_STEPS = 1 << 22;
/** How often a period must fit before it counts against the clock. */
const REPEATS = 3;

async function modelFromSource(
  source: MessageSource,
  params: InputParams & Pick<ModelContext, 'onAtom'>,
  atoms: number,
  ranks: number,
): Promise<CommgramModel> {
  const { timeModel, weight } = params;
  if (timeModel !== 'auto') return modelByTime(source, params, atoms, ranks, timeModel);
  const whole = { ...params, within: [] };
  const build = (model: TimeModel) =>
    modelByTime(source, whole, Math.max(atoms, STANDARD_ATOMS), ranks, model);
  let model = await build('physical');
  if (findPeriod(model, weight).period === 0 && model.messages <= MOST_FOR_STEPS) {
    const logical = await build('logical');
    const { period, phases } = findPeriod(logical, weight);
    if (period > 1 && phases >= REPEATS * period) model = logical;
  }
  return params.within.length > 0 ? modelByTime(source, params, atoms, ranks, model.timeModel) : model;
}

type ModelParams = InputParams & Pick<PhaseTreeOptions, 'exactLimit' | 'bins'> & Pick<ModelContext, 'onAtom'>;

async function modelByTime(
  source: MessageSource,
  { rule, time, within, exactLimit, bins, onAtom }: ModelParams,
  atoms: number,
  ranks: number,
  timeModel: TimeModel,
): Promise<CommgramModel> {
  const options = { rule, time, within, ranks, atoms, timeModel, exactLimit, bins, onAtom };
  if (timeModel === 'physical') return buildCommgramModel(source, options);
  const { batch, steps } = await withLogicalTime(source, time);
  const most = Math.max(1, steps);
  return buildCommgramModel(() => [batch], { ...options, time: null, atoms: Math.min(atoms, most) });
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
