import { NONE, queryColumns } from '@weft/model';
import { paradigmOf } from '../otf2/region-kinds.ts';
import { ArchiveFiles } from './archive-files.ts';
import type { CommunicatorRanks } from './communicator-ranks.ts';
import type { EventFileWriter } from './event-file-writer.ts';
import { defineMetrics, readMetrics } from './rank-readings.ts';
import { readRankTraces } from './rank-traces.ts';
import { walkSpans } from './span-walk.ts';
import type { TraceTables } from './trace-tables.ts';
import { readWorld } from './world.ts';
import { writeRank } from './write-rank.ts';

interface ExportedArchive {
  /** Path of the anchor file. */
  readonly anchor: string;
  readonly locations: number;
  readonly events: number;
  readonly messages: number;
  /** Messages without a time, sender or receiver, and rows that stand for several. */
  readonly messagesLeftOut: number;
  /** Readings of counters, and those of the whole run, which have no time to be written at. */
  readonly readings: number;
  readonly readingsLeftOut: number;
  readonly job: number;
  /** Other jobs of the dataset: an archive holds one. */
  readonly otherJobs: readonly number[];
  /** Times that were moved, since calls overlap without lying within each other. */
  readonly timesMoved: number;
}

const PARADIGM_MPI = 4;
const GROUP_LOCATIONS = 4;
const GROUP_MEMBERS = 5;
const LOCATION_TYPES: Readonly<Record<string, number>> = { thread: 1, accelerator: 2, metrics: 3 };

/** Writes the calls, messages, collectives and counters of a job of a dataset, the first unless told, as an OTF2 archive. */
export async function exportArchive(
  tables: TraceTables,
  folder: string,
  named: number | null = null,
  signal?: AbortSignal,
): Promise<ExportedArchive> {
  const world = await readWorld(tables, named);
  const files = new ArchiveFiles(folder);
  files.clock(tables.manifest.timeRange?.[1] ?? 0);
  world.hostNames.forEach((name, node) => {
    files.treeNode(node, name);
  });
  for (let rank = 0; rank < world.size; rank++) files.process(rank, world.node[rank]);
  const regions = new Regions();
  const metrics = await readMetrics(tables, world.job);
  const totals = { locations: 0, events: 0, messages: 0, messagesLeftOut: 0, readings: 0, timesMoved: 0 };
  let messageRows = 0;
  for await (const { rank, trace, streams, ...messages } of readRankTraces(tables, world, metrics)) {
    signal?.throwIfAborted();
    const events = files.events();
    totals.timesMoved += writeRank(trace, regions.of, world.communicators, events);
    totals.messages += trace.sends.length;
    totals.readings += trace.readings.count;
    totals.messagesLeftOut += messages.messagesLeftOut;
    messageRows += messages.messageRows;
    totals.events += events.events;
    files.location(rank, 'Master thread', LOCATION_TYPES.thread, events, rank);
    totals.locations++;
    for (const { stream, name, kind, spans, call, spanKind, readings } of streams) {
      const own = files.events();
      const at = (time: number): EventFileWriter => {
        readings.writeUntil(time, own);
        return own.at(time);
      };
      totals.timesMoved += walkSpans(spans, {
        enter: (span, time) => at(time).enter(regions.of(call[span], spanKind[span])),
        leave: (span, time) => at(time).leave(regions.of(call[span], spanKind[span])),
      });
      readings.writeUntil(Number.POSITIVE_INFINITY, own);
      totals.readings += readings.count;
      totals.events += own.events;
      files.location(rank + stream * world.size, name, LOCATION_TYPES[kind] ?? 1, own, rank);
      totals.locations++;
    }
  }
  regions.define(files);
  await defineMetrics(files, metrics, tables, world.job);
  defineCommunicators(files, world.communicators, world.size);
  if (messageRows !== tables.manifest.tables.messages?.rows)
    totals.messagesLeftOut += await countUnknownSenders(tables, world.job);
  const { job, otherJobs } = world;
  const anchor = files.finish(tables.manifest.title);
  return { anchor, job, otherJobs, readingsLeftOut: metrics.readings - totals.readings, ...totals };
}

/** They are nobody's among the ranks. */
async function countUnknownSenders(tables: TraceTables, job: number): Promise<number> {
  const { columns } = await tables.read(
    queryColumns('messages', ['src', 'count'], { where: [{ op: 'in', column: 'job', values: [job] }] }),
  );
  return columns.count.reduce((sum, count, row) => (columns.src[row] === NONE ? sum + count : sum), 0);
}

/** Regions by name and kind, numbered as they come. */
class Regions {
  private readonly ids = new Map<
    string,
    { readonly id: number; readonly name: string; readonly kind: string }
  >();

  readonly of = (name: string, kind: string): number => {
    const key = `${kind} ${name}`;
    const known = this.ids.get(key);
    if (known) return known.id;
    const id = this.ids.size;
    this.ids.set(key, { id, name, kind });
    return id;
  };

  define(files: ArchiveFiles): void {
    for (const { id, name, kind } of this.ids.values()) files.region(id, name, paradigmOf(kind));
  }
}

function defineCommunicators(files: ArchiveFiles, { members }: CommunicatorRanks, size: number): void {
  const locations = Int32Array.from({ length: size }, (_, rank) => rank);
  files.group(0, GROUP_LOCATIONS, PARADIGM_MPI, locations);
  let group = 1;
  for (const [comm, ranks] of members) {
    files.group(group, GROUP_MEMBERS, PARADIGM_MPI, ranks);
    files.communicator(comm, comm === 0 ? 'MPI_COMM_WORLD' : `communicator ${comm}`, group++);
  }
}
