import { batchFromRows, createRandom, NONE, networkTables, tables, textAt } from '@weft/model';
import { buildNetwork, routeNetwork, routesBatch, tracePath } from '@weft/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkShares } from '../../src/link-shares/link-shares.ts';
import { runAnalysis, type SmallTables } from '../reference/run-analysis.ts';

const network = buildNetwork('fat-tree', { ports: 4, pods: 4 });
const routing = routeNetwork(network, 'd-mod-k', { random: createRandom(1), activeHosts: null });
const STEP = 100;
const STEPS = 40;

/** Two jobs of six hosts each, the second of them in the second half on hosts of the first. */
const jobs = [
  { id: 0, name: 'first', hosts: [0, 3, 6, 9, 12, 15], start: 0, end: 2050, send: 1e6 },
  { id: 1, name: 'second', hosts: [0, 3, 6, 9, 12, 15], start: 2050, end: 4000, send: 3e6 },
  { id: 2, name: 'other', hosts: [1, 4, 7, 10, 13, 14], start: 0, end: NONE, send: 2e6 },
];

function machine(): { small: SmallTables; truth: Map<string, number> } {
  const random = createRandom(3);
  const read = new Map<string, number>();
  const truth = new Map<string, number>();
  const path = new Int32Array(16);
  for (let step = 0; step < STEPS; step++) {
    for (const job of jobs) {
      const begin = Math.max(job.start, step * STEP);
      const end = Math.min(job.end === NONE ? 4000 : job.end, (step + 1) * STEP);
      if (begin >= end) continue;
      const amount = Math.round((job.send * (0.5 + random.next()) * (end - begin)) / STEP);
      job.hosts.forEach((from, at) => {
        const [src, dst] = [network.hosts[from], network.hosts[job.hosts[(at + 2) % 6]]];
        const hops = tracePath(routing, src, dst, path);
        for (const link of path.subarray(0, hops)) {
          const sample = `${(step + 1) * STEP} ${link}`;
          read.set(sample, (read.get(sample) ?? 0) + amount);
          truth.set(`${link} ${job.id}`, (truth.get(`${link} ${job.id}`) ?? 0) + amount);
        }
      });
    }
  }
  const counters = [...read].map(([key, value]) => {
    const [time, link] = key.split(' ').map(Number);
    return { time, link, metric: 'data_sent', value };
  });
  return {
    truth,
    small: {
      ...networkTables(network),
      routes: routesBatch(routing, 0),
      jobs: batchFromRows(
        tables.jobs,
        jobs.map(({ id, name, start, end }) => ({ id, name, user: null, state: null, start, end })),
      ),
      ranks: batchFromRows(
        tables.ranks,
        jobs.flatMap(({ id, hosts }) =>
          hosts.map((host, rank) => ({ job: id, rank, host: network.hosts[host] })),
        ),
      ),
      counters: batchFromRows(tables.counters, counters),
    },
  };
}

describe('link-shares', () => {
  it('tells jobs apart by the counters of their hosts, and adds up to what the link carried', async () => {
    const { small, truth } = machine();
    const used = [...new Set([...truth.keys()].map((key) => Number(key.split(' ')[0])))];
    const { shares, summary } = await runAnalysis(linkShares, small, { links: used, interval: STEP });
    const { link, job, bytes, low, high } = shares.columns;
    for (const [row, total] of summary.columns.bytes.entries()) {
      const of = summary.columns.link[row];
      expect(textAt(summary.columns.source, row)).toBe('counters');
      const rows = [...link.keys()].filter((at) => link[at] === of);
      expect(rows.reduce((sum, at) => sum + bytes[at], 0)).toBe(total);
      for (const at of rows) {
        expect(low[at]).toBeLessThanOrEqual(bytes[at]);
        expect(high[at]).toBeGreaterThanOrEqual(bytes[at]);
        const real = truth.get(`${of} ${job[at]}`) ?? 0;
        expect(Math.abs(bytes[at] - real)).toBeLessThan(0.03 * total + 1);
      }
    }
  });

  it('says what loads say, to the byte, of the bins in the time range', async () => {
    const load = fc.record({ bin: fc.nat(4), link: fc.nat(3), job: fc.nat(2), bytes: fc.nat(1e12) });
    await fc.assert(
      fc.asyncProperty(fc.array(load, { minLength: 1 }), fc.nat(4), async (rows, from) => {
        const every = [...rows, ...[0, 1, 2, 3, 4].map((bin) => ({ bin, link: 9, job: 0, bytes: 1 }))];
        const loads = batchFromRows(
          tables.loads,
          every.map(({ bin, link, job, bytes }) => ({ time: (bin + 1) * STEP, link, job, bytes })),
        );
        const time: [number, number] = [from * STEP, 5 * STEP];
        const { shares, summary } = await runAnalysis(linkShares, { loads }, { links: [2], time });
        const expected = rows.filter(({ bin, link }) => link === 2 && bin >= from);
        expect([...summary.columns.bytes]).toEqual([expected.reduce((sum, { bytes }) => sum + bytes, 0)]);
        shares.columns.job.forEach((job, row) => {
          const own = expected.filter((sent) => sent.job === job);
          expect(shares.columns.bytes[row]).toBe(own.reduce((sum, { bytes }) => sum + bytes, 0));
        });
      }),
      { numRuns: 50 },
    );
  });

  it('says that nothing is known where there are neither counters nor loads', async () => {
    const { small } = machine();
    const { shares, summary } = await runAnalysis(
      linkShares,
      { ...small, counters: undefined },
      { links: [5] },
    );
    expect(shares.rows).toBe(0);
    expect(textAt(summary.columns.source, 0)).toBe('none');
  });
});
