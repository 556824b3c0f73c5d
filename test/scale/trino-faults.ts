import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathTo } from '@weft/protocol';
import { startServer } from '@weft/server';
import { openDataset } from '@weft/store';
import { expect, it } from 'vitest';
import type { TrinoCluster } from './trino-cluster.ts';
import { startWeft } from './weft-command.ts';

/** A cluster, how weft is told of it, and a dataset that both see. */
export interface FaultScene {
  readonly cluster: TrinoCluster;
  readonly engine: string;
  readonly path: string;
}

const numbers = (name: string) => `UNNEST(sequence(1, 10000)) ${name}(n)`;
/** More than any machine does within the patience of a test. */
const endless = `SELECT count(*) AS n FROM ${['a', 'b', 'c'].map(numbers).join(', ')} WHERE a.n + b.n = c.n`;
/** Ten gigabytes of text in one value. */
const huge = `SELECT array_agg(rpad('x', 1000, 'x')) AS texts FROM ${numbers('a')}, ${numbers('b')}`;
const pairs = { table: 'messages', by: ['src', 'dst'], sums: ['bytes', 'count'] } as const;

const weft = (...args: string[]) => startWeft({}, args);

/** What can be wrong while all nodes are there. */
export function testFaults(scene: () => FaultScene): void {
  it('names the catalog, the right or the folder that is missing', async () => {
    const { cluster, path } = scene();
    const [origin] = cluster.address.split('/weft');
    // Where a dataset lies is told to a catalog once, so that this one must be new to it.
    const unknown = join(cluster.data, 'unknown.weft');
    cpSync(path, unknown, { recursive: true });
    const opened = async (engine: string) =>
      (await openDataset(unknown, { engine })).read({ table: 'ranks' });
    const seen = `?mount=${cluster.data}`;
    await expect(opened(`${origin}/readonly${seen}`)).rejects.toMatchObject({
      code: 'ENGINE-REFUSED',
      message: expect.stringContaining('Access Denied'),
      advice: expect.stringContaining('administrator'),
    });
    await expect(opened(`${origin}/nope${seen}`)).rejects.toMatchObject({ code: 'ENGINE-CATALOG' });
    await expect(opened(`${origin}/system${seen}`)).rejects.toMatchObject({ code: 'ENGINE-CATALOG' });
    await expect(opened(`${origin}/weft?mount=/`)).rejects.toMatchObject({
      code: 'ENGINE-FOLDER',
      advice: expect.stringContaining('?mount='),
    });
    await expect(opened(`${origin}/weft?mount=/nowhere`)).rejects.toMatchObject({ code: 'ENGINE-FOLDER' });
  });

  it('says whose SQL it takes, and that a query takes too much memory', async () => {
    const { engine, path } = scene();
    const dataset = await openDataset(path, { engine });
    for (const text of [
      'SELECT * EXCLUDE (id) FROM messages',
      'SELECT src, sum(bytes) FROM messages GROUP BY ALL',
      'SELECT quantile_cont(bytes, 0.5) FROM messages',
    ]) {
      await expect(dataset.sql(text)).rejects.toMatchObject({
        code: 'SQL-ERROR',
        advice: expect.stringContaining("SQL is Trino's here"),
      });
    }
    await expect(dataset.sql(huge)).rejects.toMatchObject({ code: 'OUT-OF-MEMORY' });
    expect((await dataset.sql('SELECT count(*) AS n FROM messages')).rows).toBe(1);
    await dataset.close();
  });

  it('stops a query there when it is cancelled, interrupted or takes too long', async () => {
    const { cluster, engine, path } = scene();
    const dataset = await openDataset(path, { engine });
    const controller = new AbortController();
    const answer = dataset.sql(endless, { signal: controller.signal });
    const cancelled = expect(answer).rejects.toMatchObject({ code: 'CANCELLED' });
    await runs(cluster);
    controller.abort();
    await cancelled;
    await dataset.close();
    await restsOnly(cluster);

    const interrupted = weft('sql', path, endless, '--engine', engine);
    await runs(cluster);
    interrupted.child.kill('SIGINT');
    expect((await interrupted.ended).code).not.toBe(0);
    await restsOnly(cluster);

    const late = await weft('sql', path, endless, '--engine', engine, '--timeout', '3').ended;
    expect([late.code, late.err]).toEqual([1, expect.stringContaining('SQL-TIMEOUT')]);
    await restsOnly(cluster);
  });
}

/** What happens when nodes go; the cluster has its coordinator and one worker afterwards, and then none. */
export function testKills(scene: () => FaultScene): void {
  it('answers rightly after a worker has died', async () => {
    const { cluster, engine, path } = scene();
    const [here, there] = [await openDataset(path), await openDataset(path, { engine })];
    const answer = there.read(pairs);
    cluster.kill('worker2');
    expect(await answer).toEqual(await here.read(pairs));
    expect(await there.read({ ...pairs, by: ['src'] })).toEqual(await here.read({ ...pairs, by: ['src'] }));
    await Promise.all([here.close(), there.close()]);
  });

  it('names a coordinator that goes in the middle of a query, and answers when it is back', async () => {
    const { cluster, engine, path } = scene();
    const dataset = await openDataset(path, { engine });
    const server = await startServer({ datasets: [path], engine });
    const id = /([^/]+)\.weft$/.exec(path)?.[1] ?? '';
    const ask = (table: string) =>
      fetch(new URL(pathTo('query', { id }), server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ table }),
      });
    expect((await ask('ranks')).status).toBe(200);
    const lost = expect(dataset.sql(endless)).rejects.toMatchObject({
      code: 'ENGINE-NOT-REACHED',
      message: expect.stringContaining('Trino does not answer at http://127.0.0.1:'),
    });
    await runs(cluster);
    cluster.kill('coordinator');
    await lost;
    const refused = await ask('calls');
    expect([refused.status, (await refused.json()).error.code]).toEqual([502, 'ENGINE-NOT-REACHED']);
    await cluster.restart('coordinator', 2);
    expect((await ask('calls')).status).toBe(200);
    const here = await openDataset(path);
    expect(await dataset.read(pairs)).toEqual(await here.read(pairs));
    await Promise.all([here.close(), dataset.close(), server.close()]);
  });

  it('says that no workers are left', async () => {
    const { cluster, engine, path } = scene();
    const dataset = await openDataset(path, { engine });
    for (const worker of ['worker1', 'worker2'] as const) cluster.kill(worker);
    const code = () => dataset.read(pairs).then(String, (error) => error.code);
    await expect.poll(code, { timeout: 240_000, interval: 1000 }).toBe('ENGINE-NO-WORKERS');
    await dataset.close();
  });
}

/** Waits until the endless query runs. */
async function runs(cluster: TrinoCluster): Promise<void> {
  await expect.poll(() => cluster.runningQueries(), POLL).toContain(endless);
}

/** No query runs any more, and none begins. */
async function restsOnly(cluster: TrinoCluster): Promise<void> {
  await expect.poll(() => cluster.runningQueries(), POLL).toEqual([]);
  await sleep(500);
  expect(await cluster.runningQueries()).toEqual([]);
}

const POLL = { timeout: 60_000, interval: 200 };
