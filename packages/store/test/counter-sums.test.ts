import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { networkTables } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { appendToDataset, createDataset, openDataset } from '@weft/store';
import { expect, test } from 'vitest';
import { rows, temporaryFolder } from './sample-dataset.ts';

const folder = temporaryFolder();
const MINUTE = 60e9;
const SAMPLES = 1 << 20;

/** A ring of 2,048 nodes with 4,096 links and 256 steps or fewer. */
async function writeRing(name: string, steps: number): Promise<string> {
  const path = join(folder, name);
  const network = buildNetwork('torus', { sizes: [2048] });
  const { vertices, links } = networkTables(network);
  const writer = await createDataset(path);
  await writer.write('vertices', vertices);
  await writer.write('links', links);
  for (let step = 0; step < steps; step++) {
    await writer.write('counters', {
      rows: network.linkCount,
      columns: {
        time: new Float64Array(network.linkCount).fill((step + 1) * MINUTE),
        link: network.links.id,
        metric: { codes: new Int32Array(network.linkCount), dictionary: ['data_sent'] },
        value: Float64Array.from(network.links.id, (link) => (link * 7 + step * 13) % 1000),
      },
    });
  }
  await writer.finish({
    title: 'a ring',
    interval: MINUTE,
    metrics: [{ name: 'data_sent', unit: 'B', doc: '', kind: 'amount' }],
  });
  return path;
}

test('many samples have sums, which are those of the samples, until others come', async () => {
  const path = await writeRing('large.weft', SAMPLES / 4096);
  const dataset = await openDataset(path, { threads: 1 });
  expect(dataset.manifest.tables.link_sums?.rows).toBe(4096);
  expect(dataset.manifest.tables.step_sums?.rows).toBe(SAMPLES / 4096);
  const [whole, all] = [await dataset.cube('data_sent', { maxSteps: 1 }), await dataset.cube('data_sent')];
  expect(whole.sums.subarray(4096)).toEqual(all.sums.subarray(all.steps * 4096));
  expect([...whole.times]).toEqual([0, (SAMPLES / 4096) * MINUTE]);
  await expect(dataset.cube('wait', { maxSteps: 1 })).rejects.toThrow('no counters of metric "wait"');
  await dataset.close();

  const appender = await appendToDataset(path);
  await appender.append(
    [rows('counters', [{ time: 300 * MINUTE, link: 5, metric: 'data_sent', value: 1e6 }])],
    {},
  );
  const later = await openDataset(path, { threads: 1 });
  expect([later.manifest.tables.link_sums, later.manifest.tables.step_sums]).toEqual([undefined, undefined]);
  const longer = await later.cube('data_sent', { maxSteps: 1 });
  expect(longer.sums[4096 + 5]).toBe(whole.sums[4096 + 5] + 1e6);
  await later.close();
});

test('few samples have none', async () => {
  const path = await writeRing('small.weft', 20);
  expect(existsSync(join(path, 'link_sums'))).toBe(false);
});
