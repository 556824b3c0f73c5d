import { batchFromRows, type Frame, ranks as ranksTable, textColumn } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matrixTiles, orderRanks, splitFrame, sumPairs, sumPairTiles, sumPerRank } from '../src/index.ts';
import { messagesFrame } from './reference/pipeline.ts';

const RANKS = 11;
const messageList = fc.array(
  fc.record({ src: fc.nat(RANKS - 1), dst: fc.nat(RANKS - 1), bytes: fc.nat(1000), time: fc.nat(99) }),
  { maxLength: 60 },
);

type Message = { src: number; dst: number; bytes: number; time: number };

function frameOf(list: readonly Message[]): Frame {
  const times = Float64Array.from(list, (m) => m.time);
  return {
    rows: list.length,
    columns: {
      src: Int32Array.from(list, (m) => m.src),
      dst: Int32Array.from(list, (m) => m.dst),
      bytes: Float64Array.from(list, (m) => m.bytes),
      send_start: times,
      send_end: times,
      recv_start: times,
      recv_end: times,
    },
  };
}

const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0);

describe('sums of pairs', () => {
  it('are those of a search for each pair, in order', () => {
    fc.assert(
      fc.property(messageList, fc.option(fc.tuple(fc.nat(50), fc.nat(99))), (list, time) => {
        const pairs = sumPairs(splitFrame(frameOf(list)), time);
        const kept = list.filter((m) => !time || (m.time >= time[0] && m.time < time[1]));
        const keys = [...new Set(kept.map((m) => m.src * RANKS + m.dst))].sort((a, b) => a - b);
        expect(Array.from(pairs.src, (src, at) => src * RANKS + pairs.dst[at])).toEqual(keys);
        keys.forEach((key, at) => {
          const same = kept.filter((m) => m.src * RANKS + m.dst === key);
          expect(pairs.bytes[at]).toBe(sum(same.map((m) => m.bytes)));
          expect(pairs.messages[at]).toBe(same.length);
        });
      }),
    );
  });

  it('grow beyond their first table', () => {
    const list = Array.from({ length: 9000 }, (_, i) => ({ src: i, dst: 9000 - i, bytes: i, time: 0 }));
    const pairs = sumPairs(splitFrame(frameOf(list)));
    expect([pairs.src.length, sum(pairs.bytes)]).toEqual([9000, (8999 * 9000) / 2]);
  });
});

describe('tiles of a matrix', () => {
  it('keep every byte and message, whatever the order and the size of the blocks', async () => {
    const choice = fc.record({
      order: fc.constantFrom('rank', 'community', 'host'),
      cells: fc.integer({ min: 1, max: 12 }),
    });
    await fc.assert(
      fc.asyncProperty(messageList, choice, async (list, params) => {
        const inputs = { messages: frameOf(list) };
        const { cells, ranks } = await matrixTiles.run(inputs, matrixTiles.params.parse(params), {});
        const { bytes, messages } = cells.columns as Record<string, Float64Array>;
        expect([sum(bytes), sum(messages)]).toEqual([sum(list.map((m) => m.bytes)), list.length]);
        const totals = ranks.columns as Record<string, Float64Array>;
        expect([sum(totals.bytes_sent), sum(totals.messages_received)]).toEqual([sum(bytes), list.length]);
      }),
    );
  });

  it('are the same from a stream of small frames, which is read once for all windows', async () => {
    await fc.assert(
      fc.asyncProperty(messageList, fc.nat(60), async (list, cut) => {
        const params = matrixTiles.params.parse({ order: 'community', cells: 4 });
        const whole = await matrixTiles.run({ messages: frameOf(list) }, params, {});
        let opened = 0;
        const open = (name: string) => {
          if (name !== 'messages') return [];
          opened++;
          return [frameOf(list.slice(0, cut)), frameOf(list.slice(cut))];
        };
        const chosen = { ...params, job: 0 };
        expect(await matrixTiles.runStreamed?.(open, chosen, {})).toEqual(whole);
        await matrixTiles.runStreamed?.(open, { ...chosen, cells: 8 }, {});
        expect(opened).toBe(1);
      }),
    );
  });

  it('are the same cells in any order once they are single ranks', () => {
    fc.assert(
      fc.property(messageList, (list) => {
        const pairs = sumPairs(splitFrame(frameOf(list)));
        const hosts = Int32Array.from({ length: RANKS }, (_, rank) => rank % 3);
        const { positionOf, rankAt } = orderRanks('host', RANKS, pairs, hosts);
        const axis = { from: 0, to: RANKS, block: 1 };
        const tile = sumPairTiles(pairs, positionOf, axis, axis);
        pairs.src.forEach((src, at) => {
          expect(tile.bytes[positionOf[src] * RANKS + positionOf[pairs.dst[at]]]).toBe(pairs.bytes[at]);
        });
        expect([...rankAt].sort((a, b) => a - b)).toEqual(Array.from({ length: RANKS }, (_, rank) => rank));
        expect(sum(sumPerRank(pairs, RANKS).bytesSent)).toBe(sum(tile.bytes));
      }),
    );
  });

  it('show a window of positions', async () => {
    const list = [
      { src: 0, dst: 5, bytes: 10, time: 0 },
      { src: 4, dst: 5, bytes: 7, time: 0 },
    ];
    const params = matrixTiles.params.parse({ senders: [4, 99], receivers: [4, 6], cells: 1 });
    const { cells, axes } = await matrixTiles.run({ messages: frameOf(list) }, params, {});
    expect([...(cells.columns.bytes as Float64Array)]).toEqual([7]);
    expect([...(axes.columns.to as Int32Array)]).toEqual([6, 6]);
    expect([...(axes.columns.block as Int32Array)]).toEqual([2, 2]);
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
  const vertices = { rows: 2, columns: { id: Int32Array.of(7, 8), name: textColumn(['n07', null]) } };
  const run = (order: string) =>
    matrixTiles.run({ messages, ranks, vertices }, matrixTiles.params.parse({ order, job: 0 }), {});
  const shown = async (order: string) => {
    const { ranks: rows, groups } = await run(order);
    const names = groups.columns.name as { codes: Int32Array; dictionary: string[] };
    return [
      [...(rows.columns.rank as Int32Array)],
      Array.from(names.codes, (code) => names.dictionary[code]),
    ];
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
