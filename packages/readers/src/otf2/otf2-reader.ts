import { existsSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import {
  batchFromRows,
  jobs,
  NONE,
  noTimes,
  rankMetrics,
  streams,
  type TableSink,
  WeftError,
} from '@weft/model';
import { CommunicatorRegistry } from '../communicators/communicator-registry.ts';
import { communicatorRows } from '../communicators/communicator-rows.ts';
import { emptyCounts } from '../matching/match-partition.ts';
import { planPartitions } from '../matching/operations.ts';
import type { Probe, Reader, ReadOptions, ReadReport, Verdict } from '../reader.ts';
import { openStages } from '../stages/open-stages.ts';
import { TraceThreads } from '../trace-threads/index.ts';
import { looksLikeAnchor } from './anchor.ts';
import { type Archive, openArchive } from './archive.ts';
import { planCalls } from './call-plan.ts';
import { planCommunicators } from './communicator-plan.ts';
import type { DecodeContext, RankTask } from './decode-context.ts';
import type { RankResult } from './decode-rank.ts';
import { Losses } from './losses.ts';
import { metricFacts, planMetrics } from './metric-plan.ts';
import type { Otf2Kinds, Otf2Threads } from './otf2-task.ts';
import { otf2Work } from './otf2-work.ts';
import { planRanks, type RankPlan } from './rank-plan.ts';
import { rankTasks, scanFiles } from './read-events.ts';
import { makeReport } from './report.ts';
import type { ScanResult } from './scan-file.ts';
import { chooseTimeScale } from './time-scale.ts';
import { planWindows } from './window-plan.ts';

const WINDOW_BYTES = 1 << 19;
const MATCHER_SHARE = 0.4;
const COMPANION = /\.(def|evt|snap|marker|thumb)$/;

/** OTF2 archives as Score-P, EZTrace and others write them, plain files of format 1 to 3. */
export const otf2Reader: Reader = {
  name: 'otf2',
  title: 'OTF2 archive (Score-P, EZTrace, Vampir)',
  detect,
  group: groupByAnchor,
  read: readArchive,
};

function detect({ path, head }: Probe): Verdict {
  if (looksLikeAnchor(head)) return 'yes';
  if (path.endsWith('.otf2')) return 'maybe';
  const isChunk = head.length >= 18 && head[0] === 3 && (head[1] === 0x42 || head[1] === 0x23);
  return COMPANION.test(path) && (isChunk || head.length === 0) ? 'maybe' : 'no';
}

/** An anchor, named or beside the files, with those that carry its name; files without one stay together by folder. */
function groupByAnchor(files: readonly string[]): readonly (readonly string[])[] {
  const anchors = files.filter((file) => !COMPANION.test(file));
  const sets = new Map<string, string[]>(anchors.map((anchor) => [anchor.replace(/\.otf2$/, ''), [anchor]]));
  for (const file of files) {
    if (!COMPANION.test(file)) continue;
    const stems = [dirname(file), file.replace(COMPANION, ''), file.replace(/\.\d+\.\w+$/, '')];
    const stem = stems.find((name) => sets.has(name)) ?? stems.find((name) => existsSync(`${name}.otf2`));
    const set = sets.get(stem ?? dirname(file)) ?? (stem ? [`${stem}.otf2`] : []);
    set.push(file);
    sets.set(stem ?? dirname(file), set);
  }
  return [...sets.values()];
}

async function readArchive(
  files: readonly string[],
  sink: TableSink,
  options: ReadOptions,
): Promise<ReadReport> {
  const path = files.find((file) => !COMPANION.test(file));
  if (path === undefined) throw noAnchor(files);
  const losses = new Losses(options.keepGoing);
  const archive = openArchive(path, losses);
  const plan = planRanks(archive.definitions);
  const registry = new CommunicatorRegistry(plan.ranks);
  const context = makeContext(archive, plan, registry, losses, options);
  const inputBytes = archive.bytes;
  const threads: Otf2Threads = new TraceThreads({ ...otf2Work, sink, inputBytes, options });
  try {
    const parts = { archive, plan, context, losses };
    if (options.dryRun) {
      const scans = await scanFiles(archive.locations, context, threads);
      noteLosses(losses, scans, options);
      return makeReport({ ...parts, scans, ranks: [], matched: null });
    }
    const { ranks, scans, matched } = await importEvents(archive, plan, context, threads, sink, options);
    noteLosses(losses, [...ranks, ...scans], options);
    await writeSmallTables(sink, plan, registry, options);
    await writeStreams(sink, archive, plan, options);
    const report = makeReport({ ...parts, scans, ranks, matched });
    await sink.write('jobs', jobRow(archive, report, options.job));
    return report;
  } finally {
    await threads.close();
  }
}

async function importEvents(
  archive: Archive,
  plan: RankPlan,
  context: DecodeContext,
  threads: Otf2Threads,
  { partFolder }: TableSink,
  options: ReadOptions,
) {
  const facts = {
    format: 'otf2',
    partitions: context.partitions.partitions,
    callNames: context.callNames,
    inputBytes: archive.bytes,
    filesOf: ({ locations }: RankTask) => locations.map(({ path }) => path),
    bytesOf: ({ locations }: RankTask) => locations.reduce((sum, { size }) => sum + size, 0),
    matcherShare: MATCHER_SHARE,
  };
  const stages = openStages<RankTask, RankResult, Otf2Kinds>(threads, partFolder, facts, options);
  try {
    const ranks = await stages.decode(rankTasks(archive, plan, context));
    const unclaimed = archive.locations.filter(({ location }) => plan.rankOf(location.id) < 0);
    const scans = await scanFiles(unclaimed, context, threads);
    const matched = plan.ranks > 0 ? await stages.match() : emptyCounts();
    return { ranks, scans, matched };
  } finally {
    await stages.close();
  }
}

function makeContext(
  archive: Archive,
  plan: RankPlan,
  registry: CommunicatorRegistry,
  losses: Losses,
  options: ReadOptions,
): DecodeContext {
  return {
    key: `${archive.path} ${options.job} ${options.keepGoing}`,
    job: options.job,
    ranks: plan.ranks,
    partitions: planPartitions(plan.ranks, archive.bytes),
    keepGoing: options.keepGoing,
    spans: options.spans,
    collectiveParts: options.collectiveParts ?? false,
    chunkSize: archive.anchor.eventChunkSize,
    window: WINDOW_BYTES,
    scale: chooseTimeScale(archive, losses),
    ...planCalls(archive.definitions),
    ...planMetrics(archive.definitions),
    communicators: planCommunicators(archive.definitions, plan.ranks, registry),
    ...planWindows(archive.definitions),
  };
}

/** Scans always go on, to see where a file ends; without keepGoing the first loss is the error. */
function noteLosses(
  losses: Losses,
  results: readonly (RankResult | ScanResult)[],
  { keepGoing }: ReadOptions,
) {
  for (const { facts, events, bytes } of results.flatMap((result) => result.losses)) {
    if (!keepGoing) throw new WeftError(facts);
    losses.add(facts, events, bytes);
  }
}

async function writeSmallTables(
  sink: TableSink,
  plan: RankPlan,
  registry: CommunicatorRegistry,
  { job, hosts }: ReadOptions,
): Promise<void> {
  if (plan.ranks === 0) return;
  await sink.write('communicators', communicatorRows(registry.list, job));
  await sink.write('ranks', {
    rows: plan.ranks,
    columns: {
      job: new Int32Array(plan.ranks).fill(job),
      rank: Int32Array.from({ length: plan.ranks }, (_, rank) => rank),
      host: Int32Array.from(plan.places, ({ host }) => hosts.vertexOf(host)),
      socket: Int32Array.from(plan.places, ({ socket }) => socket),
      core: Int32Array.from(plan.places, ({ core }) => core),
      cpu: noTimes(plan.ranks),
    },
  });
}

/** Threads and streams below ranks, and what their counters mean. */
async function writeStreams(
  sink: TableSink,
  { definitions }: Archive,
  plan: RankPlan,
  { job, spans }: ReadOptions,
): Promise<void> {
  const below = plan.streams.map((stream) => ({ job, ...stream }));
  if (below.length > 0) await sink.write('streams', batchFromRows(streams, below));
  const measured = spans ? metricFacts(definitions).map((facts) => ({ job, ...facts })) : [];
  if (measured.length > 0) await sink.write('rank_metrics', batchFromRows(rankMetrics, measured));
}

function jobRow(archive: Archive, { facts }: ReadReport, job: number) {
  const [start, end] = facts.timeRange ?? [NONE, NONE];
  return batchFromRows(jobs, [{ id: job, name: jobName(archive), user: null, state: null, start, end }]);
}

/** EZTrace names the root of the system tree after the program; others leave the name of the folder. */
function jobName({ path, definitions: { nodes, strings } }: Archive): string {
  const root = nodes.get(0);
  const name = root && root.name === root.class ? strings.get(root.name) : undefined;
  if (name !== undefined && !/node|machine/i.test(name)) return name;
  const stem = basename(path, '.otf2');
  return /^(traces|eztrace_log)$/.test(stem) ? basename(dirname(path)) || stem : stem;
}

function noAnchor(files: readonly string[]): WeftError {
  return new WeftError({
    code: 'OTF2-MISSING-FILE',
    message: 'these files of an OTF2 archive have no anchor file (.otf2) beside them',
    file: files[0],
    offset: 0,
    record: 'anchor',
    advice: 'Name the .otf2 file, or the folder that holds it.',
  });
}
