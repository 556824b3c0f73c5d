import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sharedFixtures } from '../../../readers/test/shared-fixtures.ts';
import { diagnosticsOf, importFabric } from '../support/import-fabric.ts';

const { folder: shared, present } = sharedFixtures('ib');

/** Bytes that each port sent in each interval, by all jobs. */
function truthOf(fabric: string): Map<string, number> {
  const text = gunzipSync(
    readFileSync(join(shared, 'own', fabric, 'counters/truth.link-bytes-by-job.csv.gz')),
  ).toString();
  const sums = new Map<string, number>();
  for (const line of text.trim().split('\n').slice(1)) {
    const [, end, guid, port, , , , bytes] = line.split(',');
    const key = `${guid} ${port} ${Number(end).toFixed(3)}`;
    sums.set(key, (sums.get(key) ?? 0) + Number(bytes));
  }
  return sums;
}

describe.skipIf(!present)('counters of simulated fabrics', () => {
  it.each(['k4', 'treescope1296'])(
    '%s: each port in each interval carried what its jobs sent',
    async (name) => {
      const folder = join(shared, 'own', name);
      const fabric = await importFabric([
        join(folder, 'topology.ibnetdiscover'),
        join(folder, 'counters/samples.csv'),
        join(folder, 'counters/*counters.*.gz'),
      ]);
      const { network, report, sink } = fabric;
      const origin = Number(report.facts.origin) / 1e9;
      const { src, src_port } = network.links;
      const found = new Map<string, number>();
      for (const { time, link, metric, value } of sink.rows('counters')) {
        if (metric !== 'data_sent' || value === 0) continue;
        const guid = network.vertices.guid.dictionary[network.vertices.guid.codes[src[link]]];
        found.set(`${guid} ${src_port[link]} ${(origin + time / 1e9).toFixed(3)}`, value);
      }
      const truth = truthOf(name);
      for (const [key, bytes] of truth)
        expect(Math.abs((found.get(key) ?? 0) - bytes), key).toBeLessThanOrEqual(4);
      const extra = [...found].filter(([key, bytes]) => !truth.has(key) && bytes > 4 * 100_000);
      expect(extra).toEqual([]);
      expect(diagnosticsOf(fabric)).not.toHaveProperty('UNKNOWN-PORT');
    },
  );

  it('LDMS: two switches whose ports send their number times 100,000,000 words a step', async () => {
    const fabric = await importFabric([
      join(shared, 'own/k4/topology.ibnetdiscover'),
      join(shared, 'own/ldms/ibnet_2_tn.csv'),
    ]);
    const { network, sink } = fabric;
    const sent = sink.rows('counters').filter(({ metric, value }) => metric === 'data_sent' && value > 1e6);
    expect(sent.length).toBeGreaterThan(0);
    for (const { link, value } of sent) expect(value % (4e8 * network.links.src_port[link])).toBe(0);
    expect(diagnosticsOf(fabric)).toHaveProperty('TIMES-ALIGNED');
  });
});
