import { join } from 'node:path';
import { type AnyColumn, rowsFromBatch, tables, valueAt } from '@weft/model';
import { openDataset } from '@weft/store';
import { expect, test } from 'vitest';
import { sampleMessages, temporaryFolder, writeSample } from './sample-dataset.ts';

const folder = temporaryFolder();

test('what is written is read again, with none and large numbers exact', async () => {
  const path = join(folder, 'sample.weft');
  const manifest = await writeSample(path);
  expect(manifest.tables.messages?.rows).toBe(3);
  expect(manifest.timeRange).toEqual([0, 3e9]);
  const dataset = await openDataset(path);
  expect(dataset.manifest).toEqual(manifest);
  const messages = await dataset.readTable('messages');
  expect(rowsFromBatch(tables.messages, messages)).toEqual(rowsFromBatch(tables.messages, sampleMessages()));
  const network = await dataset.network();
  expect(network?.vertexCount).toBe(3);
  expect(network?.linkCount).toBe(4);
  expect(valueAt(network?.vertices.coord as AnyColumn, 0)).toEqual([1, 2]);
  expect(valueAt(network?.vertices.name as AnyColumn, 0)).toBe("it's");
  const empty = await dataset.readTable('routes');
  expect(empty.rows).toBe(0);
  const cube = await dataset.cube('xmit');
  expect([...cube.times]).toEqual([0, 1e9, 2e9, 3e9]);
  expect([...cube.sums.subarray(12)]).toEqual([30, 7, 2 ** 40, 5]);
  const frame = await dataset.sql('select sum(bytes) as b, count(*) as n from messages');
  expect(frame.columns.b).toEqual(Float64Array.of(2 ** 40 + 25));
  await dataset.close();
});
