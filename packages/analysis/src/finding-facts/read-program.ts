import { NONE, type TableFrame, takeRows, type WorkContext } from '@weft/model';
import { openFrames } from '../analysis.ts';
import { readCommgramModel } from '../commgram/commgram-inputs.ts';
import type { CommgramModel, TimeModel } from '../commgram/commgram-model.ts';
import { commgramModelParams } from '../commgram/commgram-params.ts';
import { rowsOfJob } from '../queries/job-rows.ts';
import type { messageColumns } from '../queries/message-batches.ts';
import { type PhaseFacts, phaseFacts, type RoundTraffic } from './phase-facts.ts';
import { type RankWaiting, rankWaiting } from './rank-waiting.ts';
import { roundTraffic } from './round-traffic.ts';
import { type Frames, wholeFrame } from './whole-frame.ts';

type Messages = TableFrame<'messages', (typeof messageColumns)[number] | 'job'>;
type Collectives = TableFrame<'collectives', 'job' | 'comm' | 'seq' | 'rank' | 'enter' | 'exit'>;
type Ranks = TableFrame<'ranks', 'job' | 'rank' | 'host' | 'socket'>;

interface Program {
  /** Bytes that each job sends. */
  readonly bytes: Map<number, number>;
  /** Bytes that each rank sends, by job. */
  readonly sent: ReadonlyMap<number, Float64Array>;
  readonly waiting: readonly RankWaiting[];
  readonly phases: PhaseFacts | null;
  /** Nanoseconds until the program that communicates most does the same again, or sends again at least; 0 = not known. */
  readonly rhythm: number;
  /** Rows of messages that are too many to compare phases and ranks in; 0 = they were compared. */
  readonly uncompared: number;
}

/** Phases and ranks are compared in at most so many messages, which are held in memory. */
const MOST_MESSAGES = 4_000_000;

export async function readProgram(
  frames: Frames<Messages>,
  collectives: Collectives,
  ranks: Ranks,
  context: WorkContext,
): Promise<Program> {
  const bytes = new Map<number, number>();
  const sent = new Map(rankCounts(ranks));
  const kept: Messages[] = [];
  let rows = 0;
  for await (const frame of frames) {
    context.signal?.throwIfAborted();
    addBytes(bytes, frame);
    addSent(sent, frame);
    rows += frame.rows;
    if (rows <= MOST_MESSAGES) kept.push(withKnownPeers(frame));
    else kept.length = 0;
  }
  const messages = await wholeFrame(kept, 'messages');
  const jobs = [...new Set([...messages.columns.job, ...collectives.columns.job])];
  const waiting = jobs.map((job) => rankWaiting(job, rowsOfJob(messages, job), rowsOfJob(collectives, job)));
  const { phases, rhythm } = await readPhases(messages, ranks, bytes, context);
  return { bytes, sent, waiting, phases, rhythm, uncompared: rows > MOST_MESSAGES ? rows : 0 };
}

async function readPhases(
  messages: Messages,
  ranks: Ranks,
  bytes: ReadonlyMap<number, number>,
  context: WorkContext,
): Promise<Pick<Program, 'phases' | 'rhythm'>> {
  if (messages.rows === 0) return { phases: null, rhythm: 0 };
  const [job] = [...bytes].sort((a, b) => b[1] - a[1])[0];
  const ofJob = rowsOfJob(messages, job);
  const open = openFrames({ messages: ofJob, ranks: rowsOfJob(ranks, job) });
  const read = (timeModel: TimeModel): Promise<CommgramModel> => {
    const params = commgramModelParams.parse({ job, timeModel });
    return readCommgramModel(open, params, params.atoms, { signal: context.signal });
  };
  const rounds = roundTraffic(ofJob);
  const phases = phaseFacts(job, rounds, await read('physical'), await read('logical'));
  return { phases, rhythm: phases ? timeOfPeriod(phases) : timeOfRound(rounds) };
}

function timeOfPeriod({ phases, period }: PhaseFacts): number {
  return (period * (phases[phases.length - 1].end - phases[0].start)) / phases.length;
}

/** Where what is sent differs each time, a round of exchanges is what comes again. */
function timeOfRound([rounds]: readonly RoundTraffic[]): number {
  if (!rounds) return 0;
  const { phases } = rounds;
  return (phases[phases.length - 1].end - phases[0].start) / phases.length;
}

function addBytes(sums: Map<number, number>, { rows, columns }: Messages): void {
  for (let row = 0; row < rows; row++) {
    sums.set(columns.job[row], (sums.get(columns.job[row]) ?? 0) + columns.bytes[row]);
  }
}

/** Zero bytes for each rank of each job. */
function rankCounts({ rows, columns }: Ranks): [number, Float64Array][] {
  const counts = new Map<number, number>();
  for (let row = 0; row < rows; row++) {
    const [job, rank] = [columns.job[row], columns.rank[row]];
    counts.set(job, Math.max(counts.get(job) ?? 0, rank + 1));
  }
  return [...counts].map(([job, count]) => [job, new Float64Array(count)]);
}

function addSent(sent: ReadonlyMap<number, Float64Array>, { rows, columns }: Messages): void {
  for (let row = 0; row < rows; row++) {
    const ofJob = sent.get(columns.job[row]);
    const rank = columns.src[row];
    if (ofJob && rank >= 0 && rank < ofJob.length) ofJob[rank] += columns.bytes[row];
  }
}

function withKnownPeers(frame: Messages): Messages {
  const { src, dst } = frame.columns;
  const known = Int32Array.from(src.keys()).filter((row) => src[row] !== NONE && dst[row] !== NONE);
  return known.length === frame.rows ? frame : takeRows(frame, known);
}
