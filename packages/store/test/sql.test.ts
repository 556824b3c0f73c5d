import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { rowsFromBatch, type TextColumn, tables, textAt, valueAt, WeftError } from '@weft/model';
import { type Dataset, openDataset, sqlViewNames } from '@weft/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sqlError } from '../src/duckdb/sql-error.ts';
import { isEngineLost, outOfMemory } from '../src/engine-error.ts';
import { temporaryFolder, writeSample } from './sample-dataset.ts';

const folder = temporaryFolder();
let dataset: Dataset;

beforeAll(async () => {
  await writeSample(join(folder, 'sample.weft'));
  dataset = await openDataset(join(folder, 'sample.weft'));
});
afterAll(() => dataset.close());

const out = join(folder, 'out.csv');

test.each([
  "select * from read_csv('/etc/passwd')",
  `select ${'9'.repeat(400)}`,
  'select 1e999',
  ...['order by', 'group by', 'having', 'limit length', 'qualify'].map(
    (clause) => `select count(*) from jobs ${clause} (getenv('HOME'))`,
  ),
  ...[
    "sum(1) over (partition by getenv('HOME'))",
    "count(*) filter (where getenv('HOME') is null)",
    "list_transform([1], x -> getenv('HOME'))",
    "string_agg('a' order by getenv('HOME'))",
    "system.main.getenv('HOME')",
    '"getenv"(\'HOME\')',
    'exists(select 1 from duckdb_settings())',
    'list_transform([1], x -> (select count(*) from duckdb_settings()))',
  ].map((expression) => `select ${expression} from jobs`),
  ...['parquet_metadata', 'parquet_kv_metadata', 'sniff_csv', 'read_json_objects', 'parquet_scan'].map(
    (name) => `from ${name}('jobs/part-000000.parquet')`,
  ),
  "from query('select 1')",
  "from query_table(['jobs'])",
  'from arrow_scan_dumb(1, 2, 3)',
  'from repeat_row(1, num_rows = 100000000000)',
  "select * from read_text('/etc/passwd')",
  "select * from read_blob('/etc/passwd')",
  "select * from read_parquet('/tmp/x.parquet')",
  "select content from read_text('manifest.json')",
  "from '/etc/passwd'",
  "select * from '/etc/passwd'",
  "select * from 'x.csv'",
  "describe '/etc/passwd'",
  "summarize '/etc/passwd'",
  'select * from main."/etc/passwd"',
  "select * from jobs where name in (select content from read_text('/etc/passwd'))",
  "select [x for x in (select list(file) from glob('/*'))]",
  "select * from glob('/*')",
  "select (select count(*) from glob('/*'))",
  "with a as (select * from read_csv('/etc/passwd')) select * from a",
  `copy messages to '${out}'`,
  `copy (select 1) to '${out}'`,
  `explain analyze copy (select 1) to '${out}'`,
  `explain copy (select 1) to '${out}'`,
  `export database '${folder}/export'`,
  "attach '/tmp/x.db'",
  'install httpfs',
  'load httpfs',
  'create table x (a integer)',
  'create view x as select 1',
  'create macro f(a) as a + 1',
  'drop view messages',
  'insert into messages select * from messages',
  'delete from messages',
  'update messages set bytes = 0',
  'pragma database_list',
  'pragma_database_list()',
  'call pragma_version()',
  'set threads = 1',
  'reset threads',
  'set variable x = 1',
  'checkpoint',
  'begin',
  'select 1; select 2',
  "select 1; copy (select 1) to '/tmp/x'",
  '',
  ';',
  "select getenv('HOME')",
  "select current_setting('temp_directory')",
  "select * from query('select 1')",
  "select * from query_table('messages')",
  'select * from duckdb_settings()',
  'select * from pragma_version()',
  "select * from sniff_csv('/etc/passwd')",
  "select * from parquet_metadata('/etc/passwd')",
  "select json_serialize_plan('select 1')",
  "select json_serialize_sql('select 1')",
  "select system.main.current_setting('temp_directory')",
  'select sleep_ms(3600000)',
  'select pg_sleep(3600)',
  "select nextval('x')",
  'select current_query()',
  'select version()',
  "select list_transform(['HOME'], x -> getenv(x))",
  `select '{}'::json${"->'a'".repeat(50)}`,
  `select ${'list_transform([1], x -> '.repeat(12)}1${')'.repeat(12)}`,
  `select '${'x'.repeat(200_000)}'`,
])('refuses %s', async (text) => {
  const error = await dataset.sql(text).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(WeftError);
  expect((error as WeftError).code).toMatch(/^SQL-(REFUSED|ERROR)$/);
  if (!/^pragma_/.test(text)) expect((error as WeftError).code).toBe('SQL-REFUSED');
  expect((error as WeftError).message).not.toContain('\n');
  expect(existsSync(out)).toBe(false);
});

test.each([
  // A name of WITH is one only where it stands alone and inside its statement.
  'with sqlite_master as (select 1) select sql from main.sqlite_master',
  'with recursive sqlite_master as (select 1) select * from main.sqlite_master',
  'select * from (with sqlite_master as (select 1) select * from sqlite_master), sqlite_master',
  'with a as (with sqlite_master as (select 1) select 1) select sql from sqlite_master',
  'with a as (select * from b), b as (select 1) select * from a',
  'select (with pg_views as (select 1) select 1), (select max(definition) from pg_views)',
  // Nor in its own query, but for the second half of a recursive one.
  'with sqlite_master as (select * from sqlite_master) select * from sqlite_master',
  'with sqlite_master as (select * from (select * from sqlite_master)) select * from sqlite_master',
  'with sqlite_master as materialized (select * from sqlite_master) select * from sqlite_master',
  'with recursive sqlite_master as (select * from sqlite_master) select * from sqlite_master',
  'with recursive sqlite_master(s) as (select sql from sqlite_master union all select s from sqlite_master) from sqlite_master',
  "with recursive t(s) as (select 'a' union all (with pg_views as (select * from pg_views) select sql from pg_views)) from t",
  'with messages as (select 1) select * from temp.main.messages',
  'select * from system.main.messages',
  'summarize main.sqlite_master',
  'select sql from sqlite_schema',
  'select view_definition from information_schema.views',
  'select * from pg_catalog.pg_views',
  'select * from memory.information_schema.views',
])('finds no table in %s', async (text) => {
  await expect(dataset.sql(text)).rejects.toMatchObject({ code: 'UNKNOWN-TABLE' });
});

test.each([
  'with recursive t(i) as (select 1 union all select i + 1 from t where i < 3) select max(i) as n from t',
  'with recursive t(i) as (select 1 union all (with u as (select i from T) select i + 1 from u where i < 3)) select max(i) as n from t',
  'with jobs as (select * from jobs) select 3 as n from jobs limit 1',
  'with a as (select 3 as n) select * from (with a as (select * from a) select * from a)',
  'with a as materialized (select 3 as n), b as (select * from a) select * from b',
])('knows the names of %s', async (text) => {
  expect((await dataset.sql(text)).columns.n).toEqual(Int32Array.of(3));
});

test.each([
  `select ${'('.repeat(300)}1${' + 1)'.repeat(300)}`,
  `select ${'not '.repeat(300)} true`,
  `select ${'(select '.repeat(300)}1${')'.repeat(300)}`,
  `select ${'(select '.repeat(20_000)}1`.slice(0, 99_999),
  `select ${'{a:'.repeat(5000)}1${'}'.repeat(5000)}`,
  `select ${'cast('.repeat(249)}1${' as int)'.repeat(249)}`,
  `select 1${'::int[]'.repeat(3000)}`,
  `select null::${'struct(a '.repeat(200)}int${')'.repeat(200)}`,
])('refuses what is nested too deeply, in words of its own: %.30s', async (text) => {
  const facts = { code: 'SQL-REFUSED', message: 'this SQL is not run: it is nested too deeply' };
  await expect(dataset.sql(text)).rejects.toMatchObject(facts);
});

test('refuses what the engine would read only in part', async () => {
  for (const text of ['select 1\0; drop table links', "select '\0'", '\0'])
    await expect(dataset.sql(text)).rejects.toMatchObject({ code: 'SQL-REFUSED' });
});

test('the engine itself is locked, should the check ever let something pass', async () => {
  const { opened } = dataset as unknown as { opened: Promise<{ instance: RawInstance }> };
  const connection = await (await opened).instance.connect();
  for (const text of [
    "select * from read_csv('/etc/passwd')",
    "select * from read_text('/etc/passwd')",
    "select * from glob('/*')",
    "select * from '/etc/passwd'",
    `copy (select 1) to '${out}'`,
    `copy (select 1) to '${join(folder, 'sample.weft', 'x.csv')}'`,
    "attach '/tmp/x.db'",
    'install httpfs',
    'load httpfs',
    'set enable_external_access = true',
    "set allowed_paths = ['/etc/passwd']",
  ]) {
    await expect(connection.run(text), text).rejects.toThrow();
  }
  expect(existsSync(out)).toBe(false);
});

interface RawInstance {
  connect(): Promise<RawConnection>;
}

interface RawConnection {
  run(text: string): Promise<unknown>;
}

test.each([
  ['select count(*) as n from messages', 3],
  ['with t as (select * from messages) select count(*) as n from t;', 3],
  ['select count(*) as n from main.messages m join jobs j on m.job = j.id', 3],
  ['select count(*) as n from range(10)', 10],
  ['select count(*) as n from (values (1), (2))', 2],
  ['select count(*) as n from routes', 0],
  ['select count("end") as n from jobs', 1],
  ["select count(*) as n from information_schema.columns where table_name = 'messages'", 14],
  ['select count(*) as n from vertices, unnest(coord)', 2],
  ['with a as (select 1), b as (select * from a) select count(*) as n from b, a', 1],
  [
    'with recursive t(i) as (select 1 union all select i + 1 from t where i < 5) select count(*) as n from t',
    5,
  ],
  ['with MESSAGES as (select 1) select count(*) as n from messages', 1],
  [`select count('{"a": {"b": 1}}'::json -> 'a' ->> 'b') as n`, 1],
  ['select len(list_filter([1, 2, 3], x -> x > 1)) as n', 2],
  [
    'select count(distinct row_number) as n from (select row_number() over (order by id) as row_number from messages)',
    3,
  ],
])('runs %s', async (text, n) => {
  expect((await dataset.sql(text)).columns.n).toEqual(Float64Array.of(n));
});

test('lists keep their NULLs', async () => {
  const { columns } = await dataset.sql(
    'select * from (values ([1, 2]), ([3, null]), (null), ([])) as t(list)',
  );
  expect([0, 1, 2, 3].map((row) => valueAt(columns.list, row))).toEqual(['[1, 2]', '[3, NULL]', null, '[]']);
  const whole = (await dataset.sql('select * from (values ([1, 2]), ([])) as t(list)')).columns.list;
  expect([0, 1].map((row) => valueAt(whole, row))).toEqual([[1, 2], []]);
});

test('describe, show and explain work', async () => {
  const described = await dataset.sql('describe messages');
  const names = described.columns.column_name as TextColumn;
  expect(Array.from(names.codes, (_, row) => textAt(names, row))).toEqual(
    Object.keys(tables.messages.columns),
  );
  expect((await dataset.sql('show tables')).rows).toBe(Object.keys(tables).length + sqlViewNames.length);
  expect((await dataset.sql('explain select * from messages')).rows).toBeGreaterThan(0);
  expect((await dataset.sql('EXPLAIN ANALYZE select * from messages')).rows).toBeGreaterThan(0);
});

test('every documented table can be asked, also when the dataset has none', async () => {
  for (const [table, schema] of Object.entries(tables)) {
    const frame = await dataset.sql(`select * from ${table}`);
    expect(Object.keys(frame.columns)).toEqual(Object.keys(schema.columns));
  }
});

test('values come as numbers where they are exact and as text where nothing better fits', async () => {
  const { columns } = await dataset.sql(`select 1::tinyint as a, null::integer as b, 9007199254740991 as c,
    9007199254740993 as d, sum(bytes) as e, 0.25::decimal(4, 2) as f, true as g, date '2024-02-29' as h,
    [1, 2] as i, {'x': 1} as j, 1.5::float as k, ['p'] as l, 12345678901234567.5::decimal(38, 1) as m,
    null as n, 'NaN'::double as o from messages`);
  expect(columns.a).toEqual(Int32Array.of(1));
  expect(columns.b).toEqual(Float64Array.of(Number.NaN));
  expect(columns.c).toEqual(Float64Array.of(9007199254740991));
  expect(text(columns.d)).toBe('9007199254740993');
  expect(columns.e).toEqual(Float64Array.of(2 ** 40 + 25));
  expect(columns.f).toEqual(Float64Array.of(0.25));
  expect(text(columns.g)).toBe('true');
  expect(text(columns.h)).toBe('2024-02-29');
  expect(columns.i).toEqual({ offsets: Int32Array.of(0, 2), values: Int32Array.of(1, 2) });
  expect(text(columns.j)).toBe("{'x': 1}");
  expect(columns.k).toEqual(Float64Array.of(1.5));
  expect(text(columns.l)).toBe("['p']");
  expect(text(columns.m)).toBe('12345678901234567.5');
});

function text(column: unknown): string | null {
  return textAt(column as TextColumn, 0);
}

test('a column that stops being exact becomes text as a whole', async () => {
  const { columns } = await dataset.sql('select unnest([1, null, 9007199254740993]) as a');
  const column = columns.a as TextColumn;
  expect([0, 1, 2].map((row) => textAt(column, row))).toEqual(['1', null, '9007199254740993']);
});

test('two columns of the same name are both there', async () => {
  const { columns } = await dataset.sql('select 1 as a, 2 as a');
  expect(Object.keys(columns)).toHaveLength(2);
});

test.each(['a', '__proto__', 'constructor', 'toString'])(
  'three columns called %s are all there',
  async (name) => {
    const { columns } = await dataset.sql(`select 1 as "${name}", 2 as "${name}:1", 3 as "${name}"`);
    expect(Object.entries(columns).map(([own, values]) => [own, (values as Int32Array)[0]])).toEqual([
      [name, 1],
      [`${name}:1`, 2],
      [`${name}:2`, 3],
    ]);
  },
);

test('errors say where, in one line', async () => {
  await expect(dataset.sql('select\n  selct 1 from messages')).rejects.toMatchObject({
    code: 'SQL-ERROR',
    message: expect.stringMatching(/^syntax error at or near "1" at line 2, column 9$/),
  });
  await expect(dataset.sql('select nope from messages')).rejects.toMatchObject({
    code: 'SQL-ERROR',
    message: expect.stringMatching(/"nope" not found.* at line 1, column 8$/),
  });
  await expect(dataset.sql('select * from nope')).rejects.toMatchObject({
    code: 'UNKNOWN-TABLE',
    advice: expect.stringContaining('messages'),
  });
  await expect(dataset.sql('select cast(call as integer) from messages')).rejects.toMatchObject({
    code: 'SQL-ERROR',
  });
});

test('a result beyond the limit is an error with advice', async () => {
  await expect(dataset.sql('select * from messages', { maxRows: 2 })).rejects.toMatchObject({
    code: 'RESULT-TOO-LARGE',
    advice: expect.stringContaining('LIMIT'),
  });
  expect((await dataset.sql('select * from messages', { maxRows: 3 })).rows).toBe(3);
  await expect(dataset.sql('select * from range(1000000000000)', { maxRows: 1000 })).rejects.toMatchObject({
    code: 'RESULT-TOO-LARGE',
  });
});

test('an answer stops growing at its bytes, whatever the number of its rows', async () => {
  const maxBytes = 1e6;
  for (const text of [
    "select repeat('x', 3000) || i from range(1000000) t(i)",
    "select repeat('x', 2000000)",
    'select i, -i, 2 * i from range(1000000) t(i)',
    'select range(200000)::integer[]',
    'select i::hugeint * 10000000000000000 from range(1000000) t(i)',
  ]) {
    await expect(dataset.sql(text, { maxBytes })).rejects.toMatchObject({
      code: 'RESULT-TOO-LARGE',
      message: expect.stringContaining('MiB'),
      advice: expect.stringContaining('LIMIT'),
    });
  }
  expect((await dataset.sql("select repeat('x', 3000) || i from range(100) t(i)", { maxBytes })).rows).toBe(
    100,
  );
});

test('an answer has at most a thousand columns', async () => {
  const columns = (n: number) => Array.from({ length: n }, (_, i) => `${i} as c${i}`).join(', ');
  await expect(dataset.sql(`select ${columns(1001)}`)).rejects.toMatchObject({
    code: 'RESULT-TOO-LARGE',
    message: 'the result has more than 1,000 columns',
  });
  expect((await dataset.sql(`select ${columns(1000)}`)).rows).toBe(1);
});

test('running out of memory after the first rows says so, and is no end of the answer', async () => {
  const small = await openDataset(join(folder, 'sample.weft'), { threads: 1, memory: 64e6, spill: 10e6 });
  const growing = small.sql('select list(i) over (order by i) from range(20000) t(i)');
  await expect(growing).rejects.toMatchObject({ code: 'OUT-OF-MEMORY' });
  await small.close();
});

test('an engine that is lost says so without the folder, and counts as lost also where that is told as something else', () => {
  const fatal = new Error('FATAL Error: Failed: database has been invalidated\nStack Trace:');
  const told = sqlError(fatal, folder);
  expect(told).toMatchObject({ code: 'ENGINE-FAILED', file: undefined });
  expect(told.message).toBe('the engine failed at this query: Failed: database has been invalidated');
  const noRoom = sqlError(new Error('INTERNAL Error: Memory allocation failure'), folder);
  expect(noRoom.code).toBe('OUT-OF-MEMORY');
  expect([told, noRoom, outOfMemory()].map(isEngineLost)).toEqual([true, true, false]);
});

test('running out of memory says so', async () => {
  const small = await openDataset(join(folder, 'sample.weft'), { threads: 1, memory: 32e6, spill: 10e6 });
  for (const text of [
    'select list(i) from range(10000000) t(i)',
    'select i, count(*) from range(6000000) t(i) group by i order by i',
  ]) {
    await expect(small.sql(text)).rejects.toMatchObject({
      code: 'OUT-OF-MEMORY',
      advice: expect.stringMatching(/fewer/),
    });
  }
  await small.close();
});

test('an aborted query stops, and the dataset stays usable', async () => {
  const controller = new AbortController();
  const endless = dataset.sql('select sum(a.range * b.range) from range(1000000) a, range(1000000) b', {
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(), 50);
  await expect(endless).rejects.toMatchObject({ code: 'CANCELLED' });
  await expect(dataset.sql('select 1', { signal: controller.signal })).rejects.toMatchObject({
    code: 'CANCELLED',
  });
  const jobs = await dataset.readTable('jobs');
  expect(rowsFromBatch(tables.jobs, jobs)[0]).toMatchObject({ id: 0, name: 'lu', user: null, end: 3e9 });
});
