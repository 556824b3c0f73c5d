import type { TableSink } from '@weft/model';
import { type PoolWork, runInline, ThreadPool } from '@weft/threads';
import type { MessageMatcher } from '../matching/message-matcher.ts';
import type { ReadOptions } from '../reader.ts';
import type { Archive, LocationFiles } from './archive.ts';
import type { DecodeContext, LocationSource, RankTask } from './decode-context.ts';
import { decodeRank, type RankMessage, type RankResult } from './decode-rank.ts';
import type { EventLoss } from './event-file.ts';
import { MAP_CALLING_CONTEXT, MAP_COMMUNICATOR, MAP_REGION } from './local-definitions.ts';
import type { RankPlan } from './rank-plan.ts';
import { type ScanResult, type ScanTask, scanFile } from './scan-file.ts';

/** Below this much input a thread costs more time to start than it saves. */
const INLINE_BYTES = 24e6;
const SCAN_BYTES = 16e6;

/** Decodes all ranks; what they found goes to the matcher and the sink as it comes. */
export async function readRanks(
  archive: Archive,
  plan: RankPlan,
  context: DecodeContext,
  matcher: MessageMatcher,
  sink: TableSink,
  options: ReadOptions,
): Promise<RankResult[]> {
  const progress = byteProgress(archive, options);
  const onMessage = async (message: RankMessage): Promise<void> => {
    if (message.kind === 'operations') for (const chunk of message.chunks) await matcher.add(chunk);
    else if (message.kind === 'spans') await sink.write('spans', message.batch);
    else if (message.kind === 'collectives') await sink.write('collectives', message.batch);
    else progress(message.bytes);
  };
  const tasks = rankTasks(archive, plan, context);
  const module = new URL('./decode-rank-thread.ts', import.meta.url);
  return runTasks(decodeRank, module, tasks, onMessage, archive.bytes, options, false);
}

/** Reads and counts files that no rank claims, or all of them in a dry run. */
export async function scanFiles(
  archive: Archive,
  files: readonly LocationFiles[],
  context: DecodeContext,
  options: ReadOptions,
): Promise<ScanResult[]> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const tasks = files.flatMap((file) => scanTasks(file, context));
  const module = new URL('./scan-file-thread.ts', import.meta.url);
  const progress = byteProgress(archive, options);
  const results = await runTasks(scanFile, module, tasks, progress, bytes, options, true);
  return results.filter((_, i) => !isBehindEnd(tasks, results, i));
}

/** Chunks behind the end mark of their file are no part of it. */
function isBehindEnd(tasks: readonly ScanTask[], results: readonly ScanResult[], i: number): boolean {
  for (let k = i - 1; k >= 0 && tasks[k].file.path === tasks[i].file.path; k--)
    if (results[k].ended) return true;
  return false;
}

function rankTasks(archive: Archive, plan: RankPlan, context: DecodeContext): RankTask[] {
  const byRank: LocationFiles[][] = Array.from({ length: plan.ranks }, () => []);
  for (const file of archive.locations) {
    const rank = plan.rankOf(file.location.id);
    if (rank < 0 || file.size === 0) continue;
    if (plan.isMain(file.location.id)) byRank[rank].unshift(file);
    else byRank[rank].push(file);
  }
  return byRank.flatMap((files, rank) =>
    files.length === 0 ? [] : [{ context, rank, locations: files.map(toSource) }],
  );
}

function toSource({ events, size, local }: LocationFiles): LocationSource {
  return {
    path: events,
    size,
    regions: local.maps.get(MAP_REGION) ?? null,
    communicators: local.maps.get(MAP_COMMUNICATOR) ?? null,
    contexts: local.maps.get(MAP_CALLING_CONTEXT) ?? null,
    clock: local.clock,
  };
}

/** A file in pieces of whole chunks, which can be read apart. */
function scanTasks({ events, size, local }: LocationFiles, context: DecodeContext): ScanTask[] {
  if (size === 0) return [];
  const { chunkSize, scale, window } = context;
  const chunks = Math.ceil(size / chunkSize);
  const step = Math.max(1, Math.floor(SCAN_BYTES / chunkSize));
  const file = { path: events, size, chunkSize, window, keepGoing: true };
  const pieces = Math.ceil(chunks / step);
  return Array.from({ length: pieces }, (_, i) => ({
    file: { ...file, chunks: [i * step, i === pieces - 1 ? chunks + 1 : (i + 1) * step] as const },
    clock: local.clock,
    scale,
  }));
}

/** Runs tasks in threads where that pays; with `help` the calling thread does its share. */
async function runTasks<I, M, R>(
  work: PoolWork<I, M, R>,
  module: URL,
  tasks: readonly I[],
  onMessage: (message: M) => Promise<void> | void,
  bytes: number,
  { threads, signal }: ReadOptions,
  help: boolean,
): Promise<R[]> {
  const width = bytes < INLINE_BYTES ? 0 : Math.min(tasks.length, help ? threads - 1 : threads);
  const pool = width > 0 ? new ThreadPool<I, M, R>(module, width, signal) : null;
  const results: R[] = new Array(tasks.length);
  let next = 0;
  const lane = async (inPool: boolean) => {
    while (next < tasks.length) {
      signal?.throwIfAborted();
      const i = next++;
      results[i] = await (inPool && pool
        ? pool.run(tasks[i], { onMessage })
        : runInline(work, tasks[i], { onMessage }));
    }
  };
  try {
    const lanes = Array.from({ length: width }, () => lane(true));
    if (help || width === 0) lanes.push(lane(false));
    await Promise.all(lanes);
  } finally {
    await pool?.close();
  }
  return results;
}

function byteProgress(archive: Archive, { onProgress }: ReadOptions): (bytes: number) => void {
  let done = 0;
  return (bytes) => {
    done += bytes;
    onProgress?.({ label: 'Reading OTF2 events', done, total: archive.bytes, unit: 'bytes' });
  };
}

export function lossesOf(results: readonly { readonly losses: readonly EventLoss[] }[]): EventLoss[] {
  return results.flatMap(({ losses }) => losses);
}
