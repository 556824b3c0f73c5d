import type { AnyQuery, Manifest } from '@weft/model';
import { expect, test } from 'vitest';
import { checkFetchedRows } from '../src/fetched-rows.ts';

const tables = { messages: { rows: 9e9, parts: [] }, jobs: { rows: 3, parts: [] } };

/** A dataset whose engine counts so many rows; `asked` are the questions it got. */
function counting(rows: number, engine?: string) {
  const asked: AnyQuery[] = [];
  const read = async (query: AnyQuery) => {
    asked.push(query);
    return { rows: 1, columns: { rows: Float64Array.of(rows) } };
  };
  return { asked, dataset: { engine, manifest: { tables } as unknown as Manifest, read: read as never } };
}

const window: AnyQuery = {
  table: 'messages',
  columns: ['src'],
  where: [{ op: 'range', column: 'send_start', from: 0, to: 1000 }],
};

test('more rows than an engine elsewhere can send are refused, with how many there are', async () => {
  const { dataset, asked } = counting(12_345_678, 'trino://there/weft');
  await expect(checkFetchedRows(dataset, window)).rejects.toMatchObject({
    code: 'TOO-MANY-ROWS',
    message: expect.stringContaining('12,345,678 rows of messages'),
    advice: expect.stringContaining('shorter time'),
  });
  expect(asked).toEqual([
    { table: 'messages', by: [], sums: ['rows'], where: window.where, middle: undefined },
  ]);
});

test('a window with fewer rows is asked for', async () => {
  const { dataset, asked } = counting(5_000_000, 'trino://there/weft');
  await checkFetchedRows(dataset, window);
  expect(asked).toHaveLength(1);
});

test('nothing is counted for sums, the first rows, small tables and the engine of this machine', async () => {
  const { dataset, asked } = counting(9e9, 'trino://there/weft');
  await checkFetchedRows(dataset, { table: 'messages', by: ['src'], sums: ['bytes'] });
  await checkFetchedRows(dataset, { ...window, limit: 1000 });
  await checkFetchedRows(dataset, { table: 'jobs' });
  expect(asked).toEqual([]);
  const own = counting(9e9);
  await checkFetchedRows(own.dataset, window);
  expect(own.asked).toEqual([]);
});
