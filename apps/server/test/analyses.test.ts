import { join } from 'node:path';
import { batchFromRows, type Progress, tables } from '@weft/model';
import { readAnswer } from '@weft/protocol';
import { createDataset } from '@weft/store';
import { beforeAll, describe, expect, it } from 'vitest';
import { createLruCache } from '../src/lru-cache.ts';
import { asJson, post, temporaryFolder, testServer } from './test-server.ts';
import { writeRing } from './write-ring.ts';

let call: typeof fetch;

/** Enough messages for the clustering of phases to take a while. */
async function writeManyMessages(path: string, count: number): Promise<void> {
  const writer = await createDataset(path);
  const column = (value: (i: number) => number) => Float64Array.from({ length: count }, (_, i) => value(i));
  const whole = (value: (i: number) => number) => Int32Array.from({ length: count }, (_, i) => value(i));
  await writer.write('messages', {
    rows: count,
    columns: {
      id: column((i) => i),
      job: whole(() => 0),
      src: whole((i) => (i * 7919) % 512),
      dst: whole((i) => (i * 104_729 + 1) % 512),
      bytes: column((i) => 1000 + (i % 100)),
      count: column(() => 1),
      tag: whole(() => 0),
      comm: whole(() => 0),
      call: { codes: new Int32Array(count), dictionary: ['MPI_Send'] },
      send_start: column((i) => i * 1000 + ((i * 31) % 700)),
      send_end: column((i) => i * 1000 + 800),
      recv_start: column((i) => i * 1000 + 100),
      recv_end: column((i) => i * 1000 + 900),
      step: whole(() => -1),
    },
  });
  await writer.write(
    'ranks',
    batchFromRows(
      tables.ranks,
      Array.from({ length: 512 }, (_, rank) => ({ job: 0, rank, host: -1 })),
    ),
  );
  await writer.finish({ title: 'Many messages' });
}

beforeAll(async () => {
  const folder = temporaryFolder();
  await writeRing(join(folder, 'ring.weft'));
  await writeManyMessages(join(folder, 'many.weft'), 500_000);
  ({ call } = await testServer({ datasets: [join(folder, 'ring.weft'), join(folder, 'many.weft')] }));
});

describe('analyses', () => {
  it('run in a worker and answer with progress and named tables', async () => {
    const response = await call('/api/datasets/ring/analyses/matrix-tiles', post({}));
    expect(response.headers.get('content-type')).toBe('application/x-weft-answer');
    const told: Progress[] = [];
    const tables = await readAnswer(response.body!, (progress) => told.push(progress));
    expect(told.length).toBeGreaterThan(0);
    expect(Object.keys(tables).length).toBeGreaterThan(0);
    for (const { columns } of Object.values(tables)) expect(Object.keys(columns).length).toBeGreaterThan(0);
  });

  it('answer in JSON on request', async () => {
    const response = await call('/api/datasets/ring/analyses/matrix-tiles', post({}, asJson));
    expect(response.status).toBe(200);
    for (const frame of Object.values((await response.json()) as Record<string, { rows: number }>))
      expect(frame.rows).toBeGreaterThanOrEqual(0);
  });

  it('that do not exist, or get wrong parameters, are refused', async () => {
    const unknown = await call('/api/datasets/ring/analyses/astrology', post({}, asJson));
    expect(unknown.status).toBe(404);
    const wrong = await call('/api/datasets/ring/analyses/commgram', post({ phases: 'many' }, asJson));
    expect(wrong.status).toBe(400);
    const { error } = await wrong.json();
    expect(error.message).toContain('phases');
    expect(error.advice).toBe('GET /api/analyses lists the parameters of commgram.');
    const needless = await call('/api/datasets/ring/analyses/matrix-tiles', post({ count: 3 }, asJson));
    expect(needless.status).toBe(400);
    expect((await needless.json()).error.message).toBe('there is no parameter «count»');
  });

  it('are cancelled when the client goes away, and the next one is served', async () => {
    const abort = new AbortController();
    const response = await call('/api/datasets/many/analyses/commgram', {
      ...post({ phases: 50 }),
      signal: abort.signal,
    });
    await response.body!.getReader().read();
    abort.abort();
    const next = await call('/api/datasets/ring/analyses/matrix-tiles', post({}, asJson));
    expect(next.status).toBe(200);
  });
});

describe('the result cache', () => {
  it('keeps what was used last within its budget', () => {
    const cache = createLruCache<string>(10, (text) => text.length);
    cache.set('a', 'aaaa');
    cache.set('b', 'bbbb');
    cache.get('a');
    cache.set('c', 'cccc');
    expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual(['aaaa', undefined, 'cccc']);
    cache.set('d', 'x'.repeat(11));
    expect(cache.get('d')).toBeUndefined();
  });
});
