import type { TableQuery } from '@weft/model';
import type { Dataset } from '@weft/store';
import { expect, it } from 'vitest';
import { createTableCache } from '../src/table-cache.ts';

/** A dataset whose every answer has eight bytes for each row asked for. */
function createFake(created: string) {
  const asked: TableQuery[] = [];
  const dataset = {
    path: '/ring.weft',
    manifest: { created, tables: {} },
    read: async (query: TableQuery) => {
      asked.push(query);
      return { rows: query.limit, columns: { value: new Float64Array(query.limit ?? 0) } };
    },
  } as unknown as Dataset;
  return { dataset, asked };
}

const { signal } = new AbortController();

it('reads a table once for all who ask the same, and tells each of them its bytes', async () => {
  const cache = createTableCache(8000);
  const { dataset, asked } = createFake('2026-01-01');
  const told: number[] = [];
  const read = (limit: number) =>
    cache.read(dataset, { table: 'links', limit }, signal, async (bytes) => void told.push(bytes));
  const first = await read(10);
  expect(await read(10)).toBe(first);
  await read(20);
  expect(asked.map(({ limit }) => limit)).toEqual([10, 20]);
  expect(told).toEqual([80]);
});

it('reads once for all who ask at the same time, and again where the first of them leaves', async () => {
  const cache = createTableCache(8000);
  const { dataset, asked } = createFake('2026-01-01');
  const read = (limit: number) => cache.read(dataset, { table: 'links', limit }, signal, async () => {});
  const frames = await Promise.all(Array.from({ length: 200 }, () => read(10)));
  expect(new Set(frames).size).toBe(1);
  expect(asked).toHaveLength(1);
  const failing = { ...dataset, read: () => Promise.reject(new Error('left')) } as unknown as Dataset;
  const left = cache.read(failing, { table: 'links', limit: 20 }, signal, async () => {});
  const stays = read(20);
  await expect(left).rejects.toThrow('left');
  expect((await stays).rows).toBe(20);
});

it('does not keep what is large, nor answer for a dataset that has changed', async () => {
  const cache = createTableCache(8000);
  const [before, after] = [createFake('2026-01-01'), createFake('2026-01-02')];
  const read = (dataset: Dataset, limit: number) =>
    cache.read(dataset, { table: 'links', limit }, signal, async () => {});
  await read(before.dataset, 126);
  await read(before.dataset, 126);
  expect(before.asked).toHaveLength(2);
  await read(before.dataset, 10);
  await read(after.dataset, 10);
  expect(after.asked).toHaveLength(1);
});
