import { type Filter, NONE, queryColumns, type TableFrame, textAt } from '@weft/model';
import { RankReadings, type WrittenMetrics } from './rank-readings.ts';
import type { SpanRows } from './span-walk.ts';
import type { TraceTables } from './trace-tables.ts';
import type { World } from './world.ts';
import type { RankTrace } from './write-rank.ts';

/** Rows of all tables that are in memory at once, roughly. */
const ROWS_AT_ONCE = 2_000_000;

interface StreamTrace {
  readonly stream: number;
  readonly name: string;
  readonly kind: string;
  readonly spans: SpanRows;
  readonly call: readonly string[];
  readonly spanKind: readonly string[];
  readonly readings: RankReadings;
}

interface RankTraces {
  readonly rank: number;
  readonly trace: RankTrace;
  /** Other threads and streams of the rank. */
  readonly streams: readonly StreamTrace[];
  /** Rows of messages it sent, and messages among them that cannot be written. */
  readonly messageRows: number;
  readonly messagesLeftOut: number;
}

const spanColumns = ['rank', 'call', 'enter', 'exit', 'stream', 'depth', 'kind'] as const;
const collectiveColumns = ['rank', 'comm', 'call', 'root', 'bytes', 'enter', 'exit'] as const;
const counterColumns = ['rank', 'stream', 'metric', 'time', 'value'] as const;
const messageColumns = [
  'id',
  'src',
  'dst',
  'bytes',
  'count',
  'tag',
  'comm',
  'call',
  'send_start',
  'send_end',
  'recv_start',
  'recv_end',
] as const;

/** The ranks one after the other; tables are read for so many ranks at once that memory stays bounded. */
export async function* readRankTraces(
  tables: TraceTables,
  world: World,
  metrics: WrittenMetrics,
): AsyncGenerator<RankTraces> {
  const { spans, messages, collectives, rank_counters: readings } = tables.manifest.tables;
  const rows = [spans, messages, collectives, readings].reduce((sum, table) => sum + (table?.rows ?? 0), 0);
  const block = Math.max(1, Math.floor((world.size * ROWS_AT_ONCE) / Math.max(1, rows)));
  for (let first = 0; first < world.size; first += block) {
    yield* readBlock(tables, world, metrics, first, Math.min(world.size, first + block));
  }
}

async function* readBlock(
  tables: TraceTables,
  { job }: World,
  metrics: WrittenMetrics,
  first: number,
  end: number,
): AsyncGenerator<RankTraces> {
  const of = (column: string): Filter[] => [
    { op: 'in', column: 'job', values: [job] },
    { op: 'range', column, from: first, to: end },
  ];
  const ofRank = { where: of('rank') };
  const spans = await tables.read(queryColumns('spans', spanColumns, ofRank));
  const streams = await tables.read(queryColumns('streams', ['rank', 'stream', 'name', 'kind'], ofRank));
  const collectives = await tables.read(queryColumns('collectives', collectiveColumns, ofRank));
  const counters = await tables.read(queryColumns('rank_counters', counterColumns, ofRank));
  const sent = await tables.read(queryColumns('messages', messageColumns, { where: of('src') }));
  const received = await tables.read(queryColumns('messages', messageColumns, { where: of('dst') }));
  const sends = rowsByRank(sent.columns.src, first, end);
  const receives = rowsByRank(received.columns.dst, first, end);
  const meetings = rowsByRank(collectives.columns.rank, first, end);
  const readingsOf = rowsByRank(counters.columns.rank, first, end);
  const spansOf = rowsByRank(spans.columns.rank, first, end);
  for (let rank = first; rank < end; rank++) {
    const own = spansOf[rank - first];
    const timed = readingsOf[rank - first].filter((row) => counters.columns.time[row] !== NONE);
    const readings = (stream: number) =>
      takeReadings(
        counters,
        timed.filter((row) => counters.columns.stream[row] === stream),
        metrics,
      );
    const whole = sends[rank - first].filter((row) => isWhole(sent.columns, row));
    yield {
      rank,
      trace: {
        ...takeSpans(
          spans,
          own.filter((row) => spans.columns.stream[row] === 0),
        ),
        sends: whole.sort(bySending(sent.columns)),
        sent,
        receives: receives[rank - first]
          .filter((row) => isWhole(received.columns, row) && received.columns.recv_end[row] !== NONE)
          .sort(bySending(received.columns)),
        received,
        meetings: meetings[rank - first]
          .filter((row) => collectives.columns.enter[row] !== NONE && collectives.columns.exit[row] !== NONE)
          .sort((a, b) => collectives.columns.enter[a] - collectives.columns.enter[b]),
        collectives,
        readings: readings(0),
      },
      streams: otherStreams(spans, streams, rank, own, readings),
      messageRows: sends[rank - first].length,
      messagesLeftOut: sumCounts(sent.columns.count, sends[rank - first]) - whole.length,
    };
  }
}

type Spans = TableFrame<'spans', (typeof spanColumns)[number]>;
type Messages = TableFrame<'messages', (typeof messageColumns)[number]>['columns'];

/** Row numbers of each rank of a block. */
function rowsByRank(ranks: Int32Array, first: number, end: number): number[][] {
  const lists = Array.from({ length: end - first }, (): number[] => []);
  for (let row = 0; row < ranks.length; row++) lists[ranks[row] - first].push(row);
  return lists;
}

/** One message of known ends that was sent at a known time. */
function isWhole({ count, src, dst, send_start }: Messages, row: number): boolean {
  return count[row] === 1 && src[row] !== NONE && dst[row] !== NONE && send_start[row] !== NONE;
}

function bySending({ send_start, id }: Messages) {
  return (a: number, b: number): number => send_start[a] - send_start[b] || id[a] - id[b];
}

function sumCounts(count: Float64Array, rows: readonly number[]): number {
  return rows.reduce((sum, row) => sum + count[row], 0);
}

function takeSpans({ columns }: Spans, rows: readonly number[]) {
  return {
    enter: Float64Array.from(rows, (row) => columns.enter[row]),
    exit: Float64Array.from(rows, (row) => columns.exit[row]),
    depth: Int32Array.from(rows, (row) => columns.depth[row]),
    call: rows.map((row) => textAt(columns.call, row) ?? 'unknown'),
    kind: rows.map((row) => textAt(columns.kind, row) ?? 'other'),
  };
}

type Readings = TableFrame<'rank_counters', (typeof counterColumns)[number]>;

function takeReadings({ columns }: Readings, rows: number[], { byName }: WrittenMetrics): RankReadings {
  rows.sort((a, b) => columns.time[a] - columns.time[b] || a - b);
  return new RankReadings(
    Float64Array.from(rows, (row) => columns.time[row]),
    Float64Array.from(rows, (row) => columns.value[row]),
    rows.map((row) => byName.get(textAt(columns.metric, row) ?? '')!),
  );
}

function otherStreams(
  spans: Spans,
  { rows, columns }: TableFrame<'streams', 'rank' | 'stream' | 'name' | 'kind'>,
  rank: number,
  own: readonly number[],
  readings: (stream: number) => RankReadings,
): StreamTrace[] {
  return Array.from({ length: rows }, (_, row) => row)
    .filter((row) => columns.rank[row] === rank && columns.stream[row] > 0)
    .map((row) => {
      const stream = columns.stream[row];
      const {
        call,
        kind: spanKind,
        ...times
      } = takeSpans(
        spans,
        own.filter((span) => spans.columns.stream[span] === stream),
      );
      const name = textAt(columns.name, row) ?? `stream ${stream}`;
      const kind = textAt(columns.kind, row) ?? 'thread';
      return { stream, name, kind, spans: times, call, spanKind, readings: readings(stream) };
    });
}
