import { type Batch, NONE, type Tables } from '@weft/model';
import type { InputsOf, OpenInput } from '../analysis.ts';
import { messageBatch, messageColumns, representativeTimes } from '../queries/message-batches.ts';
import { messagesQuery } from '../queries/message-choice.ts';
import { commgramNeeds, readCommgramModel } from './commgram-inputs.ts';
import { type CommgramModel, type PhaseRange, phaseRanges } from './commgram-model.ts';
import { commgramParams } from './commgram-params.ts';
import { STANDARD_ATOMS, suggestPhases } from './suggest-phases.ts';

/** The phases of a job as CommGram shows them, and the phase of each of its messages, as tables of the dataset. */
interface MessagePhases {
  readonly phases: Batch<Tables['phases']>;
  readonly messages: Batch<Tables['message_phases']>;
}

export function messagePhasesNeeds(job: number) {
  const params = paramsOf(job);
  return { ...commgramNeeds(params), ids: messagesQuery(params, [...messageColumns, 'id']) };
}

type Inputs = InputsOf<ReturnType<typeof messagePhasesNeeds>>;

/** `count` phases, or as many as the gaps between them show. */
export async function readMessagePhases(
  open: OpenInput<Inputs>,
  job: number,
  count?: number,
): Promise<MessagePhases> {
  const params = paramsOf(job);
  const atoms = Math.max(STANDARD_ATOMS, count ?? 0);
  const { timeModel } = await readCommgramModel(open, params, atoms);
  const atomOfMessage: number[] = [];
  const model = await readCommgramModel(open, { ...params, timeModel }, atoms, {
    onAtom: (atom) => void atomOfMessage.push(atom),
  });
  const ranges = phaseRanges(model, count ?? suggestPhases(model));
  return {
    phases: phaseRows(model, job, ranges),
    messages: messageRows(await timedIds(open), atomOfMessage, job, ranges),
  };
}

function paramsOf(job: number) {
  return commgramParams.parse({ job });
}

function phaseRows(
  { edges }: CommgramModel,
  job: number,
  ranges: readonly PhaseRange[],
): MessagePhases['phases'] {
  const sum = (values: Float64Array, [from, to]: PhaseRange): number =>
    values.subarray(edges.offsets[from], edges.offsets[to]).reduce((total, value) => total + value, 0);
  return {
    rows: ranges.length,
    columns: {
      job: new Int32Array(ranges.length).fill(job),
      phase: Int32Array.from(ranges.keys()),
      start: Float64Array.from(ranges, ([from, to]) => Math.min(...edges.start.subarray(from, to))),
      end: Float64Array.from(ranges, ([from, to]) => Math.max(...edges.end.subarray(from, to))),
      messages: Float64Array.from(ranges, (range) => sum(edges.messages, range)),
      bytes: Float64Array.from(ranges, (range) => sum(edges.bytes, range)),
    },
  };
}

function messageRows(
  ids: Float64Array,
  atoms: readonly number[],
  job: number,
  ranges: readonly PhaseRange[],
): MessagePhases['messages'] {
  const phaseOfAtom = ranges.flatMap(([from, to], phase) => new Array<number>(to - from).fill(phase));
  const phase = Int32Array.from(atoms, (atom) => phaseOfAtom[atom] ?? NONE);
  return { rows: ids.length, columns: { message: ids, job: new Int32Array(ids.length).fill(job), phase } };
}

/** Ids of the messages that have a time, in the order in which they are put into phases. */
async function timedIds(open: OpenInput<Inputs>): Promise<Float64Array> {
  const ids: number[] = [];
  for await (const frame of open('ids')) {
    representativeTimes(messageBatch(frame)).forEach((time, row) => {
      if (!Number.isNaN(time)) ids.push(frame.columns.id[row]);
    });
  }
  return Float64Array.from(ids);
}
