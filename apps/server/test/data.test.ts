import { join } from 'node:path';
import { tableFromIPC } from 'apache-arrow';
import { beforeAll, describe, expect, it } from 'vitest';
import { asJson, post, temporaryFolder, testServer } from './test-server.ts';
import { writeRing } from './write-ring.ts';

let call: typeof fetch;

beforeAll(async () => {
  const path = join(temporaryFolder(), 'my ring.weft');
  await writeRing(path);
  ({ call } = await testServer({ datasets: [path] }));
});

describe('datasets', () => {
  it('are listed with an id that fits a URL', async () => {
    const list = await (await call('/api/datasets')).json();
    expect(list).toMatchObject([{ id: 'my-ring', kind: 'dataset', title: 'Ring of four', ready: true }]);
  });

  it('are described by their manifest', async () => {
    const { id, manifest } = await (await call('/api/datasets/my-ring')).json();
    expect(id).toBe('my-ring');
    expect(manifest.tables.links.rows).toBe(8);
  });

  it('that do not exist are said not to', async () => {
    const response = await call('/api/datasets/nope');
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ error: { code: 'DATASET-NOT-FOUND' } });
  });
});

describe('pictures', () => {
  it('show the traffic of a dataset over time', async () => {
    const response = await call('/api/datasets/my-ring/picture');
    expect(response.headers.get('content-type')).toBe('image/svg+xml');
    expect((await response.text()).match(/<rect /g)?.length).toBe(81);
  });
});

describe('queries', () => {
  it('answer in Arrow, numbers exact', async () => {
    const response = await call(
      '/api/datasets/my-ring/query',
      post({ table: 'messages', columns: ['id', 'bytes', 'call'] }),
    );
    expect(response.headers.get('content-type')).toBe('application/vnd.apache.arrow.stream');
    const table = tableFromIPC(new Uint8Array(await response.arrayBuffer()));
    expect(table.numRows).toBe(6);
    expect([...table.getChild('bytes')!]).toEqual([0, 1, 2, 3, 4, 5].map((i) => 2 ** 40 + i));
    expect(table.getChild('call')!.get(0)).toBe('MPI_Send');
  });

  it('answer in JSON on request, none as null for text and lists spelt out', async () => {
    const where = [{ op: 'range', column: 'id', from: 1, to: 3 }];
    const response = await call(
      '/api/datasets/my-ring/query',
      post({ table: 'vertices', columns: ['name', 'guid', 'coord'], where }, asJson),
    );
    expect(await response.json()).toEqual({
      rows: 2,
      columns: { name: ['n1', 'n2'], guid: [null, null], coord: [[1], [2]] },
    });
  });

  it('carry missing values and integers of 64 bits as such for those who name the format', async () => {
    const links = post({ table: 'links', columns: ['id', 'src_port', 'capacity'], limit: 1 }, asJson);
    expect(await (await call('/api/datasets/my-ring/query', links)).json()).toEqual({
      rows: 1,
      columns: { id: [0], src_port: [null], capacity: [null] },
    });
    const accept = { accept: 'application/vnd.apache.arrow.stream' };
    const body = { table: 'messages', columns: ['bytes', 'send_start'], limit: 1 };
    const response = await call('/api/datasets/my-ring/query', post(body, accept));
    const table = tableFromIPC(new Uint8Array(await response.arrayBuffer()));
    expect(table.getChild('bytes')!.get(0)).toBe(2n ** 40n);
    const ports = await call(
      '/api/datasets/my-ring/query',
      post({ table: 'links', columns: ['src_port', 'capacity'] }, accept),
    );
    const found = tableFromIPC(new Uint8Array(await ports.arrayBuffer()));
    expect([found.getChild('src_port')!.nullCount, found.getChild('capacity')!.get(3)]).toEqual([8, null]);
  });

  it('carry empty tables and text that is none everywhere through Arrow', async () => {
    const empty = await call('/api/datasets/my-ring/query', post({ table: 'jobs' }));
    expect(tableFromIPC(new Uint8Array(await empty.arrayBuffer())).numRows).toBe(0);
    const none = await call(
      '/api/datasets/my-ring/query',
      post({ table: 'vertices', columns: ['guid', 'coord'] }),
    );
    const table = tableFromIPC(new Uint8Array(await none.arrayBuffer()));
    expect(table.getChild('guid')!.get(0)).toBeNull();
    expect([...table.getChild('coord')!.get(3)]).toEqual([3]);
  });

  it.each([
    [{ table: 'spells' }, 'BAD-REQUEST'],
    [{ table: 'links', columns: ['colour'] }, 'UNKNOWN-COLUMN'],
    [{ table: 'links', where: [{ op: 'like', column: 'id' }] }, 'BAD-REQUEST'],
    [{ table: 'links', columns: ['id', 'id'] }, 'BAD-REQUEST'],
    [{ table: 'links', columns: Array.from({ length: 5000 }, () => 'id') }, 'BAD-REQUEST'],
    [{ table: 'links', orderBy: ['id', 'src', 'id'] }, 'BAD-REQUEST'],
    [{ table: 'links', where: new Array(101).fill({ op: 'in', column: 'id', values: [1] }) }, 'BAD-REQUEST'],
  ])('refuse %j with %s', async (query, code) => {
    const response = await call('/api/datasets/my-ring/query', post(query));
    expect(response.status).toBe(400);
    expect((await response.json()).error.code).toBe(code);
  });
});

describe('the cube', () => {
  it('has the running sums of every link before each time edge', async () => {
    const response = await call('/api/datasets/my-ring/cube?metric=data');
    const table = tableFromIPC(new Uint8Array(await response.arrayBuffer()));
    expect([...table.getChild('time')!]).toEqual([0, 60e9, 120e9]);
    const sums = [0, 1, 2].map((edge) => [...table.getChild('sums')!.get(edge)]);
    expect(sums[0]).toEqual(new Array(8).fill(0));
    expect(sums[2][7]).toBe(1e12 + 7 + 2e12 + 7);
  });

  it('says which metrics there are when asked for another', async () => {
    const response = await call('/api/datasets/my-ring/cube?metric=mood');
    expect(response.status).toBe(400);
    expect((await response.json()).error.message).toContain('mood');
  });
});

describe('sql', () => {
  const sql = (query: string, maxRows?: number) =>
    call('/api/datasets/my-ring/sql', post({ query, maxRows }, asJson));

  it('answers over the tables', async () => {
    const response = await sql('select src, sum(bytes) b from messages group by src order by src');
    expect(await response.json()).toMatchObject({ rows: 4, columns: { src: [0, 1, 2, 3] } });
  });

  const query = `select * from (values
      (1, 5000000000, 0.5, 'a', 10::hugeint), (null, null, null, null, null), (-1, -1, 'nan'::double, 'b', -1)
    ) t(small, large, real, name, sum)`;

  it('has NULL and 64-bit integers in Arrow as such for who names it', async () => {
    const accept = { accept: 'application/vnd.apache.arrow.stream' };
    const response = await call('/api/datasets/my-ring/sql', post({ query }, accept));
    const table = tableFromIPC(new Uint8Array(await response.arrayBuffer()));
    expect(table.schema.fields.map(({ name, type }) => [name, String(type)])).toEqual([
      ['small', 'Int32'],
      ['large', 'Int64'],
      ['real', 'Float64'],
      ['name', 'Dictionary<Int8, Utf8>'],
      ['sum', 'Int64'],
    ]);
    expect([...table.getChild('small')!]).toEqual([1, null, -1]);
    expect([...table.getChild('large')!]).toEqual([5_000_000_000n, null, -1n]);
    expect([...table.getChild('real')!]).toEqual([0.5, null, Number.NaN]);
    expect([...table.getChild('name')!]).toEqual(['a', null, 'b']);
    expect([...table.getChild('sum')!]).toEqual([10n, null, -1n]);
  });

  it('has NULL in JSON as null, and whole numbers without a fraction', async () => {
    const text = await (await sql(query)).text();
    expect(text).toContain('"small":[1,null,-1],"large":[5000000000,null,-1]');
  });

  it.each([
    "select * from read_csv('/etc/passwd')",
    "select * from '/etc/passwd'",
    "copy links to '/tmp/weft-stolen.csv'",
    "attach '/tmp/x.db'",
    'install httpfs',
    'drop view links',
    'select 1; select 2',
  ])('refuses %s', async (query) => {
    const response = await sql(query);
    expect([400, 403]).toContain(response.status);
    expect((await response.json()).error.message).not.toContain('root:');
  });

  it('stops at the row limit', async () => {
    const response = await sql('select * from range(10)', 5);
    expect(response.status).toBe(413);
  });
});

describe('the description', () => {
  it('lists every route of the API', async () => {
    const document = await (await call('/api/openapi.json')).json();
    expect(Object.keys(document.paths)).toContain('/api/datasets/{id}/query');
    expect(
      document.paths['/api/datasets/{id}/query'].post.requestBody.content['application/json'].schema
        .properties.table.enum,
    ).toContain('messages');
  });

  it('lists analyses with their parameters', async () => {
    const list = await (await call('/api/analyses')).json();
    expect(Array.isArray(list)).toBe(true);
  });
});
