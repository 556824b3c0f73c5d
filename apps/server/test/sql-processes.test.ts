import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { asJson, post, temporaryFolder, testServer } from './test-server.ts';
import { writeRing } from './write-ring.ts';

let dataset: string;

beforeAll(async () => {
  dataset = join(temporaryFolder(), 'ring.weft');
  await writeRing(dataset);
});

/** More than any time allows. */
const ENDLESS = 'select sum(a.range * b.range) from range(100000000) a, range(100000000) b';

async function askingServer(sqlLimits: object) {
  const { call } = await testServer({ datasets: [dataset], sqlLimits: { background: false, ...sqlLimits } });
  return {
    call,
    ask: (query: string, init: RequestInit = {}) =>
      call('/api/datasets/ring/sql', { ...post({ query }, asJson), ...init }),
  };
}

const codeOf = async (response: Response) => [response.status, (await response.json()).error?.code];

describe('SQL in processes of its own', () => {
  it('is stopped at its time-out, and the next query is answered', async () => {
    const { ask } = await askingServer({ seconds: 3, atOnce: 1 });
    expect(await codeOf(await ask(ENDLESS))).toEqual([504, 'SQL-TIMEOUT']);
    expect(await (await ask('select 1 as n')).json()).toEqual({ rows: 1, columns: { n: [1] } });
  });

  it('leaves the page alone, and says when too many ask', async () => {
    const { ask, call } = await askingServer({ seconds: 5, atOnce: 1, waiting: 1 });
    const first = ask(ENDLESS);
    const leaving = new AbortController();
    const second = ask(ENDLESS, { signal: leaving.signal });
    await expect.poll(async () => codeOf(await ask('select 1'))).toEqual([503, 'SQL-BUSY']);
    const page = await call('/api/datasets/ring/query', post({ table: 'messages' }));
    expect(page.status).toBe(200);
    leaving.abort();
    await expect(second).rejects.toThrow();
    expect(await codeOf(await first)).toEqual([504, 'SQL-TIMEOUT']);
    expect((await ask('select 1')).status).toBe(200);
  });

  it('bounds what an answer takes', async () => {
    const limits = { engineBytes: 64e6, spillBytes: 64e6, answerBytes: 20e6 };
    const { ask } = await askingServer(limits);
    const large = await ask("select repeat('x', 3000) || i from range(1000000) t(i)");
    expect(await codeOf(large)).toEqual([413, 'RESULT-TOO-LARGE']);
    const wide = await ask("select repeat('x', 100000000) || i from range(10000) t(i)");
    expect(await codeOf(wide)).toEqual([507, 'OUT-OF-MEMORY']);
    const sorted = await ask('select i, count(*) from range(30000000) t(i) group by i order by i');
    expect(await codeOf(sorted)).toEqual([507, 'OUT-OF-MEMORY']);
    expect((await ask('select 1')).status).toBe(200);
  });

  it('shows no place of the disk', async () => {
    const { ask } = await askingServer({});
    for (const query of [
      'explain analyze select * from messages',
      'explain select * from links',
      'show all tables',
    ]) {
      const text = await (await ask(query)).text();
      expect(text.replace(/[^\w./-]/g, '')).not.toContain(tmpdir());
    }
  });

  it('sends large answers whole, in both formats', async () => {
    const { ask } = await askingServer({});
    const query = 'select i, i::varchar as name from range(300000) t(i)';
    const { rows, columns } = await (await ask(query)).json();
    expect([rows, columns.i.length, columns.name[299_999]]).toEqual([300_000, 300_000, '299999']);
    const arrow = await ask(query, post({ query }));
    expect((await arrow.arrayBuffer()).byteLength).toBeGreaterThan(3_000_000);
  });
});
