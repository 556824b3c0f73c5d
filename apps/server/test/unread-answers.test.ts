import { join } from 'node:path';
import { batchFromRows, tables } from '@weft/model';
import { createDataset } from '@weft/store';
import { expect, it } from 'vitest';
import { asJson, post, temporaryFolder, testServer } from './test-server.ts';

const ROWS = 600_000;

it('large answers that nobody reads make others wait, small ones come at once, and all come whole in the end', async () => {
  const path = join(temporaryFolder(), 'long.weft');
  const writer = await createDataset(path);
  const readings = Array.from({ length: ROWS }, (_, row) => ({
    time: row,
    link: 0,
    metric: 'data',
    value: row,
  }));
  await writer.write('counters', batchFromRows(tables.counters, readings));
  await writer.finish({ title: 'Long', metrics: [{ name: 'data', unit: 'B', doc: '', kind: 'amount' }] });
  // An answer takes 14 MB, more than the buffers of a connection: one or two begin.
  const { call } = await testServer({ datasets: [path], limits: { answersBytes: 45e6 } });
  const ask = () => call('/api/datasets/long/query', post({ table: 'counters' }));
  let begun = 0;
  const answers = Array.from({ length: 8 }, async () => {
    const response = await ask();
    begun++;
    return response;
  });
  await expect.poll(() => begun, { timeout: 30_000 }).toBeGreaterThan(0);
  expect((await call('/api/datasets/long')).status).toBe(200);
  const few = await call('/api/datasets/long/query', post({ table: 'counters', limit: 10 }, asJson));
  expect((await few.json()).rows).toBe(10);
  expect(begun).toBeLessThan(8);
  const sizes = await Promise.all(
    answers.map(async (answer) => (await (await answer).arrayBuffer()).byteLength),
  );
  expect(new Set(sizes).size).toBe(1);
  expect(sizes[0]).toBeGreaterThan(20 * ROWS);
  const { rows, columns } = await (
    await call('/api/datasets/long/query', post({ table: 'counters' }, asJson))
  ).json();
  expect([rows, columns.value.at(-1), columns.metric[0]]).toEqual([ROWS, ROWS - 1, 'data']);
});
