import { spansOfFrame } from '@weft/analysis';
import { type Network, NONE, queryColumns, type TableFrame, textAt, WeftError } from '@weft/model';
import type { RankProgram, Scenario } from '@weft/simulate';
import type { RunSource } from '../run-source.ts';
import { buildRankProgram } from './build-rank-program.ts';
import { traceScenario } from './trace-scenario.ts';
import type { TraceTables } from './trace-tables.ts';

/** One job of a trace, ready to be replayed. */
export interface TraceJob {
  readonly name: string;
  /** Nanoseconds. */
  readonly start: number;
  /** The vertex of the host of each rank. */
  readonly hosts: Int32Array;
  readonly program: RankProgram;
  /** Messages that the replay leaves out, and those of which it is not known who waited for them. */
  readonly leftOut: number;
  readonly untimely: number;
}

/** A trace that was put on a network: programs as measured, a machine as assumed. */
export interface TraceRun {
  readonly situation: 'trace';
  readonly scenario: Scenario;
  readonly network: Network;
  readonly jobs: readonly TraceJob[];
}

/** Reads what a placed trace is replayed from; throws where the dataset does not have it. */
export async function readTraceRun(source: RunSource, signal?: AbortSignal): Promise<TraceRun> {
  const network = await source.network();
  if (!network) {
    const advice = 'Put it on one: weft place, or weft import --network (docs/importing.md).';
    const message = 'the dataset has no network to replay its messages on';
    throw new WeftError({ code: 'NO-NETWORK', message, file: source.path, advice });
  }
  const known = await source.read(queryColumns('jobs', ['id', 'name', 'start']), signal);
  const ranks = await source.read(queryColumns('ranks', ['job', 'rank', 'host']), signal);
  const jobs = Array.from(known.columns.id, (id, row) => ({
    id,
    name: textAt(known.columns.name, row) ?? `job ${id}`,
    start: known.columns.start[row],
    hosts: hostsOf(ranks, id),
  })).filter(({ hosts }) => hosts.length > 0);
  const scenario = traceScenario(
    source,
    network,
    jobs.map(({ name, hosts }) => ({ name, ranks: hosts.length })),
  );
  const read: TraceJob[] = [];
  for (const job of jobs) read.push(await readJob(source, job, signal));
  return { situation: 'trace', scenario, network, jobs: read };
}

function hostsOf({ rows, columns }: TableFrame<'ranks'>, job: number): Int32Array {
  const hosts: number[] = [];
  for (let row = 0; row < rows; row++)
    if (columns.job[row] === job) hosts[columns.rank[row]] = columns.host[row];
  return Int32Array.from(hosts, (host) => host ?? NONE);
}

async function readJob(
  source: RunSource,
  { id, name, start, hosts }: { id: number; name: string; start: number; hosts: Int32Array },
  signal?: AbortSignal,
): Promise<TraceJob> {
  const where = [{ op: 'in' as const, column: 'job', values: [id] }];
  const all = await source.read(queryColumns('messages', messageColumns, { where }), signal);
  if (all.rows === 0) throw refusal('NO-MESSAGES', `${name} sends no messages`, source.path);
  const messages = replayable(all);
  if (messages.rows === 0)
    throw refusal('NO-TIMES', `no message of ${name} has a time, a sender and a receiver`, source.path);
  const collectives = await source.read(
    queryColumns('collectives', ['comm', 'seq', 'root', 'rank', 'call', 'enter', 'exit'], { where }),
    signal,
  );
  const ofMpi = [...where, { op: 'in' as const, column: 'kind', values: ['mpi'] }];
  const spans = spansOfFrame(
    await source.read(queryColumns('spans', ['rank', 'call', 'enter', 'exit'], { where: ofMpi }), signal),
  );
  checkTimes(messages, name, source.path);
  const first = firstTime(messages.columns.send_start, collectives.columns.enter, spans.enter);
  const tables = {
    ranks: hosts.length,
    start: start === NONE ? first : Math.min(start, first),
    messages,
    collectives: isExpanded(messages) ? { ...collectives, rows: 0 } : collectives,
    spans,
  };
  return {
    name,
    start: tables.start,
    hosts,
    program: buildRankProgram(tables),
    leftOut: sumOf(all.columns.count) - messages.rows,
    untimely: countUntimely(messages),
  };
}

const messageColumns = [
  'src',
  'dst',
  'bytes',
  'count',
  'tag',
  'call',
  'send_start',
  'send_end',
  'recv_start',
  'recv_end',
] as const;

/** Messages of which it is known who sent them, to whom and when. */
function replayable({
  rows,
  columns,
}: TableFrame<'messages', (typeof messageColumns)[number]>): TraceTables['messages'] {
  const { src, dst, bytes, count, tag, call, send_start, send_end, recv_start, recv_end } = columns;
  const kept = Int32Array.from({ length: rows }, (_, row) => row).filter(
    (row) => count[row] === 1 && send_start[row] !== NONE && src[row] !== NONE && dst[row] !== NONE,
  );
  const int = (column: Int32Array) => Int32Array.from(kept, (row) => column[row]);
  const wide = (column: Float64Array) => Float64Array.from(kept, (row) => column[row]);
  return {
    rows: kept.length,
    columns: {
      src: int(src),
      dst: int(dst),
      bytes: wide(bytes),
      tag: int(tag),
      call: { ...call, codes: int(call.codes) },
      send_start: wide(send_start),
      send_end: wide(send_end),
      recv_start: wide(recv_start),
      recv_end: wide(recv_end),
    },
  };
}

/** Messages of expanded collectives carry the waiting of the calls they were made of. */
function isExpanded({ columns }: TraceTables['messages']): boolean {
  return columns.call.dictionary.some((call) => call.includes('/'));
}

/** Where all happens at one time, the trace has no times. */
function checkTimes({ columns }: TraceTables['messages'], name: string, file: string): void {
  const { send_start, recv_end } = columns;
  const [first] = send_start;
  if (send_start.some((time) => time !== first) || recv_end.some((time) => time > first)) return;
  throw refusal('NO-TIMES', `the messages of ${name} have no times`, file);
}

function countUntimely({ columns }: TraceTables['messages']): number {
  const { send_start, recv_end } = columns;
  return recv_end.reduce((sum, end, row) => sum + Number(end < send_start[row]), 0);
}

function firstTime(...columns: readonly Float64Array[]): number {
  const least = (column: Float64Array) =>
    column.reduce((first, time) => (time === NONE ? first : Math.min(first, time)), Number.POSITIVE_INFINITY);
  return Math.min(...columns.map(least));
}

function sumOf(column: Float64Array): number {
  return column.reduce((sum, value) => sum + value, 0);
}

function refusal(code: string, message: string, file: string): WeftError {
  return new WeftError({
    code,
    message,
    file,
    advice: 'Ask about a trace of a tool that records times (docs/importing.md).',
  });
}
