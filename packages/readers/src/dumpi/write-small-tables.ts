import { basename } from 'node:path';
import { batchFromRows, jobs, NONE, noIds, noTimes, type TableSink } from '@weft/model';
import type { ReadOptions } from '../reader.ts';
import type { DecodedRank } from './decode-rank.ts';
import type { Run } from './plan-run.ts';
import { runName } from './rank-files.ts';

/** Jobs and ranks. */
export async function writeSmallTables(
  run: Run,
  decoded: readonly DecodedRank[],
  files: readonly string[],
  sink: TableSink,
  { job, hosts }: Pick<ReadOptions, 'job' | 'hosts'>,
): Promise<void> {
  await sink.write(
    'jobs',
    batchFromRows(jobs, [
      {
        id: job,
        name: programName(run) ?? runName(files),
        user: run.files[0].scan.sections.user,
        state: null,
        ...timeRange(decoded),
      },
    ]),
  );
  const hostOf = new Map(run.files.map(({ rank, scan }) => [rank, scan.sections.host]));
  const host = new Int32Array(run.worldSize).fill(NONE);
  hostOf.forEach((name, rank) => {
    host[rank] = hosts.vertexOf(name);
  });
  const cpu = noTimes(run.worldSize);
  for (const { rank, cpu: used } of decoded) cpu[rank] = used;
  await sink.write('ranks', {
    rows: run.worldSize,
    columns: {
      job: new Int32Array(run.worldSize).fill(job),
      rank: Int32Array.from(host, (_, rank) => rank),
      host,
      socket: noIds(run.worldSize),
      core: noIds(run.worldSize),
      cpu,
    },
  });
}

export function programName(run: Run): string | null {
  const program = run.files.find(({ scan }) => scan.program)?.scan.program;
  return program ? basename(program) : null;
}

function timeRange(decoded: readonly DecodedRank[]): { start: number; end: number } {
  const firsts = decoded.flatMap(({ first }) => (first === null ? [] : [first]));
  const lasts = decoded.flatMap(({ last }) => (last === null ? [] : [last]));
  const start = firsts.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const end = lasts.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  return Number.isFinite(start) ? { start, end } : { start: NONE, end: NONE };
}
