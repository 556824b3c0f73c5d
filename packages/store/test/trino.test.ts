import { type SumQuery, valueAt } from '@weft/model';
import { beforeEach, expect, test } from 'vitest';
import { querySql } from '../src/query-sql.ts';
import { parseExactly } from '../src/trino/parse-exactly.ts';
import { runTrinoSql } from '../src/trino/run-trino-sql.ts';
import { locationOf, parseTrinoAddress } from '../src/trino/trino-address.ts';
import { askRows, runStatement } from '../src/trino/trino-client.ts';
import { trinoDialect } from '../src/trino/trino-dialect.ts';
import { notReached, trinoError } from '../src/trino/trino-error.ts';
import { fakeTrino } from './fake-trino.ts';

const fake = await fakeTrino();
const address = parseTrinoAddress(`trino://127.0.0.1:${fake.port}/weft`, {});

beforeEach(() => {
  fake.requests.length = 0;
});

test('an address names host, catalog and what is seen of the file system', () => {
  expect(parseTrinoAddress('trino://big:8080/hive?mount=/data', { WEFT_TRINO_USER: 'ann' })).toEqual({
    origin: 'http://big:8080',
    catalog: 'hive',
    mount: '/data',
    user: 'ann',
    token: null,
  });
  const secure = parseTrinoAddress('https://big/hive', { WEFT_TRINO_TOKEN: 'secret' });
  expect(secure).toMatchObject({ origin: 'https://big', token: 'secret', mount: '/' });
});

test.each([
  ['big:8080', {}, 'this is no address'],
  ['trino://big:8080', {}, 'this is no address'],
  ['http://big/hive', {}, 'this is no address'],
  ['trino://big/hive"; drop', {}, 'this is no address'],
  ['https://ann:secret@big/hive', {}, 'the address holds a user'],
  ['trino://big/hive', { WEFT_TRINO_TOKEN: 'secret' }, 'a token is only sent over https'],
  [
    'https://big/hive',
    { WEFT_TRINO_TOKEN: 'sec\nret' },
    'WEFT_TRINO_TOKEN has characters that HTTP cannot send',
  ],
  ['trino://big/hive', { WEFT_TRINO_USER: '\u674e' }, 'WEFT_TRINO_USER has characters that HTTP cannot send'],
])('%s is refused', (text, env, message) => {
  const parse = () => parseTrinoAddress(text, env);
  expect(parse).toThrowError(expect.objectContaining({ code: 'BAD-ENGINE' }));
  expect(parse).toThrowError(message);
});

test('a folder is named from what the engine sees', () => {
  const seen = { ...address, mount: '/data' };
  expect(locationOf(seen, '/data/run 1 ü%.weft/messages')).toBe('local:///run 1 ü%.weft/messages');
  for (const folder of ['/data', '/other/run.weft', '/data/../run.weft']) {
    expect(() => locationOf(seen, folder)).toThrowError(expect.objectContaining({ code: 'ENGINE-FOLDER' }));
  }
});

test('integers keep their digits, and texts that look like them stay as they are', () => {
  expect(parseExactly('[[9007199254740993,-9007199254740995,"9007199254740993\\"",1.25e3]]')).toEqual([
    ['9007199254740993', '-9007199254740995', '9007199254740993"', 1250],
  ]);
  expect(parseExactly('[["1234567890123456,",12]]')).toEqual([['1234567890123456,', 12]]);
  expect(parseExactly('[[9007199254740993,0.12345678901234567,1.2345678901234567E-5]]')).toEqual([
    ['9007199254740993', Number('0.12345678901234567'), Number('1.2345678901234567E-5')],
  ]);
  expect(parseExactly('[[{"a":9007199254740993}]]')).toEqual([[{ a: '9007199254740993' }]]);
});

test('lists keep their NULLs and the digits of their integers', async () => {
  const columns = [
    { name: 'a', type: 'array(bigint)' },
    { name: 'b', type: 'array(integer)' },
    { name: 'c', type: 'array(varchar)' },
    { name: 'd', type: 'array(array(real))' },
    { name: 'e', type: 'unknown' },
  ];
  fake.answers = [
    { body: '{"data":[["{}"]]}' },
    { body: '{"data":[["{}"]]}' },
    {
      body: `{"columns":${JSON.stringify(columns)},"data":[[[9007199254740993,1],[1,2],["9007199254740993","it's"],[[0.1],[]],null],[null,[1,null],null,null,null]]}`,
    },
  ];
  const { columns: found, numbers } = await runTrinoSql(address, 's', 'SELECT 1', {});
  const textsOf = (name: string) => [0, 1].map((row) => valueAt(found[name], row));
  expect(textsOf('a')).toEqual(['[9007199254740993, 1]', null]);
  expect(textsOf('b')).toEqual(['[1, 2]', '[1, NULL]']);
  expect(textsOf('c')).toEqual(["['9007199254740993', 'it''s']", null]);
  expect(textsOf('d')).toEqual(['[[0.10000000149011612], []]', null]);
  expect(numbers.e).toEqual({ kind: 'int32', nulls: new Set([0, 1]) });
});

test.each(['SELECT "$path" FROM messages', 'SELECT * FROM "messages$properties"'])(
  'what the engine adds to tables is not read: %s',
  async (text) => {
    await expect(runTrinoSql(address, 's', text, {})).rejects.toMatchObject({
      code: 'SQL-REFUSED',
      message: expect.stringContaining("which is the engine's and not the dataset's"),
    });
    expect(fake.requests).toEqual([]);
  },
);

test.each([
  "SELECT * FROM messages WHERE now() > TIMESTAMP '2026-01-01 00:00:00'",
  'SELECT "NOW"()',
  "SELECT now /* ' */ ()",
  "SELECT 'x' || CAST(localtimestamp(3) AS varchar)",
  "SELECT -- '\\r current_date, '1'",
])('the time of day is not asked for: %s', async (text) => {
  await expect(runTrinoSql(address, 's', text.replace('\\r', '\r'), {})).rejects.toMatchObject({
    code: 'SQL-REFUSED',
    message: expect.stringContaining('it asks for the time of day'),
  });
  expect(fake.requests).toEqual([]);
});

test('words in texts, names and comments are none of the query', async () => {
  fake.answers = [{ body: '{"data":[["{}"]]}' }];
  const text = `SELECT 'now() "$path"' AS "current_date" -- localtime`;
  expect((await runTrinoSql(address, 's', text, {})).rows).toBe(0);
});

test('tables are looked for in the text as it stands, too: what it is put in order by is not in a query around it', async () => {
  const other = { table: { catalog: 'system', schemaTable: { schema: 'runtime', table: 'queries' } } };
  const plan = JSON.stringify(JSON.stringify({ inputTableColumnInfos: [other] }));
  fake.answers = [{ body: `{"data":[[${plan}]]}` }, { body: '{"data":[["{}"]]}' }];
  await expect(runTrinoSql(address, 's', 'SELECT 1 ORDER BY 1', {})).rejects.toMatchObject({
    code: 'SQL-REFUSED',
    message: expect.stringContaining('"runtime"."queries"'),
  });
});

test('groups without a text come first, as their code does in an engine with codes', () => {
  const query: SumQuery = { table: 'messages', by: ['call', 'src'], sums: ['rows'] };
  expect(querySql(query, trinoDialect)).toMatch(/ ORDER BY 1 NULLS FIRST, 2$/);
});

test('pages are followed on the host that was asked, busy ones asked again', async () => {
  fake.answers = [
    { body: '{"nextUri":{next}}' },
    { status: 503 },
    { body: '{"nextUri":{next},"data":[[1]]}' },
    { body: '{"data":[[2]]}' },
  ];
  expect(await askRows(address, 'SELECT 1', { schema: 's' })).toEqual([[1], [2]]);
  expect(fake.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'GET', 'GET']);
  expect(fake.requests[0].headers).toMatchObject({
    'x-trino-user': 'weft',
    'x-trino-catalog': 'weft',
    'x-trino-schema': 's',
  });
  expect(fake.requests[3].url).toBe('/v1/statement/executing/3');
});

test('who aborts, or takes no more pages, cancels the query there', async () => {
  fake.answers = [{ body: '{"nextUri":{next},"data":[[1]]}' }];
  const controller = new AbortController();
  const abort = async () => {
    for await (const _ of runStatement(address, 'SELECT 1', { signal: controller.signal }))
      controller.abort();
  };
  await expect(abort()).rejects.toMatchObject({ code: 'CANCELLED' });
  expect(fake.requests.at(-1)?.method).toBe('DELETE');
  fake.requests.length = 0;
  for await (const _ of runStatement(address, 'SELECT 1')) break;
  expect(fake.requests.map(({ method }) => method)).toEqual(['POST', 'DELETE']);
});

test.each([
  ['{"errorName":"USER_CANCELED"}', 'CANCELLED'],
  ['{"errorName":"NO_NODES_AVAILABLE","errorType":"INSUFFICIENT_RESOURCES"}', 'ENGINE-NO-WORKERS'],
  ['{"errorName":"EXCEEDED_LOCAL_MEMORY_LIMIT","errorType":"INSUFFICIENT_RESOURCES"}', 'OUT-OF-MEMORY'],
  ['{"errorName":"EXCEEDED_TIME_LIMIT","errorType":"INSUFFICIENT_RESOURCES"}', 'SQL-TIMEOUT'],
  ['{"errorName":"PERMISSION_DENIED","errorType":"USER_ERROR"}', 'ENGINE-REFUSED'],
  ['{"errorName":"HIVE_CANNOT_OPEN_SPLIT","errorType":"EXTERNAL"}', 'ENGINE-FILES'],
  ['{"errorName":"CATALOG_NOT_FOUND","errorType":"USER_ERROR"}', 'ENGINE-CATALOG'],
  [
    '{"errorName":"GENERIC_INSUFFICIENT_RESOURCES","message":"Insufficient active worker nodes. Waited 10.00s"}',
    'ENGINE-NO-WORKERS',
  ],
  ['{"errorName":"SYNTAX_ERROR","errorType":"USER_ERROR"}', 'SQL-ERROR'],
  ['{"errorName":"REMOTE_HOST_GONE","errorType":"INTERNAL_ERROR"}', 'ENGINE-FAILED'],
])('a failure %s is %s', async (failure, code) => {
  fake.answers = [{ body: `{"error":${failure}}` }];
  await expect(askRows(address, 'SELECT 1')).rejects.toMatchObject({ code });
});

test('an error is one line with its place', () => {
  const failure = {
    errorType: 'USER_ERROR',
    message: 'no such column\n at x',
    errorLocation: { lineNumber: 2, columnNumber: 5 },
  };
  expect(trinoError(failure).message).toBe('no such column at line 2, column 5');
  const expecting = (words: string) =>
    trinoError({ errorType: 'USER_ERROR', message: `mismatched input ':'. Expecting: ${words}` }).message;
  expect(expecting("'BY'")).toBe("mismatched input ':'. Expecting: 'BY'");
  expect(expecting("'%', '*', '+', '-', 'AND', 'AS'")).toBe("mismatched input ':'");
});

test.each([
  [301, 'ENGINE-FAILED'],
  [401, 'ENGINE-REFUSED'],
  [404, 'ENGINE-FAILED'],
  [500, 'ENGINE-FAILED'],
])('an answer %d is one clear error', async (status, code) => {
  fake.answers = [{ status }];
  await expect(askRows(address, 'SELECT 1')).rejects.toMatchObject({ code });
});

test('a Trino that is not there is named', async () => {
  const nowhere = parseTrinoAddress('trino://127.0.0.1:1/weft', {});
  await expect(askRows(nowhere, 'SELECT 1')).rejects.toMatchObject({ code: 'ENGINE-NOT-REACHED' });
});

test('a coordinator that says nothing is named, and one that cuts the connection is asked again', async () => {
  fake.answers = [{ fault: 'silent' }];
  await expect(askRows(address, 'SELECT 1', { silenceMs: 50 })).rejects.toMatchObject({
    code: 'ENGINE-NOT-REACHED',
    message: `Trino does not answer at ${address.origin}`,
  });
  fake.answers = [{ body: '{"nextUri":{next},"data":[[1]]}' }, { fault: 'cut' }, { body: '{"data":[[2]]}' }];
  expect(await askRows(address, 'SELECT 1')).toEqual([[1], [2]]);
});

test.each(['<html>log in</html>', '[]]', 'null', '7'])('what answers %s is no Trino', async (body) => {
  fake.answers = [{ body }];
  await expect(askRows(address, 'SELECT 1')).rejects.toMatchObject({
    code: 'ENGINE-FAILED',
    message: expect.stringContaining('is no Trino'),
  });
});

test('a question is not sent on to another place, of which only the host is told', async () => {
  fake.answers = [{ status: 302, location: 'https://login.example/oauth?token=secret' }];
  const asked = askRows(address, 'SELECT 1');
  await expect(asked).rejects.toThrow('https://login.example, where');
  await expect(asked).rejects.not.toThrow('secret');
  expect(fake.requests).toHaveLength(1);
});

test('every query tells how long it waits for workers', async () => {
  fake.answers = [{ body: '{}' }];
  await askRows(address, 'SELECT 1', { session: { retry_policy: 'QUERY' } });
  expect(fake.requests[0].headers['x-trino-session']).toBe(
    'required_workers_max_wait_time=10s,retry_policy=QUERY',
  );
});

test('a token goes with every question, and into no error', async () => {
  const known = { ...address, user: 'ann', token: 'secret' };
  fake.answers = [{ body: '{"nextUri":{next}}' }, { status: 401 }];
  const refusal = await askRows(known, 'SELECT 1').catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'ENGINE-REFUSED' });
  expect(JSON.stringify(refusal) + String(refusal)).not.toContain('secret');
  for (const { headers } of fake.requests) {
    expect(headers).toMatchObject({ authorization: 'Bearer secret', 'x-trino-user': 'ann' });
  }
});

test('a certificate that is not trusted is told from a Trino that is not there', () => {
  const cause = (code: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error('tls'), { code }) });
  expect(notReached('https://big', cause('DEPTH_ZERO_SELF_SIGNED_CERT')).message).toContain('certificate');
  expect(notReached('https://big', cause('ECONNREFUSED')).message).toBe(
    'Trino does not answer at https://big',
  );
});
