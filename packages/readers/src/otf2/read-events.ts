import type { TableSink } from '@weft/model';
import type { MessageMatcher } from '../matching/message-matcher.ts';
import type { ReadOptions } from '../reader.ts';
import type { Archive, LocationFiles } from './archive.ts';
import type { DecodeContext, LocationSource, RankTask } from './decode-context.ts';
import type { RankResult } from './decode-rank.ts';
import { MAP_CALLING_CONTEXT, MAP_COMMUNICATOR, MAP_REGION } from './local-definitions.ts';
import type { Otf2Message } from './otf2-task.ts';
import type { RankPlan } from './rank-plan.ts';
import type { ScanResult, ScanTask } from './scan-file.ts';
import type { Workers } from './workers.ts';

/** Size of the pieces in which a file is only counted. */
const SCAN_BYTES = 16e6;

/** Decodes all ranks; what they found goes to the matcher and the sink as it comes. */
export async function readRanks(
  archive: Archive,
  plan: RankPlan,
  context: DecodeContext,
  matcher: MessageMatcher,
  sink: TableSink,
  workers: Workers,
  options: ReadOptions,
): Promise<RankResult[]> {
  const progress = byteProgress(archive, options);
  const onMessage = async (message: Otf2Message): Promise<void> => {
    if (message.kind === 'operations') for (const chunk of message.chunks) await matcher.add(chunk);
    else if (message.kind === 'spans') await sink.write('spans', message.batch);
    else if (message.kind === 'collectives') await sink.write('collectives', message.batch);
    else progress(message);
  };
  const tasks = rankTasks(archive, plan, context).map((task) => ({ kind: 'decode', task }) as const);
  return (await workers.runAll(tasks, onMessage, false)) as RankResult[];
}

/** Reads and counts files that no rank claims, or all of them in a dry run. */
export async function scanFiles(
  archive: Archive,
  files: readonly LocationFiles[],
  context: DecodeContext,
  workers: Workers,
  options: ReadOptions,
): Promise<ScanResult[]> {
  const tasks = files.flatMap((file) => scanTasks(file, context));
  const wrapped = tasks.map((task) => ({ kind: 'scan', task }) as const);
  const results = (await workers.runAll(wrapped, byteProgress(archive, options), true)) as ScanResult[];
  return results.filter((_, at) => !isBehindEnd(tasks, results, at));
}

/** Chunks behind the end mark of their file are no part of it. */
function isBehindEnd(tasks: readonly ScanTask[], results: readonly ScanResult[], at: number): boolean {
  const { path } = tasks[at].file;
  for (let k = at - 1; k >= 0 && tasks[k].file.path === path; k--) if (results[k].ended) return true;
  return false;
}

/** One task per rank, its main location first. */
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

function byteProgress(archive: Archive, { onProgress }: ReadOptions): (message: Otf2Message) => void {
  let done = 0;
  return (message) => {
    if (message.kind !== 'progress') return;
    done += message.bytes;
    onProgress?.({ label: 'reading', done, total: archive.bytes, unit: 'bytes' });
  };
}
