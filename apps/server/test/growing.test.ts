import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { batchFromRows, type Manifest, tables } from '@weft/model';
import { cubeFromArrow } from '@weft/protocol';
import { appendToDataset, createDataset } from '@weft/store';
import { expect, test } from 'vitest';
import { createCurrentDataset } from '../src/current-dataset.ts';
import { asJson, post, temporaryFolder, testServer } from './test-server.ts';
import { writeRing } from './write-ring.ts';

const folder = temporaryFolder();
const STEP = 60e9;

/** The ring of four with a sampler that adds a value to each of its eight links. */
async function growingRing(name: string) {
  const path = join(folder, `${name}.weft`);
  await writeRing(path);
  const appender = await appendToDataset(path);
  let step = 2;
  const sample = async () => {
    step++;
    const rows = Array.from({ length: 8 }, (_, link) => ({
      time: step * STEP,
      link,
      metric: 'data',
      value: step,
    }));
    rows.push({ time: step * STEP, link: 5, metric: 'link_downed', value: 1 });
    await appender.append([batchFromRows(tables.counters, rows)], { timeRange: [0, step * STEP] });
  };
  return { path, sample };
}

test('a served dataset is described anew when it has grown, and only then', async () => {
  const { path, sample } = await growingRing('described');
  const { call } = await testServer({ datasets: [path] });
  const first = await call('/api/datasets/described');
  const tag = first.headers.get('etag')!;
  const again = (known: string) => call('/api/datasets/described', { headers: { 'if-none-match': known } });
  expect((await again(tag)).status).toBe(304);
  await sample();
  const changed = await again(tag);
  expect(changed.status).toBe(200);
  const { manifest }: { manifest: Manifest } = await changed.json();
  expect(manifest.timeRange).toEqual([0, 3 * STEP]);
  expect(manifest.tables.counters?.rows).toBe(25);
  expect((await again(changed.headers.get('etag')!)).status).toBe(304);
});

test('queries, cubes and analyses see the sample that was written last', async () => {
  const { path, sample } = await growingRing('queried');
  const { call } = await testServer({ datasets: [path] });
  const total = async () => {
    const query = 'SELECT sum(value)::BIGINT AS total FROM counters WHERE link = 0';
    const { columns } = await (await call('/api/datasets/queried/sql', post({ query }, asJson))).json();
    return columns.total[0];
  };
  const cube = async (after = '') => {
    const response = await call(`/api/datasets/queried/cube?metric=data${after}`);
    return cubeFromArrow('data', new Uint8Array(await response.arrayBuffer()));
  };
  const downed = async () => {
    const answer = await call('/api/datasets/queried/analyses/link-errors', post({}, asJson));
    return (await answer.json()).links.columns.link;
  };
  expect(await total()).toBe(3e12);
  expect((await cube()).steps).toBe(2);
  expect(await downed()).toEqual([]);
  await sample();
  expect(await total()).toBe(3e12 + 3);
  expect((await cube()).steps).toBe(3);
  expect(await downed()).toEqual([5]);
  const tail = await cube(`&after=${2 * STEP}`);
  expect([...tail.times]).toEqual([2 * STEP, 3 * STEP]);
  expect([...tail.sums.subarray(8)]).toEqual(Array(8).fill(3));
});

test('work goes on with the newest state where the parts it reads are joined and removed', async () => {
  const { path, sample } = await growingRing('joined');
  for (let n = 0; n < 70; n++) await sample();
  const current = createCurrentDataset(path);
  let attempts = 0;
  const sum = await current.use(async (dataset) => {
    attempts++;
    if (attempts === 1) {
      for (let n = 0; n < 130; n++) await sample();
      expect(dataset.manifest.tables.counters?.parts.some(({ path: part }) => !isThere(path, part))).toBe(
        true,
      );
    }
    const { columns } = await dataset.read({ table: 'counters', columns: ['value'], where: onLink(3) });
    return columns.value.reduce((total, value) => total + value, 0);
  });
  await current.close();
  expect(attempts).toBe(2);
  expect(sum).toBe(3e12 + 6 + (202 * 203) / 2 - 3);
});

test('a table that is damaged for good is told so', async () => {
  const { path } = await growingRing('damaged');
  const current = createCurrentDataset(path);
  await current.use(async ({ manifest }) => manifest);
  rmSync(join(path, 'counters'), { recursive: true });
  let attempts = 0;
  const read = current.use((dataset) => {
    attempts++;
    return dataset.cube('data');
  });
  await expect(read).rejects.toThrow();
  expect(attempts).toBe(1);
  await current.close();
});

function onLink(link: number) {
  return [{ op: 'range' as const, column: 'link', from: link, to: link + 1 }];
}

function isThere(path: string, part: string): boolean {
  return readdirSync(join(path, 'counters')).includes(part.split('/').at(-1)!);
}

test('a served dataset that is replaced is read anew, and one that is removed is said to be gone', async () => {
  const { path } = await growingRing('moving');
  const other = join(folder, 'other.weft');
  await writeRing(other);
  const { call } = await testServer({ datasets: [path, other] });
  const rowsOf = async () => {
    const response = await call('/api/datasets/moving/query', post({ table: 'messages' }, asJson));
    return response.ok ? (await response.json()).rows : (await response.json()).error.code;
  };
  expect(await rowsOf()).toBe(6);
  rmSync(path, { recursive: true });
  expect(await rowsOf()).toBe('DATASET-GONE');
  const list = await (await call('/api/datasets')).json();
  expect(list).toMatchObject([
    { id: 'moving', manifest: null, description: expect.stringContaining('removed or moved') },
    { id: 'other', title: 'Ring of four' },
  ]);
  expect(JSON.stringify(list)).not.toContain(folder);
  const writer = await createDataset(path);
  await writer.finish({ title: 'Another' });
  expect(await rowsOf()).toBe(0);
});
