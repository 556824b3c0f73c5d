import { type AnyQuery, type Frame, tableNames, valueAt } from '@weft/model';
import type { Dataset } from '@weft/store';
import { runAnalysis } from './run-analysis.ts';
import { isOrdered, sentQueries } from './sent-queries.ts';

/** A question to a dataset, whose answer does not depend on the engine. */
export interface Question {
  readonly name: string;
  ask(dataset: Dataset): Promise<unknown>;
}

const asked = (query: AnyQuery): Question => ({
  name: JSON.stringify(query),
  ask: async (dataset) => {
    const rows = rowsOf(await dataset.read(query));
    return isOrdered(query) ? rows : asSet(rows);
  },
});

const wholeTables = tableNames.map(
  (table): Question => ({
    name: `all of ${table}`,
    ask: async (dataset) => asSet(rowsOf(await dataset.readTable(table))),
  }),
);

/** Only their ids give the rows of a table an order. */
function asSet(rows: readonly unknown[]): string[] {
  return rows.map((row) => JSON.stringify(row)).sort();
}

const times = { from: 1000, width: 12_345.678, blocks: 40 };
const cells = { rank: { from: 0, width: 3, blocks: 4 }, enter: { from: 1024, width: 65_536, blocks: 30 } };
const lasting = { lasting: { from: 'enter', to: 'exit' } };
const whole = { from: 0, to: Number.MAX_SAFE_INTEGER };
const middle = { first: ['send_start', 'send_end'], second: ['recv_end', 'recv_start'] };

const rows: readonly AnyQuery[] = [
  { table: 'messages', where: [{ op: 'range', column: 'bytes', from: 100, to: 1e6 }], orderBy: ['id'] },
  { table: 'messages', where: [{ op: 'range', column: 'send_start', from: 0.5, to: 1e15 }], orderBy: ['id'] },
  { table: 'messages', where: [{ op: 'in', column: 'src', values: [0, 2, 5] }], orderBy: ['id'] },
  {
    table: 'messages',
    where: [{ op: 'in', column: 'call', values: ['MPI_Isend', "it's"] }],
    orderBy: ['id'],
  },
  { table: 'messages', where: [{ op: 'matches', column: 'call', pattern: '^mpi_i?send$' }], orderBy: ['id'] },
  { table: 'messages', orderBy: ['bytes', 'id'], descending: ['bytes'], limit: 7 },
  {
    table: 'messages',
    where: [{ op: 'range', column: 'src', or: 'dst', from: 2, to: 4 }],
    orderBy: ['id'],
  },
  { table: 'messages', middle: { ...middle, from: 1e5, to: 4e6 + 0.5 }, orderBy: ['id'] },
  { table: 'vertices', columns: ['name', 'kind', 'coord'], orderBy: ['id'] },
  { table: 'links', where: [{ op: 'range', column: 'src', from: 3, to: 9 }], orderBy: ['id'] },
  { table: 'ranks', orderBy: ['job', 'rank'], descending: true },
  { table: 'jobs', orderBy: ['id'] },
];

const sums: readonly AnyQuery[] = [
  {
    table: 'messages',
    by: [],
    sums: ['rows', 'bytes', 'count'],
    least: ['send_start'],
    most: ['recv_end', 'id'],
  },
  { table: 'messages', by: ['src', 'dst'], sums: ['bytes', 'count'] },
  { table: 'messages', by: ['job', 'call'], sums: ['rows', 'bytes'] },
  { table: 'messages', by: ['src', 'dst'], sums: ['bytes'], largest: { by: 'bytes', groups: 5 } },
  { table: 'messages', by: ['send_start'], blocks: { send_start: times }, sums: ['bytes', 'rows'] },
  {
    table: 'messages',
    by: ['src', 'send_start'],
    blocks: { send_start: times, src: { from: 0, width: 4, blocks: 3 } },
    sums: ['rows'],
  },
  { table: 'messages', by: ['dst'], sums: ['recv_end'], within: { recv_end: [1000, 3_000_000] } },
  { table: 'messages', by: ['src'], sums: ['bytes'], middle: { ...middle, from: 0, to: 2e6 } },
  {
    table: 'spans',
    by: ['rank', 'call'],
    sums: ['rows', 'enter', 'exit'],
    within: { enter: [0, 1e7], exit: [0, 1e7] },
  },
  { table: 'spans', by: ['kind'], sums: ['rows'], where: [{ op: 'range', column: 'exit', ...whole }] },
  { table: 'spans', by: ['rank', 'enter', 'call'], blocks: cells, sums: ['lasting'], ...lasting },
  {
    table: 'spans',
    by: ['rank', 'enter', 'call'],
    blocks: cells,
    sums: ['lasting'],
    ...lasting,
    foremost: 'call',
  },
  { table: 'collectives', by: ['call'], sums: ['bytes', 'rows'] },
  { table: 'calls', by: ['call', 'rank'], sums: ['time', 'bytes'], foremost: 'rank' },
  { table: 'counters', by: ['metric'], sums: ['value', 'rows'], least: ['time'], most: ['time'] },
  { table: 'counters', by: ['link', 'metric'], sums: ['value'] },
  { table: 'counters', by: ['time'], sums: [] },
  { table: 'calls', by: ['call'], sums: ['count', 'bytes', 'time'] },
  { table: 'links', by: ['class'], sums: ['rows', 'capacity'] },
  { table: 'messages', by: ['call', 'src'], sums: ['rows'], least: ['tag'], most: ['recv_end'] },
  { table: 'messages', by: ['tag'], blocks: { tag: { from: -5, width: 7, blocks: 4 } }, sums: ['rows'] },
  { table: 'vertices', by: ['kind', 'level', 'pod'], sums: ['rows'] },
  { table: 'collectives', by: ['comm', 'call', 'root'], sums: ['bytes', 'rows'] },
];

/** SQL that both dialects take. */
const texts = [
  'SELECT count(*) AS n FROM messages',
  'SELECT sum(bytes) AS bytes, min(bytes) AS least, max(bytes) AS most FROM messages',
  'SELECT src, dst, sum(bytes) AS b FROM messages GROUP BY src, dst ORDER BY b DESC, src, dst LIMIT 10',
  'SELECT call, count(*) AS n FROM messages GROUP BY call ORDER BY n DESC, call',
  'SELECT src, count(DISTINCT dst) AS peers FROM messages GROUP BY src ORDER BY src',
  'SELECT id, row_number() OVER (PARTITION BY src ORDER BY id) AS place FROM messages ORDER BY id LIMIT 50',
  'SELECT count(*) FILTER (WHERE bytes > 1000) AS large FROM messages',
  'SELECT coalesce(recv_end, -1) - coalesce(send_start, -1) AS delay FROM messages ORDER BY id LIMIT 20',
  'WITH a AS (SELECT src, sum(bytes) AS b FROM messages GROUP BY src) SELECT max(b) AS most FROM a',
  'SELECT kind, count(*) AS n FROM vertices GROUP BY kind ORDER BY kind',
  'SELECT l.id, v.name FROM links l JOIN vertices v ON v.id = l.src ORDER BY l.id LIMIT 25',
  'SELECT name, coord FROM vertices ORDER BY id LIMIT 25',
  'SELECT metric, CAST(sum(value) AS DOUBLE) AS v FROM counters GROUP BY metric ORDER BY metric',
  'SELECT rank, call, "count", bytes FROM calls ORDER BY rank, call LIMIT 40',
  'SELECT CAST(9007199254740993 AS BIGINT) AS big, CAST(7 AS INTEGER) AS small, 1.5e0 AS half, CAST(NULL AS BIGINT) AS none',
  'SELECT 9007199254740993 AS big, 1e0 / 7 AS seventh',
  "SELECT ';' AS semi, 'it''s' AS quoted, 'ü漢' AS letters",
  'SELECT src, max(tag) AS t FROM messages GROUP BY src ORDER BY src NULLS FIRST',
  'SELECT count(src) AS s, count(recv_end) AS r, count(*) AS n FROM messages',
  'SELECT sum(bytes) AS b FROM messages WHERE 1 = 0',
  'SELECT NULL AS none, CAST(0.1 AS REAL) AS tenth, sum(CAST(bytes AS DECIMAL(38, 0))) AS b FROM messages',
  "SELECT ARRAY['a', 'it''s', NULL] AS texts, ARRAY[1.5e0, 2e0] AS doubles, ARRAY[ARRAY[1], ARRAY[2, 3]] AS nested",
  'SELECT array_agg(id ORDER BY id) AS ids FROM messages WHERE id < 5',
  'SELECT x FROM (VALUES (1), (NULL), (3)) AS t(x) ORDER BY x DESC',
  'SELECT src, dst, sum(bytes) AS b FROM messages GROUP BY GROUPING SETS ((src), (dst), ()) ORDER BY src, dst, b',
  'SELECT id, lag(bytes, 2, -1) OVER (PARTITION BY src ORDER BY id) AS l FROM messages ORDER BY id LIMIT 30',
  "SELECT DATE '2024-02-29' AS day, CAST(1.25 AS DECIMAL(5, 2)) AS small, TRUE AS yes",
  'SELECT * FROM hops',
  'SELECT * FROM host_traffic ORDER BY 1',
  'SELECT * FROM switch_pairs ORDER BY 1, 2, 3',
  'SELECT * FROM link_faults ORDER BY 1, 2',
  'SELECT * FROM rank_times ORDER BY job, rank',
  'SELECT * FROM link_traffic ORDER BY link',
  'SELECT * FROM link_means ORDER BY link, metric',
  'SELECT * FROM job_links ORDER BY job, place',
  'SELECT * FROM rank_pairs ORDER BY job, src, dst',
  'SELECT * FROM phase_traffic ORDER BY job, phase, src, dst',
];

const analyses: readonly (readonly [string, object])[] = [
  ['matrix-tiles', { cells: 8, top: 5 }],
  ['matrix-tiles', { job: 0, time: [0, 3e6], order: 'community' }],
  ['matrix-tiles', { summed: true, cells: 4, top: 5 }],
  ['matrix-tiles', { summed: true, reading: 'sums', cells: 64, top: 3, topBy: 'count', topRanks: [0, 2] }],
  [
    'matrix-tiles',
    { summed: true, totals: false, time: [0, 3e6], senders: [1, 6], receivers: [0, 3], cells: 2 },
  ],
  ['message-calls', {}],
  ['call-profile', {}],
  ['call-profile', { job: 0, time: [0, 3e6] }],
  ['call-profile', { summed: true, openRank: 1 }],
  ['call-profile', { summed: true, totals: false, openCall: 'MPI_Isend' }],
  ['call-profile', { summed: true, time: [1000, 3e6 + 0.5], openCall: 'MPI_Isend' }],
  ['message-ribbons', { job: 0, limit: 10 }],
  ['timeline', { job: 0, reading: 'overview' }],
  ['message-ribbons', { limit: 10 }],
  ['timeline', { job: 0, reading: 'window', time: [0, 2e6] }],
  ['timeline', { reading: 'sums' }],
  ['timeline', { job: 0, reading: 'sums', time: [0, 2e6], ranks: [1, 7], maxSpans: 5, maxMessages: 1 }],
  ['timeline', { reading: 'sums', maxSpans: 0, rows: 3, columns: 50 }],
  ['waits', { job: 0 }],
  ['waits', { job: 0, time: [1e6, 3e6], waitReading: 'window' }],
  ['matrix-tiles', { job: 0, time: [1e6, 3e6], measure: 'waiting', waitReading: 'window', top: 5 }],
];

function analysed([name, given]: readonly [string, object]): Question {
  return {
    name: `${name} ${JSON.stringify(given)}`,
    ask: async (dataset) => {
      const result = await runAnalysis(dataset, name, given);
      return Object.fromEntries(Object.entries(result).map(([table, frame]) => [table, rowsOf(frame)]));
    },
  };
}

const pictures: readonly Question[] = [
  { name: 'activity', ask: async (dataset) => Array.from((await dataset.activity(64)) ?? []) },
  { name: 'cubes', ask: (dataset) => cubesOf(dataset, undefined) },
  { name: 'cubes of seven steps', ask: (dataset) => cubesOf(dataset, 7) },
  { name: 'cubes of the whole run', ask: (dataset) => cubesOf(dataset, 1) },
];

async function cubesOf(dataset: Dataset, maxSteps: number | undefined): Promise<unknown> {
  const cubes: unknown[] = [];
  for (const { name } of dataset.manifest.metrics) {
    const { times, sums } = await dataset.cube(name, { maxSteps });
    cubes.push([name, Array.from(times), Array.from(sums)]);
  }
  return cubes;
}

/** What the store and the analyses ask of any dataset, and what users do. */
export async function questionsOf(dataset: Dataset): Promise<Question[]> {
  return [...questions, ...(await sentQueries(dataset)).map(asked)];
}

const questions: readonly Question[] = [
  ...wholeTables,
  ...[...rows, ...sums].map(asked),
  ...texts.map((text): Question => ({ name: text, ask: async (dataset) => rowsOf(await dataset.sql(text)) })),
  ...pictures,
  ...analyses.map(analysed),
];

function rowsOf({ rows, columns }: Frame): unknown[] {
  return Array.from({ length: rows }, (_, row) =>
    Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, valueAt(column, row)])),
  );
}

/** Integers and texts exactly; doubles to 1e-11, since sums come in any order. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    if (Object.is(a, b)) return true;
    if (Number.isInteger(a) && Number.isInteger(b) && Math.abs(a) < 2 ** 53) return false;
    return Math.abs(a - b) <= 1e-11 * Math.max(Math.abs(a), Math.abs(b));
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((value, index) => isSame(value, b[index]));
  }
  if (typeof a === 'object' && typeof b === 'object' && a && b) {
    return isSame(Object.entries(a), Object.entries(b));
  }
  return a === b;
}
