import type { Archive, LocationFiles } from './archive.ts';
import type { DecodeContext, LocationSource, RankTask } from './decode-context.ts';
import {
  MAP_CALLING_CONTEXT,
  MAP_COMMUNICATOR,
  MAP_METRIC,
  MAP_REGION,
  MAP_WINDOW,
} from './local-definitions.ts';
import type { Otf2Threads } from './otf2-task.ts';
import type { RankPlan } from './rank-plan.ts';
import type { ScanResult, ScanTask } from './scan-file.ts';

/** Size of the pieces in which a file is only counted. */
const SCAN_BYTES = 16e6;

/** Reads and counts files that no rank claims, or all of them in a dry run. */
export async function scanFiles(
  files: readonly LocationFiles[],
  context: DecodeContext,
  threads: Otf2Threads,
): Promise<ScanResult[]> {
  const tasks = files.flatMap((file) => scanTasks(file, context));
  const results = await threads.runAll('scan', tasks);
  return results.filter((_, at) => !isBehindEnd(tasks, results, at));
}

/** Chunks behind the end mark of their file are no part of it. */
function isBehindEnd(tasks: readonly ScanTask[], results: readonly ScanResult[], at: number): boolean {
  const { path } = tasks[at].file;
  for (let k = at - 1; k >= 0 && tasks[k].file.path === path; k--) if (results[k].ended) return true;
  return false;
}

/** One task per rank, its main location first. */
export function rankTasks(archive: Archive, plan: RankPlan, context: DecodeContext): RankTask[] {
  const byRank: LocationFiles[][] = Array.from({ length: plan.ranks }, () => []);
  for (const file of archive.locations) {
    const rank = plan.rankOf(file.location.id);
    if (rank < 0 || file.size === 0) continue;
    if (plan.isMain(file.location.id)) byRank[rank].unshift(file);
    else byRank[rank].push(file);
  }
  return byRank.flatMap((files, rank) =>
    files.length === 0 ? [] : [{ context, rank, locations: files.map((file) => toSource(file, plan)) }],
  );
}

function toSource({ events, size, local, location }: LocationFiles, plan: RankPlan): LocationSource {
  return {
    stream: plan.streamOf(location.id),
    path: events,
    size,
    regions: local.maps.get(MAP_REGION) ?? null,
    communicators: local.maps.get(MAP_COMMUNICATOR) ?? null,
    contexts: local.maps.get(MAP_CALLING_CONTEXT) ?? null,
    windows: local.maps.get(MAP_WINDOW) ?? null,
    metrics: local.maps.get(MAP_METRIC) ?? null,
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
