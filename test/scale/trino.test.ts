import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Dataset, openDataset } from '@weft/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookForChromium } from '../../tools/find-chromium.js';
import { runBrowserTests } from './browser-tests.ts';
import { summedViews } from './drawn-rows.ts';
import { isSame, type Question, questionsOf } from './engine-questions.ts';
import { startTrino, type TrinoCluster, whyNoTrino } from './trino-cluster.ts';
import { type FaultScene, testFaults, testKills } from './trino-faults.ts';
import { startWeft } from './weft-command.ts';

const missing = whyNoTrino();
if (missing) console.log(`questions to Trino are skipped: ${missing}`);

const fixture = (path: string) => fileURLToPath(new URL(`../../fixtures/${path}`, import.meta.url));
const sources = {
  'torus.weft': ['simulate', 'binary-swap-4'],
  'bswap.weft': ['import', fixture('dumpi/bswap8')],
  'wildcards.weft': ['import', fixture('dumpi/masterworker16')],
  'regions.weft': ['import', fixture('otf2/p-subcoll16')],
} as const;

/** Of the matrix, the timeline, the profile of calls and the fat tree. */
const pageTests = ['trace-views.test.ts', 'trace-questions.test.ts', 'fat-tree.test.ts'];
const PAGES_MS = 1_800_000;
const ANSWERS_MS = 900_000;

let cluster: TrinoCluster;
let engine: string;

async function weft(...args: string[]) {
  return startWeft({}, args).ended;
}

describe.skipIf(missing !== null)('a dataset asked of a real Trino', () => {
  beforeAll(async () => {
    cluster = await startTrino();
    engine = `${cluster.address}?mount=${cluster.data}`;
    for (const [name, command] of Object.entries(sources)) {
      const { code, err } = await weft(...command, '-o', join(cluster.data, name));
      expect([code, err]).toEqual([0, expect.anything()]);
    }
  }, 600_000);
  afterAll(() => cluster?.stop());

  it.each(Object.keys(sources))(
    '%s gives the answers of the engine of this machine',
    async (name) => {
      const path = join(cluster.data, name);
      const [here, there] = [await openDataset(path), await openDataset(path, { engine })];
      const differing: string[] = [];
      const questions = await questionsOf(here);
      for (const question of questions)
        if (!(await agree(question, here, there))) differing.push(question.name);
      await Promise.all([here.close(), there.close()]);
      expect(questions.length).toBeGreaterThan(130);
      expect(differing).toEqual([]);
    },
    ANSWERS_MS,
  );

  it.each(Object.keys(sources))('%s is summed by it: no more rows are sent than are drawn', async (name) => {
    const dataset = await openDataset(join(cluster.data, name), { engine });
    const found: unknown[] = [];
    for (const view of summedViews) {
      await view.draw(dataset);
      const fetched = await countRows(() => view.draw(dataset));
      const drawn = await view.draw(dataset);
      if (fetched > drawn + LINES) found.push([view.name, fetched, drawn]);
    }
    await dataset.close();
    expect(found).toEqual([]);
  });

  it('lets one SELECT over the tables of the dataset pass, and nothing else', async () => {
    const dataset = await openDataset(join(cluster.data, 'bswap.weft'), { engine });
    const refused = [
      'DROP TABLE messages',
      'DELETE FROM messages',
      'INSERT INTO jobs SELECT * FROM jobs',
      'CREATE TABLE x AS SELECT 1 AS y',
      'SELECT * FROM system.runtime.queries',
      'CALL system.runtime.kill_query(NULL)',
      'SELECT rank FROM ranks ORDER BY (SELECT CAST(max(query) AS bigint) FROM system.runtime.queries)',
      "SELECT query FROM system.runtime.queries WHERE now() < TIMESTAMP '2020-01-01 00:00:00'",
      'WITH FUNCTION f() RETURNS bigint RETURN 42 SELECT f()',
      'SHOW TABLES',
      'EXPLAIN ANALYZE DELETE FROM messages',
      "EXECUTE IMMEDIATE 'DROP TABLE messages'",
    ];
    for (const text of refused) {
      await expect(dataset.sql(text)).rejects.toMatchObject({ code: 'SQL-REFUSED' });
    }
    for (const text of [
      'SELECT 1; DROP TABLE messages',
      'SELECT nope FROM messages',
      'SELECT 1) UNION (SELECT 2',
    ]) {
      await expect(dataset.sql(text)).rejects.toMatchObject({ code: 'SQL-ERROR' });
    }
    expect((await dataset.sql('SELECT count(*) AS n FROM messages')).rows).toBe(1);
  });

  it('is asked by commands, and forgotten without touching a file', async () => {
    const path = join(cluster.data, 'bswap.weft');
    const there = await weft('info', path, '--engine', engine);
    expect(there).toEqual(await weft('info', path));
    const forget = () => weft('engine', 'forget', path, '--engine', engine);
    expect((await forget()).out).toMatch(/^forgot weft_bswap_[0-9a-f]{8}_[0-9a-f]{12}\n$/);
    expect((await forget()).out).toBe('the engine knows nothing of it\n');
    expect(existsSync(join(path, 'messages'))).toBe(true);
    expect((await weft('info', path, '--engine', engine)).code).toBe(0);
  });

  testFaults(scene);

  it.skipIf(lookForChromium() === null)(
    'answers for the page, as its browser tests see it',
    async ({ signal }) => {
      const folder = join(cluster.data, 'pages');
      mkdirSync(folder);
      const { code, out, err } = await runBrowserTests(pageTests, engine, folder, signal);
      if (code !== 0) console.log(`${out}\n${err}`);
      expect(code).toBe(0);
    },
    PAGES_MS,
  );

  testKills(scene);
});

function scene(): FaultScene {
  return { cluster, engine, path: join(cluster.data, 'wildcards.weft') };
}

/** Single rows that say how much there is before anything is drawn. */
const LINES = 4;

/** Rows that Trino sends while something is asked of it. */
async function countRows(work: () => Promise<unknown>): Promise<number> {
  const fetchAsItIs = globalThis.fetch;
  let rows = 0;
  globalThis.fetch = async (...request) => {
    const answer = await fetchAsItIs(...request);
    const page: unknown = await answer
      .clone()
      .json()
      .catch(() => null);
    if (page && typeof page === 'object' && 'data' in page && Array.isArray(page.data))
      rows += page.data.length;
    return answer;
  };
  try {
    await work();
    return rows;
  } finally {
    globalThis.fetch = fetchAsItIs;
  }
}

async function agree({ ask }: Question, here: Dataset, there: Dataset): Promise<boolean> {
  const [expected, found] = [await ask(here), await ask(there)];
  return isSame(expected, found);
}
