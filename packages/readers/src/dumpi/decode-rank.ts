import { closeSync, openSync } from 'node:fs';
import { type Batch, type calls, type ErrorFacts, errorFacts, NONE } from '@weft/model';
import { callRows } from '../call-rows.ts';
import { type CommunicatorMembers, LocalCommunicators } from '../communicators/index.ts';
import { type PartitionPlan, RankOperations } from '../matching/index.ts';
import { PartRows } from '../part-rows.ts';
import { SpanRows } from '../span-rows.ts';
import type { TraceOutput } from '../trace-threads/index.ts';
import { CollectiveRows } from './collective-rows.ts';
import { CpuClock } from './cpu-clock.ts';
import { COMM_SELF, COMM_WORLD } from './creation-events.ts';
import { DatatypeSizes } from './datatype-sizes.ts';
import type { LostOperations } from './lost-operations.ts';
import { RankDecoder } from './rank-decoder.ts';
import { readSections, type Sections } from './read-sections.ts';
import { FUNCTION_COUNT, functionNames } from './record-layout.ts';
import { type ClockZero, RecordStream } from './record-stream.ts';

export interface DecodeTask {
  readonly path: string;
  readonly rank: number;
  readonly job: number;
  readonly zero: ClockZero;
  readonly communicators: CommunicatorMembers;
  /** Communicators this rank's creating calls gave it. */
  readonly created: Int32Array;
  /** Its communicators that no creating call in the trace gave it: local id and id. */
  readonly learned: readonly (readonly [local: number, id: number])[];
  readonly selfId: number;
  readonly spans: boolean;
  /** Processor times of calls are kept. */
  readonly cpuTimes: boolean;
  readonly collectiveParts: boolean;
  readonly partitions: PartitionPlan;
  /** Without it a damaged record ends the work with an error. */
  readonly keepGoing: boolean;
}

export interface DecodedRank {
  readonly rank: number;
  readonly records: number;
  /** Processor time from its first call to its last; NONE where it is not known. */
  readonly cpu: number;
  readonly lost: LostOperations;
  readonly cancelled: number;
  readonly cancelledSends: number;
  readonly openEnded: number;
  readonly usesSelf: boolean;
  /** Earliest start and latest stop; null without wall times. */
  readonly first: number | null;
  readonly last: number | null;
  readonly fault: ErrorFacts | null;
  /** Functions whose number of records differs from the footer's. */
  readonly footerMismatches: number;
}

/** Records between two looks at what is ready to leave. */
const PAUSE = 8192;
/** With wall times and a few arguments. */
const USUAL_RECORD_BYTES = 40;
const MOST_COLLECTIVES = 65_536;

/**
 * What this thread decodes its present or last rank with. V8 throws compiled code away with the last object of a kind that
 * it was compiled for; without one kept between two ranks it would compile the decoder anew for many of them.
 */
const kept: { decoding: readonly (object | null)[] } = { decoding: [] };

export async function decodeRank(task: DecodeTask, output: TraceOutput): Promise<DecodedRank> {
  const file = openSync(task.path, 'r');
  try {
    const sections = readSections(file, task.path);
    return await decodeStream(file, sections, task, output);
  } finally {
    closeSync(file);
  }
}

async function decodeStream(
  file: number,
  sections: Sections,
  task: DecodeTask,
  output: TraceOutput,
): Promise<DecodedRank> {
  const { rank, job } = task;
  const stream = new RecordStream(file, task.path, sections, task.zero);
  if (task.cpuTimes) stream.cpuClock = new CpuClock();
  const cpuTimes = task.cpuTimes ? new Float64Array(FUNCTION_COUNT) : null;
  const comms = new LocalCommunicators(task.communicators, rank, COMM_WORLD);
  comms.define(COMM_SELF, task.selfId);
  for (const [local, id] of task.learned) comms.define(local, id);
  const operations = new RankOperations(rank, task.partitions);
  const rows = new CollectiveRows(rank, job);
  const partRows = task.collectiveParts ? new PartRows() : null;
  const spanRows = task.spans ? new SpanRows(sections.size / USUAL_RECORD_BYTES, task.cpuTimes) : null;
  const sizes = new DatatypeSizes(sections.typeSizes);
  const decoder = new RankDecoder({
    rank,
    comms,
    sizes,
    operations,
    collectives: rows,
    partRows,
    created: task.created,
  });
  kept.decoding = [stream, comms, operations, rows, partRows, spanRows, sizes, decoder];
  const range: TimeRange = { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY };
  let reported = 0;
  const flush = async (all: boolean) => {
    const chunks = operations.take(all);
    if (chunks.length > 0) await output.operations(chunks);
    if (rows.rows > 0 && (all || rows.rows >= MOST_COLLECTIVES)) {
      await output.write('collectives', rows.batch());
      rows.clear();
    }
    if (partRows && partRows.rows > 0 && (all || partRows.full)) {
      await output.write('collective_parts', partRows.batch(job, functionNames));
      partRows.clear();
    }
    if (spanRows && spanRows.rows > 0 && (all || spanRows.full)) {
      await output.write('spans', spanRows.batch(job, rank, functionNames));
      spanRows.clear();
    }
    const bytes = all ? sections.size : stream.window.offset;
    if (all || bytes - reported >= 1 << 22) {
      await output.progress(bytes - reported);
      reported = bytes;
    }
  };
  while (decodeSome(stream, decoder, spanRows, cpuTimes, range)) await flush(false);
  if (stream.fault && !task.keepGoing) throw stream.fault;
  await flush(true);
  await output.write('calls', callsOf(job, rank, decoder, cpuTimes));
  const timed = stream.timed > 0;
  return {
    rank,
    records: stream.records,
    cpu: stream.cpuClock?.total ?? NONE,
    lost: decoder.lost,
    cancelled: operations.cancelled,
    cancelledSends: operations.cancelledSends,
    openEnded: operations.openEnded,
    usesSelf: comms.usesSelf || rows.used(task.selfId),
    first: timed ? range.first : null,
    last: timed ? range.last : null,
    fault: stream.fault ? errorFacts(stream.fault) : null,
    footerMismatches: countMismatches(sections, decoder.counts),
  };
}

interface TimeRange {
  first: number;
  last: number;
}

/**
 * The next records; false at the end of the stream. Apart from the sending, so that the loop is compiled once for all
 * ranks: compiling is a good part of the time a trace takes.
 */
function decodeSome(
  stream: RecordStream,
  decoder: RankDecoder,
  spanRows: SpanRows | null,
  cpuTimes: Float64Array | null,
  range: TimeRange,
): boolean {
  for (let i = 0; i < PAUSE; i++) {
    if (!stream.next()) return false;
    decoder.handle(stream);
    const { start, stop } = stream;
    if (start < range.first) range.first = start;
    if (stop > range.last) range.last = stop;
    if (spanRows) spanRows.add(stream.id, start, stop, 0, 0, stream.cpu);
    if (cpuTimes) cpuTimes[stream.id] += stream.cpu === NONE ? Number.NaN : stream.cpu;
  }
  return true;
}

/** Processor times are NaN where a record does not tell them. */
function callsOf(
  job: number,
  rank: number,
  { counts, volumes, times }: RankDecoder,
  cpuTimes: Float64Array | null,
): Batch<typeof calls> {
  const profile = callRows(job, functionNames);
  profile.addRank(rank, counts, volumes, times, cpuTimes);
  return profile.batch();
}

function countMismatches({ records }: Sections, counts: Float64Array): number {
  if (!records) return 0;
  let mismatches = 0;
  records.forEach((expected, id) => {
    if (expected !== counts[id]) mismatches++;
  });
  return mismatches;
}
