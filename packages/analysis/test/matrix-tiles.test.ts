import { batchFromRows, ranks as ranksTable, textAt, vertices as verticesTable } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  matrixTiles,
  openQueries,
  orderRanks,
  type ParamsOf,
  type RankOrder,
  rankOrders,
  splitFrame,
  sumPairs,
  sumPairTiles,
  sumPerRank,
} from '../src/index.ts';
import { messagesFrame } from './reference/pipeline.ts';
import { runAnalysis } from './reference/run-analysis.ts';

const RANKS = 11;
const messageList = fc.array(
  fc.record({ src: fc.nat(RANKS - 1), dst: fc.nat(RANKS - 1), bytes: fc.nat(1000), time: fc.nat(99) }),
  { maxLength: 60 },
);

const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0);

describe('sums of pairs', () => {
  it('are those of a search for each pair, in order', () => {
    fc.assert(
      fc.property(messageList, fc.option(fc.tuple(fc.nat(50), fc.nat(99))), (list, time) => {
        const pairs = sumPairs(splitFrame(messagesFrame(list)), time);
        // A message stands in the middle of its two nanoseconds.
        const kept = list.filter((m) => !time || (m.time + 1 >= time[0] && m.time + 1 < time[1]));
        const keys = [...new Set(kept.map((m) => m.src * RANKS + m.dst))].sort((a, b) => a - b);
        expect(Array.from(pairs.src, (src, at) => src * RANKS + pairs.dst[at])).toEqual(keys);
        keys.forEach((key, at) => {
          const same = kept.filter((m) => m.src * RANKS + m.dst === key);
          expect(pairs.amount[at]).toBe(sum(same.map((m) => m.bytes)));
          expect(pairs.count[at]).toBe(same.length);
        });
      }),
    );
  });

  it('grow beyond their first table', () => {
    const list = Array.from({ length: 9000 }, (_, i) => ({ src: i, dst: 9000 - i, bytes: i, time: 0 }));
    const pairs = sumPairs(splitFrame(messagesFrame(list)));
    expect([pairs.src.length, sum(pairs.amount)]).toEqual([9000, (8999 * 9000) / 2]);
  });
});

describe('tiles of a matrix', () => {
  it('keep every byte and message, whatever the order and the size of the blocks', async () => {
    const choice = fc.record({
      order: fc.constantFrom(...rankOrders),
      cells: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(messageList, choice, async (list, params) => {
        const { cells, ranks } = await runAnalysis(matrixTiles, { messages: messagesFrame(list) }, params);
        const { amount, count } = cells.columns;
        expect([sum(amount), sum(count)]).toEqual([sum(list.map((m) => m.bytes)), list.length]);
        const { amount_out, count_in } = ranks.columns;
        expect([sum(amount_out), sum(count_in)]).toEqual([sum(amount), list.length]);
      }),
    );
  });

  it('are the same from a stream of small frames, which is read once for all windows', async () => {
    await fc.assert(
      fc.asyncProperty(messageList, fc.nat(60), async (list, cut) => {
        const params = matrixTiles.params.parse({ order: 'community', cells: 4 });
        const whole = await runAnalysis(matrixTiles, { messages: messagesFrame(list) }, params);
        let opened = 0;
        const chosen = { ...params, job: 0 };
        const open = openQueries(matrixTiles.needs(chosen), async function* ({ table }) {
          if (table !== 'messages') return;
          opened++;
          yield messagesFrame(list.slice(0, cut));
          yield messagesFrame(list.slice(cut));
        });
        expect(await matrixTiles.runStreamed?.(open, chosen, {})).toEqual(whole);
        await matrixTiles.runStreamed?.(open, { ...chosen, cells: 8 }, {});
        expect(opened).toBe(1);
      }),
    );
  });

  it('are the same cells in any order once they are single ranks', () => {
    fc.assert(
      fc.property(messageList, (list) => {
        const pairs = sumPairs(splitFrame(messagesFrame(list)));
        const hosts = Int32Array.from({ length: RANKS }, (_, rank) => rank % 3);
        const { positionOf, rankAt } = orderRanks('host', RANKS, pairs, hosts);
        const axis = { from: 0, to: RANKS, block: 1 };
        const tile = sumPairTiles(pairs, positionOf, axis, axis);
        pairs.src.forEach((src, at) => {
          expect(tile.amount[positionOf[src] * RANKS + positionOf[pairs.dst[at]]]).toBe(pairs.amount[at]);
        });
        expect([...rankAt].sort((a, b) => a - b)).toEqual(Array.from({ length: RANKS }, (_, rank) => rank));
        expect(sum(sumPerRank(pairs, RANKS).amountOut)).toBe(sum(tile.amount));
      }),
    );
  });

  it('show a window of positions', async () => {
    const list = [
      { src: 0, dst: 5, bytes: 10, time: 0 },
      { src: 4, dst: 5, bytes: 7, time: 0 },
    ];
    const window = { senders: [4, 99], receivers: [4, 6], cells: 1 } satisfies ParamsOf<typeof matrixTiles>;
    const { cells, axes } = await runAnalysis(matrixTiles, { messages: messagesFrame(list) }, window);
    expect([...cells.columns.amount]).toEqual([7]);
    expect([...axes.columns.to]).toEqual([6, 6]);
    expect([...axes.columns.block]).toEqual([2, 2]);
  });
});

describe('orders of ranks', () => {
  const messages = messagesFrame([
    { src: 0, dst: 2, bytes: 100, time: 0 },
    { src: 2, dst: 0, bytes: 100, time: 0 },
    { src: 1, dst: 3, bytes: 100, time: 0 },
    { src: 3, dst: 1, bytes: 100, time: 0 },
  ]);
  const ranks = batchFromRows(ranksTable, [
    { job: 0, rank: 0, host: 8 },
    { job: 0, rank: 1, host: 7 },
    { job: 0, rank: 2, host: 8 },
    { job: 0, rank: 3, host: -1 },
  ]);
  const vertex = { kind: 'host', guid: null, level: 0, pod: -1, bundle: -1, coord: [] };
  const vertices = batchFromRows(verticesTable, [
    { ...vertex, id: 7, name: 'n07' },
    { ...vertex, id: 8, name: null },
  ]);
  const shown = async (order: RankOrder) => {
    const { ranks: rows, groups } = await runAnalysis(
      matrixTiles,
      { messages, ranks, vertices },
      { order, job: 0 },
    );
    const { name } = groups.columns;
    return [[...rows.columns.rank], Array.from(name.codes, (_, row) => textAt(name, row))];
  };

  it('put ranks that talk to each other, or share a host, side by side', async () => {
    expect(await shown('rank')).toEqual([[0, 1, 2, 3], ['all ranks']]);
    expect(await shown('community')).toEqual([
      [0, 2, 1, 3],
      ['community 0', 'community 1'],
    ]);
    expect(await shown('host')).toEqual([
      [1, 0, 2, 3],
      ['n07', 'host 8', 'unknown host'],
    ]);
  });
});
