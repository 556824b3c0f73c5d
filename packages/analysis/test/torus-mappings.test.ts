import { batchFromRows, networkTables, tables, textAt } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { expect, it } from 'vitest';
import { torusMappings } from '../src/index.ts';
import { runAnalysis } from './reference/run-analysis.ts';

const network = buildNetwork('torus', { sizes: [4, 4] });

const unsaid = { tag: 0, comm: 0, call: null, send_start: 0, send_end: 0, recv_start: 0, recv_end: 0 };

/** Rank r sends to r + 1; the ranks sit on nodes in an order that takes two hops for each. */
async function compared(host: (rank: number) => number) {
  const ranks = Array.from({ length: 16 }, (_, rank) => rank);
  return runAnalysis(
    torusMappings,
    {
      ...networkTables(network),
      ranks: batchFromRows(
        tables.ranks,
        ranks.map((rank) => ({ job: 0, rank, host: host(rank) })),
      ),
      messages: batchFromRows(
        tables.messages,
        ranks.map((rank) => ({
          id: rank,
          job: 0,
          src: rank,
          dst: (rank + 1) % 16,
          bytes: 100,
          count: 2,
          ...unsaid,
        })),
      ),
    },
    {},
  );
}

it('compares the mapping as it is with orders, random, greedy and bisection, and marks the best', async () => {
  const { mappings, dimensions, places, pairs } = await compared(
    (rank) => ((rank * 2) % 16) + Math.floor(rank / 8),
  );
  const names = Array.from({ length: mappings.rows }, (_, row) => textAt(mappings.columns.name, row));
  expect(names).toEqual(['as it is', 'ab', 'ba', 'random', 'greedy', 'bisection']);
  expect(mappings.columns.mean_hops[0]).toBeCloseTo(38 / 16);
  expect(mappings.columns.mean_hops[1]).toBeCloseTo(20 / 16);
  expect([...mappings.columns.best].reduce((sum, best) => sum + best)).toBe(1);
  const best = mappings.columns.best.indexOf(1);
  expect(mappings.columns.most_loaded[best]).toBeLessThanOrEqual(mappings.columns.most_loaded[0]);
  for (let row = 0; row < mappings.rows; row++) {
    const [a, b] = dimensions.columns.bytes.subarray(2 * row, 2 * row + 2);
    expect(a + b).toBe(mappings.columns.link_bytes[row]);
  }
  expect(places.rows).toBe(6 * 16);
  expect([...places.columns.vertex.subarray(0, 3)]).toEqual([0, 2, 4]);
  expect([pairs.rows, pairs.columns.messages[0]]).toEqual([16, 2]);
});

it('answers with nothing where there are no messages', async () => {
  const answer = await runAnalysis(torusMappings, { ...networkTables(network) }, {});
  expect([answer.mappings.rows, answer.places.rows, answer.pairs.rows]).toEqual([0, 0, 0]);
});
