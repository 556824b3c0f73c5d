import { constantText, NONE, queryTable, type TableFrame, takeRows, textAt } from '@weft/model';
import type { InputsOf, OpenInput } from '../analysis.ts';
import { collectiveBatch } from '../commgram/collective-edges.ts';
import { jobFilter, lowestJobOf, queryOfJob, rowsOfJob } from '../queries/job-rows.ts';
import { callFilter } from '../queries/message-choice.ts';
import { type LeftOut, type RankGraph, RankGraphBuilder } from './rank-graph.ts';

export interface RankGraphChoice {
  /** The job with the lowest number when null. */
  readonly job: number | null;
  /** Names of calls; empty = all but broadcasts. */
  readonly calls: readonly string[];
  /** Collective calls as messages between their members, as they are meant. */
  readonly collectives: boolean;
}

export const standardGraph: RankGraphChoice = { job: null, calls: [], collectives: false };

export interface RankGraphRead {
  readonly graph: RankGraph;
  readonly leftOut: LeftOut;
}

export function rankGraphNeeds({ job, calls, collectives }: RankGraphChoice) {
  return {
    ranks: queryOfJob('ranks', ['rank'], job),
    messages: queryOfJob('messages', ['src', 'dst', 'bytes', 'count', 'call'], job, callFilter(calls)),
    collectives: collectives
      ? queryTable('collectives', { where: [...jobFilter(job), ...callFilter(calls)] })
      : undefined,
  };
}

type RankGraphInputs = InputsOf<ReturnType<typeof rankGraphNeeds>>;

/** Reads each input a batch at a time. */
export async function readRankGraph(
  open: OpenInput<RankGraphInputs>,
  choice: RankGraphChoice,
): Promise<RankGraphRead> {
  const builder = new RankGraphBuilder();
  const job = choice.job ?? (await firstJob(open));
  for await (const frame of open('ranks')) {
    for (const rank of rowsOfJob(frame, job).columns.rank) builder.atLeast(rank + 1);
  }
  for await (const frame of open('messages')) {
    const { rows, columns } = rowsOfJob(frame, job);
    builder.add({ rows, ...columns });
  }
  for await (const frame of open('collectives')) addCollectives(builder, rowsOfJob(frame, job));
  return { graph: builder.build(), leftOut: builder.leftOut };
}

/** The lowest job that has ranks, else that has messages. */
export async function firstJob(open: OpenInput<RankGraphInputs>): Promise<number> {
  const placed = await lowestJobOf(open('ranks'));
  return placed === NONE ? lowestJobOf(open('messages')) : placed;
}

function addCollectives(builder: RankGraphBuilder, frame: TableFrame<'collectives'>): void {
  const { call } = frame.columns;
  for (const name of new Set(Array.from(call.codes, (_, row) => textAt(call, row) ?? ''))) {
    const rows = Int32Array.from(call.codes.keys()).filter((row) => (textAt(call, row) ?? '') === name);
    const batch = collectiveBatch(takeRows(frame, rows));
    builder.add({ ...batch, call: constantText(name, batch.rows) });
  }
}
