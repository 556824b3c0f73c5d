import { batchFromRows, spans as spansTable, type TextColumn } from '@weft/model';
import { SpanSums } from '@weft/parts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { framesOfTiles, tilesOfFrames } from '../src/timeline/pack-tiles.ts';
import { shownCalls } from '../src/timeline/shown-calls.ts';
import { sumTiles } from '../src/timeline/sum-tiles.ts';
import { timeline } from '../src/timeline/timeline.ts';
import { runAnalysis } from './reference/run-analysis.ts';

const names = ['MPI_Recv', 'MPI_Send', 'MPI_Wait'];
const span = fc.record({
  rank: fc.nat(40),
  call: fc.constantFrom(...names),
  enter: fc.nat(200_000),
  length: fc.nat(60_000),
});
const limits = fc.record({
  bins: fc.constantFrom(4, 16, 64),
  rows: fc.constantFrom(8, 50, 1000),
  blocks: fc.constantFrom(2, 8, 64),
});

type Span = { rank: number; call: string; enter: number; length: number };

function batchOf(list: readonly Span[]) {
  const rows = list.map(({ length, ...at }) => ({ ...at, job: 0, exit: at.enter + length }));
  return batchFromRows(spansTable, rows);
}

function columnsOf(list: readonly Span[]) {
  const { rows, columns } = batchOf(list);
  const call = Int32Array.from(list, (one) => names.indexOf(one.call));
  return { rows, rank: columns.rank, call, enter: columns.enter, exit: columns.exit, names };
}

/** Names have the numbers of their order, as the store reads them. */
function inOrder<F extends { columns: { call: TextColumn } }>(frame: F): F {
  const { codes, dictionary } = frame.columns.call;
  const call = { codes: codes.map((code) => names.indexOf(dictionary[code])), dictionary: names };
  return { ...frame, columns: { ...frame.columns, call } };
}

interface Totals {
  readonly call: { readonly dictionary: readonly string[] };
  readonly time: Float64Array;
  readonly count: Float64Array;
}

function totalsOf({ call, time, count }: Totals) {
  return call.dictionary.map((name, at) => [name, time[at], count[at]]);
}

describe('sums for first overviews', () => {
  it('give the cells that the calls give at that resolution', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(span, { minLength: 1, maxLength: 60 }),
        limits,
        fc.constantFrom<string[]>([], ['MPI_Send'], ['MPI_Recv', 'MPI_Wait']),
        async (list, most, calls) => {
          const sums = new SpanSums(most);
          for (let at = 0; at < list.length; at += 7) sums.add(batchOf(list.slice(at, at + 7)));
          const found = await runAnalysis(
            timeline,
            { span_sums: inOrder(sums.batch()) },
            {
              job: 0,
              reading: 'overview',
              time: [0, 260_001],
              calls,
              columns: 64,
              rows: 16,
              messages: false,
            },
          );
          const grid = tilesOfFrames(found);
          const exact = sumTiles(columnsOf(list), grid, undefined, shownCalls(names, calls));
          expect(found).toMatchObject(framesOfTiles(exact, grid));
          expect(totalsOf(found.calls.columns)).toEqual(totalsOf({ ...exact, call: { dictionary: names } }));
        },
      ),
    );
  });

  it('stay few, however many ranks and calls there are', () => {
    const sums = new SpanSums({ bins: 64, rows: 2000, blocks: 16 });
    for (let rank = 0; rank < 500; rank++) {
      const own = Array.from({ length: 100 }, (_, at) => ({
        rank,
        call: names[at % 3],
        enter: at * 5000,
        length: 4000,
      }));
      sums.add(batchOf(own));
    }
    const { rows, columns } = sums.batch();
    expect(rows).toBeLessThanOrEqual(2000);
    const total = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0);
    expect([total(columns.count), total(columns.time)]).toEqual([50_000, 200_000_000]);
  });

  it('answer for the whole run in place of the spans', async () => {
    const list = [0, 1, 2, 3].map((rank) => ({
      rank,
      call: names[rank % 2],
      enter: 1000 * rank,
      length: 5000,
    }));
    const sums = new SpanSums();
    sums.add(batchOf(list));
    const params = {
      job: 0,
      reading: 'overview' as const,
      time: [0, 8192] as [number, number],
      columns: 8,
      rows: 4,
      messages: false,
    };
    const answer = await runAnalysis(timeline, { span_sums: sums.batch() }, params);
    expect([...answer.calls.columns.time]).toEqual([10_000, 10_000]);
    expect([answer.counts.columns.spans[0], answer.counts.columns.spans_listed[0]]).toEqual([4, 0]);
    expect([answer.grid.columns.bin[0], answer.grid.columns.columns[0]]).toEqual([1024, 8]);
  });
});
