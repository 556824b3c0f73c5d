import { statSync } from 'node:fs';
import type { TableSink } from '@weft/model';
import {
  type Communicator,
  communicatorRows,
  resolveCommunicators,
  shareCommunicators,
} from '../communicators/index.ts';
import { type MatchCounts, planPartitions } from '../matching/index.ts';
import type { ReadOptions, ReadReport } from '../reader.ts';
import { openStages } from '../stages/open-stages.ts';
import { TraceThreads } from '../trace-threads/index.ts';
import { alignClocks } from './align-clocks.ts';
import { COMM_SELF, COMM_WORLD } from './creation-events.ts';
import type { DecodedRank, DecodeTask } from './decode-rank.ts';
import type { DumpiKinds } from './dumpi-task.ts';
import { dumpiWork } from './dumpi-work.ts';
import { planRun, type Run, type ScannedFile } from './plan-run.ts';
import { functionNames } from './record-layout.ts';
import { reportRun } from './report-run.ts';
import { type FileScan, scanFile } from './scan-file.ts';
import { writeSmallTables } from './write-small-tables.ts';

const MATCHER_SHARE = 0.3;
/** So many files are looked at while the threads start. */
const INLINE_SCANS = 64;

type DumpiThreads = TraceThreads<DumpiKinds>;

/** Reads one run: a first look at every file, then all calls, then the matching. */
export async function readRun(
  files: readonly string[],
  sink: TableSink,
  options: ReadOptions,
): Promise<ReadReport> {
  const metaPaths = files.filter((file) => file.endsWith('.meta'));
  const paths = files.filter((file) => !file.endsWith('.meta'));
  const inputBytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  const threads: DumpiThreads = new TraceThreads({ ...dumpiWork, sink, inputBytes, options });
  try {
    const scanned = await scanAll(paths, threads);
    const run = planRun(scanned, metaPaths, options.keepGoing);
    return await readPlanned(run, inputBytes, files, sink, options, threads);
  } finally {
    await threads.close();
  }
}

async function scanAll(paths: readonly string[], threads: DumpiThreads): Promise<ScannedFile[]> {
  if (!threads.inline && paths.length > INLINE_SCANS) {
    return Promise.all(paths.map((path) => scanWith(path, () => threads.run('scan', path))));
  }
  const scanned: ScannedFile[] = [];
  for (const path of paths) scanned.push(await scanWith(path, async () => scanFile(path)));
  return scanned;
}

async function scanWith(path: string, scan: () => Promise<FileScan>): Promise<ScannedFile> {
  try {
    return { path, scan: await scan(), error: null };
  } catch (error) {
    return { path, scan: null, error };
  }
}

async function readPlanned(
  run: Run,
  inputBytes: number,
  files: readonly string[],
  sink: TableSink,
  options: ReadOptions,
  threads: DumpiThreads,
): Promise<ReadReport> {
  const { job, keepGoing, spans } = options;
  const hosts = new Map(run.files.map((file) => [file.rank, file.scan.sections.host]));
  const resolved = resolveCommunicators(new Map(run.files.map((file) => [file.rank, file.scan.events])), {
    worldSize: run.worldSize,
    worldId: COMM_WORLD,
    selfId: COMM_SELF,
    asked: new Map(run.files.map((file) => [file.rank, file.scan.asked])),
    hostOf: (rank) => hosts.get(rank) ?? null,
  });
  const known = resolved.registry.list;
  const communicators = shareCommunicators(known);
  const clocks = alignClocks(run.files);
  const partitions = planPartitions(run.worldSize, inputBytes);
  const tasks = run.files.map(
    ({ path, rank }): DecodeTask => ({
      path,
      rank,
      job,
      zero: clocks.zeros.get(rank) ?? clocks.zero,
      communicators,
      created: resolved.created.get(rank) ?? new Int32Array(0),
      learned: [...(resolved.learned.get(rank) ?? [])].map(([local, { id }]) => [local, id]),
      selfId: known.length + rank,
      spans: spans && !options.dryRun,
      cpuTimes: options.cpuTimes ?? false,
      collectiveParts: options.collectiveParts ?? false,
      partitions,
      keepGoing,
    }),
  );
  const { decoded, counts } = await decodeAndMatch(tasks, inputBytes, sink, options, threads);
  if (!options.dryRun) {
    const self = selfCommunicators(decoded, known.length);
    await sink.write('communicators', communicatorRows([...known, ...self], job));
    await writeSmallTables(run, decoded, files, sink, options);
  }
  return reportRun({ run, decoded, counts, resolved, clocks, files, inputBytes });
}

async function decodeAndMatch(
  tasks: readonly DecodeTask[],
  inputBytes: number,
  { partFolder }: TableSink,
  options: ReadOptions,
  threads: DumpiThreads,
): Promise<{ decoded: DecodedRank[]; counts: MatchCounts }> {
  const facts = {
    format: 'dumpi',
    partitions: tasks[0].partitions.partitions,
    callNames: functionNames,
    inputBytes,
    filesOf: ({ path }: DecodeTask) => [path],
    bytesOf: ({ path }: DecodeTask) => statSync(path).size,
    matcherShare: MATCHER_SHARE,
  };
  const stages = openStages<DecodeTask, DecodedRank, DumpiKinds>(threads, partFolder, facts, options);
  try {
    return { decoded: await stages.decode(tasks), counts: await stages.match() };
  } finally {
    await stages.close();
  }
}

function selfCommunicators(decoded: readonly DecodedRank[], firstId: number): Communicator[] {
  return decoded
    .filter((rank) => rank.usesSelf)
    .map(({ rank }) => ({
      id: firstId + rank,
      members: Int32Array.of(rank),
      remote: null,
      origin: 'MPI_COMM_SELF',
    }));
}
