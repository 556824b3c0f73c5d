import { batchFromRows, calls, rankCounters, regions, rowsFromBatch, spans, streams } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeline, timelineCall } from '../src/index.ts';
import { findRegion } from '../src/regions/find-region.ts';
import { mergeSpans } from '../src/regions/merge-spans.ts';
import { regionNames } from '../src/regions/region-names.ts';
import { thinReadings } from '../src/regions/thin-readings.ts';
import { timelineStack } from '../src/regions/timeline-stack.ts';
import { runAnalysis, type SmallTables } from './reference/run-analysis.ts';

const span = (
  rank: number,
  stream: number,
  depth: number,
  kind: string,
  call: string,
  enter: number,
  exit: number,
) => ({
  job: 0,
  rank,
  stream,
  depth,
  kind,
  call,
  enter,
  exit,
});

const tables: SmallTables = {
  spans: batchFromRows(spans, [
    span(0, 0, 2, 'mpi', 'MPI_Allreduce', 20, 30),
    span(0, 0, 1, 'user', 'solve', 10, 40),
    span(0, 0, 1, 'user', 'solve', 50, 60),
    span(0, 0, 0, 'user', 'main', 0, 100),
    span(0, 1, 0, 'cuda', 'kernel', 12, 18),
    span(1, 0, 0, 'user', 'main', 0, 90),
    span(1, 0, 1, 'user', 'Solve again', 50, 70),
  ]),
  streams: batchFromRows(streams, [
    { job: 0, rank: 0, stream: 0, name: 'Master thread', kind: 'thread' },
    { job: 0, rank: 0, stream: 1, name: 'CUDA[0:7]', kind: 'accelerator' },
  ]),
  calls: batchFromRows(calls, [{ job: 0, rank: 0, call: 'MPI_Allreduce', count: 1, bytes: 8, time: 10 }]),
  regions: batchFromRows(regions, [
    { job: 0, rank: 0, region: 'main', kind: 'user', count: 1, time: 100 },
    { job: 0, rank: 1, region: 'main', kind: 'user', count: 1, time: 90 },
    { job: 0, rank: 0, region: 'solve', kind: 'user', count: 2, time: 40 },
  ]),
  rank_counters: batchFromRows(rankCounters, [
    { job: 0, rank: 0, stream: 0, metric: 'cycles', time: 10, value: 5 },
    { job: 0, rank: 0, stream: 0, metric: 'cycles', time: 40, value: 9 },
    { job: 0, rank: 0, stream: 0, metric: 'misses', time: 40, value: 1 },
  ]),
};

describe('stacks of the timeline', () => {
  it('have the spans of the ranks by thread and depth, and a counter', async () => {
    const {
      spans: found,
      lanes,
      readings,
    } = await runAnalysis(timelineStack, tables, {
      ranks: [0],
      time: [0, 100],
      columns: 100,
      metric: 'cycles',
    });
    const rows = rowsFromBatch(timelineStack.result.spans, found);
    expect(rows.map(({ stream, depth, call, enter, exit }) => [stream, depth, call, enter, exit])).toEqual([
      [0, 0, 'main', 0, 100],
      [1, 0, 'kernel', 12, 18],
      [0, 1, 'solve', 10, 40],
      [0, 1, 'solve', 50, 60],
      [0, 2, 'MPI_Allreduce', 20, 30],
    ]);
    expect(rowsFromBatch(timelineStack.result.lanes, lanes)).toEqual([
      { rank: 0, stream: 0, name: 'Master thread', kind: 'thread', depths: 3 },
      { rank: 0, stream: 1, name: 'CUDA[0:7]', kind: 'accelerator', depths: 1 },
    ]);
    expect([[...readings.columns.time], [...readings.columns.value]]).toEqual([
      [10, 40],
      [5, 9],
    ]);
  });

  it('leave out the deepest levels whole where there are too many spans, and say so', async () => {
    const cutAt = async (maxSpans: number) => {
      const { spans: found, summary } = await runAnalysis(timelineStack, tables, {
        ranks: [0],
        time: [0, 100],
        maxSpans,
      });
      return [summary.columns.cut[0], ...found.columns.depth];
    };
    expect(await cutAt(3)).toEqual([1, 0, 0]);
    expect(await cutAt(4)).toEqual([1, 0, 0, 1, 1]);
    expect(await cutAt(5)).toEqual([0, 0, 0, 1, 1, 2]);
  });

  it('merge neighbours too short to see, so that none is lost and the number is kept', () => {
    const steps = fc.array(fc.record({ gap: fc.nat(6), length: fc.nat(9), call: fc.nat(2) }), {
      maxLength: 40,
    });
    fc.assert(
      fc.property(steps, fc.constantFrom(1, 4, 7, 100), (list, bin) => {
        let time = 0;
        const rows = list.map(({ gap, length, call }) => {
          const enter = time + gap;
          time = enter + length;
          return span(0, 0, 0, 'user', `f${call}`, enter, time);
        });
        const merged = rowsFromBatch(
          timelineStack.result.spans,
          mergeSpans(batchFromRows(spans, rows), 0, bin),
        );
        expect(merged.reduce((sum, { count }) => sum + count, 0)).toBe(rows.length);
        let at = 0;
        for (const { enter, exit, count, call } of merged) {
          const part = rows.slice(at, at + count);
          at += count;
          expect([enter, exit]).toEqual([part[0].enter, part.at(-1)?.exit]);
          const timeOf = (name: string | null) =>
            part.reduce((sum, own) => sum + (own.call === name ? own.exit - own.enter : 0), 0);
          expect(timeOf(call)).toBe(Math.max(...part.map((own) => timeOf(own.call))));
          if (count > 1) expect(part.every((own) => own.exit - own.enter < bin)).toBe(true);
        }
      }),
    );
  });

  it('keep the first, lowest, highest and last reading of what falls together, and one beyond either edge', () => {
    const value = [5, 1, 9, 3, 4, 8, 2];
    const time = [0, 10, 11, 12, 13, 30, 50];
    const columns = {
      rank: new Int32Array(7),
      stream: new Int32Array(7),
      time: Float64Array.from(time),
      value: Float64Array.from(value),
    };
    const thin = thinReadings({ rows: 7, columns }, [12, 31], 10);
    expect([...thin.columns.value]).toEqual([1, 9, 4, 8, 2]);
    expect(thinReadings(undefined, [0, 1], 1).rows).toBe(0);
  });
});

describe('the search for regions', () => {
  it('goes on by time, then rank, and back', async () => {
    const found: (string | number | null)[][] = [];
    let place = { time: -1, rank: -1, stream: -1, depth: -1 };
    for (const step of [1, 1, 1, 1, -1, -1] as const) {
      const { match } = await runAnalysis(findRegion, tables, { pattern: 'SOLVE', step, ...place });
      const [row] = rowsFromBatch(findRegion.result.match, match);
      found.push(row ? [row.enter, row.rank, row.call] : []);
      if (row) place = { time: row.enter, rank: row.rank, stream: row.stream, depth: row.depth };
    }
    expect(found).toEqual([
      [10, 0, 'solve'],
      [50, 0, 'solve'],
      [50, 1, 'Solve again'],
      [],
      [50, 0, 'solve'],
      [10, 0, 'solve'],
    ]);
  });

  it('knows all names with their totals', async () => {
    const { names } = await runAnalysis(regionNames, tables, {});
    expect(rowsFromBatch(regionNames.result.names, names)).toEqual([
      { name: 'main', kind: 'user', count: 2, time: 190 },
      { name: 'solve', kind: 'user', count: 2, time: 40 },
      { name: 'MPI_Allreduce', kind: 'mpi', count: 1, time: 10 },
    ]);
  });
});

describe('regions beside calls of MPI', () => {
  it('add nothing to the time inside calls', async () => {
    const { calls: totals } = await runAnalysis(timeline, tables, { time: [0, 100] });
    const shown = rowsFromBatch(timeline.result.calls, totals).filter(({ count }) => count > 0);
    expect(shown).toEqual([{ call: 'MPI_Allreduce', time: 10, count: 1 }]);
  });

  it('are the stack around a call', async () => {
    const { stack } = await runAnalysis(timelineCall, tables, { rank: 0, time: 25 });
    expect(rowsFromBatch(timelineCall.result.stack, stack).map(({ call }) => call)).toEqual([
      'main',
      'solve',
      'MPI_Allreduce',
    ]);
  });

  it.each([
    [0, 15, [10, 40]],
    [1, 15, [50, 60]],
    [-1, 50, [10, 40]],
    [1, 50, []],
  ] as const)('are found in their lane, step %i from %i', async (step, time, expected) => {
    const { span: found, stack } = await runAnalysis(timelineCall, tables, {
      rank: 0,
      time,
      step,
      lane: { stream: 0, depth: 1 },
    });
    const [row] = rowsFromBatch(timelineCall.result.span, found);
    expect(row ? [row.enter, row.exit] : []).toEqual(expected);
    expect(stack.rows).toBe(row ? 2 : 0);
  });
});
