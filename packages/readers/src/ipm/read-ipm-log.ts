import { createReadStream } from 'node:fs';
import { basename } from 'node:path';
import {
  batchFromRows,
  type Diagnostic,
  Interner,
  jobs,
  NONE,
  ranks,
  type TableSink,
  WeftError,
} from '@weft/model';
import { callRows } from '../call-rows.ts';
import { CommunicatorRegistry, communicatorRows } from '../communicators/index.ts';
import { diagnosticsOf } from '../matching/index.ts';
import type { ReadOptions, ReadReport } from '../reader.ts';
import { IpmCounters } from './ipm-counters.ts';
import { IpmMessages, isSend } from './ipm-messages.ts';
import { type IpmEntry, type IpmTask, NOBODY, TaskCollector } from './ipm-tasks.ts';
import { XmlScanner } from './xml-scanner.ts';

interface RankFacts {
  readonly rank: number;
  readonly host: string | null;
}

/** What is gathered while the log goes by. */
interface Gathered {
  readonly messages: IpmMessages;
  readonly calls: Interner;
  readonly counters: IpmCounters;
  readonly profiles: { rank: number; counts: number[]; volumes: number[]; times: number[] }[];
  readonly ranks: Map<number, RankFacts>;
  size: number;
  start: number;
  end: number;
  first: IpmTask | null;
  terse: number;
  persistent: number;
  /** Sends to MPI_PROC_NULL. */
  toNobody: number;
  badPeers: number;
  /** Tasks of a rank that was there already. */
  repeated: number;
  fault: WeftError | null;
}

/** A year, in seconds. */
const LONGEST_RUN = 3.2e7;

export async function readIpmLog(
  files: readonly string[],
  sink: TableSink,
  options: ReadOptions,
): Promise<ReadReport> {
  const [file] = files;
  const gathered = await gather(file, sink, options);
  if (!gathered.first) throw gathered.fault ?? noTasks(file);
  const { job, hosts } = options;
  const { first, size } = gathered;
  const span = runTime(gathered);
  await sink.write(
    'jobs',
    batchFromRows(jobs, [
      {
        id: job,
        name: programName(first) ?? basename(file),
        user: first.user === 'unknown' ? null : first.user,
        state: null,
        start: span === NONE ? NONE : 0,
        end: span,
      },
    ]),
  );
  const rankRows = Array.from({ length: size }, (_, rank) => ({
    job,
    rank,
    host: hosts.vertexOf(gathered.ranks.get(rank)?.host),
  }));
  await sink.write('ranks', batchFromRows(ranks, rankRows));
  await sink.write('communicators', communicatorRows(new CommunicatorRegistry(size).list, job));
  const profile = callRows(job, gathered.calls.dictionary);
  for (const { rank, counts, volumes, times } of gathered.profiles)
    profile.addRank(rank, counts, volumes, times);
  await sink.write('calls', profile.batch());
  await writeCounters(sink, gathered.counters, job);
  return report(file, gathered, span);
}

async function writeCounters(sink: TableSink, counters: IpmCounters, job: number): Promise<void> {
  if (counters.count === 0) return;
  await sink.write('rank_metrics', counters.metrics(job));
  await sink.write('rank_counters', counters.readings(job));
}

/** Nanoseconds; NONE where the stamps do not say it or cannot be those of one run. */
function runTime({ start, end }: Gathered): number {
  const seconds = end - start;
  return seconds >= 0 && seconds <= LONGEST_RUN ? Math.round(seconds * 1e9) : NONE;
}

async function gather(file: string, sink: TableSink, options: ReadOptions): Promise<Gathered> {
  const gathered: Gathered = {
    messages: new IpmMessages(options.job),
    calls: new Interner(),
    counters: new IpmCounters(),
    profiles: [],
    ranks: new Map(),
    size: 0,
    start: Number.POSITIVE_INFINITY,
    end: Number.NEGATIVE_INFINITY,
    first: null,
    terse: 0,
    persistent: 0,
    toNobody: 0,
    badPeers: 0,
    repeated: 0,
    fault: null,
  };
  const scanner = new XmlScanner(file, new TaskCollector(file, (task) => addTask(gathered, task)));
  let done = 0;
  try {
    const text: AsyncIterable<string> = createReadStream(file, {
      highWaterMark: 1 << 20,
      encoding: 'latin1',
    });
    for await (const chunk of text) {
      options.signal?.throwIfAborted();
      scanner.feed(chunk);
      done += chunk.length;
      options.onProgress?.({ label: 'reading', done, total: 0, unit: 'bytes' });
      for (const batch of gathered.messages.batches()) await sink.write('messages', batch);
    }
    scanner.end();
  } catch (error) {
    if (!options.keepGoing || !(error instanceof WeftError)) throw error;
    gathered.fault = error;
  }
  for (const batch of gathered.messages.batches()) await sink.write('messages', batch);
  return gathered;
}

function addTask(gathered: Gathered, task: IpmTask): void {
  gathered.first ??= task;
  gathered.size = Math.max(gathered.size, task.size);
  if (Number.isFinite(task.start)) gathered.start = Math.min(gathered.start, task.start);
  if (Number.isFinite(task.end)) gathered.end = Math.max(gathered.end, task.end);
  if (gathered.ranks.has(task.rank)) gathered.repeated++;
  gathered.ranks.set(task.rank, { rank: task.rank, host: task.host });
  gathered.counters.add(task);
  if (!task.hasHash) gathered.terse++;
  gathered.profiles.push(
    profileOf(gathered, task.rank, task.hasHash ? task.entries : task.totals, task.hasHash),
  );
  for (const entry of task.entries) {
    if (/^MPI_\w*send_init$/i.test(entry.call)) gathered.persistent += entry.count;
    if (!isSend(entry.call)) continue;
    if (entry.peer === NOBODY) gathered.toNobody += entry.count;
    else if (entry.peer >= task.size || entry.peer < 0) gathered.badPeers += entry.count;
    else gathered.messages.add(task.rank, entry);
  }
}

/** Bytes of a hash entry are those of one call, bytes of a total are summed already. */
function profileOf(gathered: Gathered, rank: number, entries: readonly IpmEntry[], perCall: boolean) {
  const counts: number[] = [];
  const volumes: number[] = [];
  const times: number[] = [];
  for (const { call, count, bytes, seconds } of entries) {
    const code = gathered.calls.code(call);
    while (counts.length <= code) {
      counts.push(0);
      volumes.push(0);
      times.push(0);
    }
    counts[code] += count;
    volumes[code] += Math.round(perCall ? bytes * count : bytes);
    times[code] += Math.round(seconds * 1e9);
  }
  return { rank, counts, volumes, times };
}

function report(file: string, gathered: Gathered, span: number): ReadReport {
  const { first, size, messages } = gathered;
  const version = first?.version ?? 'unknown';
  const origin = Number.isFinite(gathered.start)
    ? String(BigInt(Math.round(gathered.start * 1e6)) * 1000n)
    : null;
  const program = first && programName(first);
  return {
    format: 'ipm',
    counts: {
      ranks: size,
      sends: messages.messages,
      bytes: messages.bytes,
      ...(gathered.counters.count > 0 && { counters: gathered.counters.count }),
    },
    diagnostics: ipmDiagnostics(gathered, version),
    facts: {
      title: program ? `${program}, ${size} ranks` : basename(file),
      origin,
      timeRange: span === NONE ? null : [0, span],
      provenance: [{ kind: 'import', facts: { version, ranks: size, log: basename(file) } }],
    },
  };
}

function ipmDiagnostics(gathered: Gathered, version: string): Diagnostic[] {
  const { messages, size, ranks: found, fault } = gathered;
  return diagnosticsOf([
    ['SENDS', messages.messages, 'messages sent'],
    [
      'TIMES-ABSENT',
      messages.messages,
      'messages without times: an IPM log counts calls, it does not date them',
    ],
    ['UNMATCHED-SENDS', messages.messages, 'messages known from their senders alone: recv_end is none'],
    ['AGGREGATED', messages.aggregated, 'messages that share a row with others of the same size and peer'],
    [
      'SIZES-ROUNDED',
      version.startsWith('2.0') ? messages.messages : 0,
      'message sizes rounded down to 3 binary digits by IPM 2.0: sums may be up to 25 % too small',
    ],
    ['SENDS-TO-NOBODY', gathered.toNobody, 'sends to MPI_PROC_NULL: no messages'],
    ['PEERS-IMPOSSIBLE', gathered.badPeers, 'messages to ranks that do not exist: left out'],
    [
      'PERSISTENT-NOT-COUNTED',
      gathered.persistent,
      'persistent sends: the log does not say how often and how large they were sent',
    ],
    [
      'TERSE-RANKS',
      gathered.terse,
      'ranks without peers in the log (terse): a profile of calls, no messages',
    ],
    [
      'STAMPS-DAMAGED',
      runTime(gathered) === NONE && gathered.start !== Number.POSITIVE_INFINITY ? 1 : 0,
      'start and end stamps that cannot be those of one run: its time is left out',
    ],
    [
      'RANKS-REPEATED',
      gathered.repeated,
      'ranks that stand in the log more than once: it holds several jobs, taken together here',
    ],
    ['RANKS-MISSING', size - found.size, `of ${size} ranks are not in the log`],
    ['LOG-DAMAGED', fault ? 1 : 0, fault ? `read up to offset ${fault.offset}: ${fault.message}` : ''],
  ]);
}

function programName({ command }: IpmTask): string | null {
  const program = command?.trim().split(/\s+/)[0];
  return program ? basename(program) : null;
}

function noTasks(file: string): WeftError {
  return new WeftError({
    code: 'NO-RANKS',
    message: 'the log has no task: no rank wrote its part',
    file,
    offset: 0,
    record: 'ipm_job_profile',
    advice: 'Check that the run ended in order; IPM writes its log in MPI_Finalize.',
  });
}
