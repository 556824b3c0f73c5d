import { NONE, queryColumns, type TableFrame, textAt, WeftError } from '@weft/model';
import { type CommunicatorRanks, communicatorRanks } from './communicator-ranks.ts';
import type { TraceTables } from './trace-tables.ts';

export interface World {
  readonly job: number;
  /** Other jobs that have ranks. */
  readonly otherJobs: readonly number[];
  readonly size: number;
  readonly hostNames: readonly string[];
  /** Per rank: the place of its host among the names. */
  readonly node: Int32Array;
  readonly communicators: CommunicatorRanks;
}

/** Of one job; of the first where none is named. */
export async function readWorld(tables: TraceTables, named: number | null = null): Promise<World> {
  const ranks = await tables.read(queryColumns('ranks', ['job', 'rank', 'host']));
  const vertices = await tables.read(queryColumns('vertices', ['id', 'name']));
  const members = await tables.read(queryColumns('communicators', ['job', 'comm', 'rank', 'world_rank']));
  const jobs = [...new Set(ranks.columns.job)].sort((a, b) => a - b);
  const job = named ?? jobs[0] ?? 0;
  if (named !== null && !jobs.includes(named)) throw noSuchJob(named, jobs);
  const size = await worldSize(tables, ranks, job);
  const names = new Map(
    Array.from(vertices.columns.id, (id, row) => [id, textAt(vertices.columns.name, row) ?? `host ${id}`]),
  );
  const hosts = new Map<number, number>();
  const node = new Int32Array(size);
  ranks.columns.rank.forEach((rank, row) => {
    if (ranks.columns.job[row] !== job) return;
    const host = ranks.columns.host[row];
    if (!hosts.has(host)) hosts.set(host, hosts.size);
    node[rank] = hosts.get(host) ?? 0;
  });
  const hostNames = [...hosts.keys()].map((host) => names.get(host) ?? 'unknown host');
  return {
    job,
    otherJobs: jobs.filter((other) => other !== job),
    size,
    hostNames: hostNames.length > 0 ? hostNames : ['unknown host'],
    node,
    communicators: communicatorRanks(members, job, size),
  };
}

function noSuchJob(job: number, jobs: readonly number[]): WeftError {
  const advice = jobs.length > 0 ? `Jobs with ranks: ${jobs.slice(0, 20).join(', ')}.` : undefined;
  return new WeftError({ code: 'NO-SUCH-JOB', message: `there is no job ${job} with ranks`, advice });
}

async function worldSize(
  tables: TraceTables,
  ranks: TableFrame<'ranks', 'job' | 'rank'>,
  job: number,
): Promise<number> {
  const placed = ranks.columns.rank.filter((_, row) => ranks.columns.job[row] === job);
  if (placed.length > 0) return 1 + placed.reduce((most, rank) => Math.max(most, rank), 0);
  const { columns } = await tables.read(queryColumns('messages', ['src', 'dst']));
  const most = (values: Int32Array): number => values.reduce((high, value) => Math.max(high, value), NONE);
  return 1 + Math.max(most(columns.src), most(columns.dst));
}
