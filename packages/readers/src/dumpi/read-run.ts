import { statSync } from 'node:fs';
import { errorFromFacts, type TableSink } from '@weft/model';
import { runInline, ThreadPool } from '@weft/threads';
import {
  type Communicator,
  communicatorRows,
  resolveCommunicators,
  shareCommunicators,
} from '../communicators/index.ts';
import { type MatchCounts, MessageMatcher } from '../matching/index.ts';
import type { ReadOptions, ReadReport } from '../reader.ts';
import { alignClocks } from './align-clocks.ts';
import { COMM_SELF, COMM_WORLD } from './creation-events.ts';
import type { DecodedRank, DecodeTask } from './decode-rank.ts';
import { type DumpiMessage, type DumpiResult, type DumpiTask, readDumpiFile } from './dumpi-task.ts';
import { planRun, type Run, type ScannedFile } from './plan-run.ts';
import { functionNames } from './record-layout.ts';
import type { ClockZero } from './record-stream.ts';
import { reportRun } from './report-run.ts';
import type { FileScan } from './scan-file.ts';
import { writeSmallTables } from './write-small-tables.ts';

/** Below this a thread's start costs more than it saves. */
const INLINE_BYTES = 24 << 20;

/** So many files are looked at while the threads start. */
const INLINE_SCANS = 64;

type RunFile = (
  task: DumpiTask,
  onMessage: (message: DumpiMessage) => Promise<void>,
  transfer?: ArrayBuffer[],
) => Promise<DumpiResult>;

/** Reads one run: a first look at every file, then all calls, then the matching. */
export async function readRun(
  files: readonly string[],
  sink: TableSink,
  options: ReadOptions,
): Promise<ReadReport> {
  const metaPaths = files.filter((file) => file.endsWith('.meta'));
  const paths = files.filter((file) => !file.endsWith('.meta'));
  const inputBytes = paths.reduce((sum, path) => sum + statSync(path).size, 0);
  // The calling thread is busy too: it writes what the others decode.
  const pool =
    options.threads > 1 && inputBytes > INLINE_BYTES
      ? new ThreadPool<DumpiTask, DumpiMessage, DumpiResult>(
          new URL('./dumpi-thread.ts', import.meta.url),
          Math.min(options.threads - 1, paths.length),
          options.signal,
        )
      : null;
  const runFile: RunFile = (task, onMessage, transfer) => {
    options.signal?.throwIfAborted();
    return pool ? pool.run(task, { onMessage, transfer }) : runInline(readDumpiFile, task, { onMessage });
  };
  try {
    const scanned =
      pool && paths.length > INLINE_SCANS
        ? await scanAll(paths, runFile, options.threads)
        : await scanAll(paths, scanInline, 1);
    const run = planRun(scanned, metaPaths, options.keepGoing);
    return await readPlanned(run, inputBytes, files, sink, options, runFile, pool);
  } finally {
    await pool?.close();
  }
}

const scanInline: RunFile = (task, onMessage) => runInline(readDumpiFile, task, { onMessage });

async function scanAll(paths: readonly string[], runFile: RunFile, width: number): Promise<ScannedFile[]> {
  return mapWidth(paths, width, async (path) => {
    try {
      const scan = (await runFile({ kind: 'scan', path }, async () => {})) as FileScan;
      return { path, scan, error: null };
    } catch (error) {
      return { path, scan: null, error };
    }
  });
}

async function readPlanned(
  run: Run,
  inputBytes: number,
  files: readonly string[],
  sink: TableSink,
  options: ReadOptions,
  runFile: RunFile,
  pool: { close(): Promise<void> } | null,
): Promise<ReadReport> {
  const { job, threads, signal, memory } = options;
  const resolved = resolveCommunicators(new Map(run.files.map((file) => [file.rank, file.scan.events])), {
    worldSize: run.worldSize,
    worldId: COMM_WORLD,
    selfId: COMM_SELF,
  });
  const known = resolved.registry.list;
  const communicators = shareCommunicators(known);
  const clocks = alignClocks(run.files);
  const matcher = new MessageMatcher({
    job,
    ranks: run.worldSize,
    inputBytes,
    memory: memory * 0.3,
    threads,
    callNames: functionNames,
    signal,
    runTask: (task, { transfer, onMessage }) =>
      runFile(
        { kind: 'match', task },
        async (message) => {
          if (message.kind === 'messages') await onMessage(message.batch);
        },
        transfer,
      ) as Promise<MatchCounts>,
  });
  let done = 0;
  const onMessage = async (message: DumpiMessage) => {
    if (message.kind === 'operations') for (const chunk of message.chunks) await matcher.add(chunk);
    else if (message.kind === 'progress') {
      done += message.bytes;
      options.onProgress?.({ label: 'reading', done, total: inputBytes, unit: 'bytes' });
    } else if (message.kind === 'spans') await sink.write('spans', message.batch);
    else if (message.kind === 'collectives') await sink.write('collectives', message.batch);
  };
  let counts: MatchCounts;
  let decoded: DecodedRank[];
  try {
    decoded = await mapWidth(run.files, pool ? threads : 1, async ({ path, rank }) => {
      const task: DecodeTask = {
        path,
        rank,
        job,
        zero: clocks.zeros.get(rank) as ClockZero,
        communicators,
        created: resolved.created.get(rank) ?? new Int32Array(0),
        selfId: known.length + rank,
        spans: options.spans,
      };
      const result = (await runFile({ kind: 'decode', task }, onMessage)) as DecodedRank;
      if (result.fault && !options.keepGoing) throw errorFromFacts(result.fault);
      return result;
    });
    options.onProgress?.({ label: 'matching', done: inputBytes, total: inputBytes, unit: 'bytes' });
    counts = await matcher.finish(sink);
  } finally {
    await matcher.dispose();
  }
  await sink.write(
    'communicators',
    communicatorRows([...known, ...selfCommunicators(decoded, known.length)], job),
  );
  await writeSmallTables(run, decoded, files, sink, options);
  return reportRun({ run, decoded, counts, resolved, clocks, files, inputBytes });
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

async function mapWidth<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = new Array(items.length);
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]);
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, width) }, lane));
  return results;
}
