import { joinFrames, type TableFrame, textAt } from '@weft/model';
import type { InputsOf, OpenInput } from '../analysis.ts';
import { type MeasureChoice, measureRanks, standardChoice } from '../graph-measures/measure-ranks.ts';
import { type RunTasks, runInTurn } from '../graph-measures/source-task.ts';
import { jobFilter, queryOfJob, rowsOfJob } from '../queries/job-rows.ts';
import type { RankGraph } from '../rank-graph/rank-graph.ts';
import { firstJob, rankGraphNeeds, readRankGraph, standardGraph } from '../rank-graph/read-rank-graph.ts';
import { type RunFacts, SIZE_CLASSES, sizeClass } from './run-facts.ts';
import { type SendOrder, sendOrder } from './send-order.ts';

/** The order of sends shows in the first messages. */
const DATED_MESSAGES = 200_000;

/** Betweenness of a fingerprint is an average: a sample of sources does. */
const quickChoice: MeasureChoice = { ...standardChoice, work: 2e9 };

export function runFactsNeeds(job: number | null) {
  const dated = { op: 'range', column: 'send_start', from: 0, to: Number.MAX_SAFE_INTEGER } as const;
  return {
    ...rankGraphNeeds({ ...standardGraph, job }),
    calls: queryOfJob('calls', ['call', 'count'], job),
    dated: {
      ...queryOfJob('messages', ['src', 'dst', 'send_start', 'recv_end'], job),
      where: [...jobFilter(job), dated],
      orderBy: ['send_start'],
      limit: DATED_MESSAGES,
    },
  };
}

type Inputs = InputsOf<ReturnType<typeof runFactsNeeds>>;

export async function readRunFacts(
  open: OpenInput<Inputs>,
  job: number | null,
  run: RunTasks = runInTurn,
): Promise<RunFacts> {
  const chosen = job ?? (await firstJob(open));
  const { graph } = await readRankGraph(open, { ...standardGraph, job: chosen });
  const sizes = await readSizes(open, chosen);
  const known = graph.src.length > 0;
  return {
    ranks: graph.ranks,
    traffic: known ? { graph, sizes, measures: (await measureRanks(graph, quickChoice, run)).values } : null,
    order: await readOrder(open, chosen),
    calls: (await readCalls(open, chosen)) ?? (known ? sendingCalls(graph) : null),
  };
}

async function readSizes(open: OpenInput<Inputs>, job: number): Promise<Float64Array> {
  const sizes = new Float64Array(SIZE_CLASSES);
  for await (const frame of open('messages')) {
    const { rows, columns } = rowsOfJob(frame, job);
    for (let row = 0; row < rows; row++)
      sizes[sizeClass(columns.bytes[row] / columns.count[row])] += columns.count[row];
  }
  return sizes;
}

async function readOrder(open: OpenInput<Inputs>, job: number): Promise<SendOrder | null> {
  let all: TableFrame<'messages', 'src' | 'dst' | 'send_start' | 'recv_end'> | null = null;
  for await (const frame of open('dated')) {
    const part = rowsOfJob(frame, job);
    all = all ? joinFrames(all, part) : part;
  }
  if (!all) return null;
  const { src, dst, send_start: sent, recv_end: received } = all.columns;
  return sendOrder({ src, dst, sent, received });
}

/** Null where the run has no profile of calls. */
async function readCalls(open: OpenInput<Inputs>, job: number): Promise<ReadonlyMap<string, number> | null> {
  const calls = new Map<string, number>();
  for await (const frame of open('calls')) {
    const { rows, columns } = rowsOfJob(frame, job);
    for (let row = 0; row < rows; row++) {
      const name = textAt(columns.call, row) ?? '';
      calls.set(name, (calls.get(name) ?? 0) + columns.count[row]);
    }
  }
  return calls.size > 0 ? calls : null;
}

/** Of a run without a profile at least the calls that send are known. */
export function sendingCalls({ call, calls, messages }: RankGraph): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  call.forEach((code, e) => {
    counts.set(calls[code], (counts.get(calls[code]) ?? 0) + messages[e]);
  });
  return counts;
}
