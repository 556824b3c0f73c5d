import {
  batchFromRows,
  calls as callsTable,
  collectives,
  type Frame,
  ranks,
  spans,
  type TextColumn,
} from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  activeRanks,
  analyses,
  bipartiteOf,
  callProfile,
  findAnalysis,
  logicalTime,
  messageRibbons,
} from '../src/index.ts';
import { binarySwap } from './reference/binary-swap.ts';
import { messagesFrame } from './reference/pipeline.ts';
import { runAnalysis } from './reference/run-analysis.ts';

const numbers = (frame: Frame) => frame.columns as unknown as Record<string, Float64Array>;
const swap = messagesFrame(binarySwap(8, 1024));

describe('registry', () => {
  it('has every analysis under its own name', () => {
    expect(new Set(analyses.map((analysis) => analysis.name)).size).toBe(analyses.length);
    for (const analysis of analyses) {
      expect(findAnalysis(analysis.name)).toBe(analysis);
      const needs = analysis.needs(analysis.params.parse({}));
      expect(Object.values(needs).some((query) => query !== undefined)).toBe(true);
    }
  });
});

describe('call profile', () => {
  const row = (rank: number, call: string, count: number, bytes: number, time: number) => ({
    job: 0,
    rank,
    call,
    count,
    bytes,
    time,
  });

  it('sums per call and per rank and shows imbalance as most over mean', async () => {
    const calls = batchFromRows(callsTable, [
      row(0, 'MPI_Send', 2, 100, 10),
      row(0, 'MPI_Wait', 1, 0, 5),
      row(1, 'MPI_Wait', 3, 0, 45),
      row(3, 'MPI_Wait', 1, 0, 30),
    ]);
    const result = await runAnalysis(callProfile, { calls }, {});
    const text = result.calls.columns.call as TextColumn;
    expect(text.dictionary).toEqual(['MPI_Wait', 'MPI_Send']);
    expect([...numbers(result.calls).time]).toEqual([80, 10]);
    expect([...numbers(result.calls).max_rank]).toEqual([1, 0]);
    expect([...numbers(result.calls).imbalance]).toEqual([45 / 20, 4]);
    expect([...numbers(result.ranks).time]).toEqual([15, 45, 0, 30]);
    expect(numbers(result.summary).time_imbalance[0]).toBe(2);
  });

  it('of a part of the run counts what reaches into it, and lists the open call or rank', async () => {
    const inputs = {
      spans: batchFromRows(spans, [
        { job: 0, rank: 0, call: 'MPI_Send', enter: 10, exit: 30 },
        { job: 0, rank: 0, call: 'MPI_Send', enter: 40, exit: 44 },
        { job: 0, rank: 1, call: 'MPI_Recv', enter: 0, exit: 25 },
        { job: 0, rank: 1, call: 'MPI_Wait', enter: 90, exit: 99 },
      ]),
      messages: messagesFrame([]),
      collectives: batchFromRows(collectives, []),
      ranks: batchFromRows(ranks, [{ job: 0, rank: 3, host: -1 }]),
    };
    const result = await runAnalysis(callProfile, inputs, { job: 0, time: [20, 50], openRank: 0 });
    expect((result.calls.columns.call as TextColumn).dictionary).toEqual(['MPI_Send', 'MPI_Recv']);
    expect([...numbers(result.calls).time]).toEqual([14, 5]);
    expect([...numbers(result.calls).count]).toEqual([2, 1]);
    expect([...numbers(result.ranks).time]).toEqual([14, 5, 0, 0]);
    expect([result.open.rows, numbers(result.open).time[0]]).toEqual([1, 14]);
  });

  it('of nothing is empty', async () => {
    const result = await runAnalysis(callProfile, {}, {});
    expect([result.calls.rows, result.ranks.rows]).toEqual([0, 0]);
    expect(numbers(result.summary).time_imbalance[0]).toBe(0);
  });
});

describe('messages of a ribbon', () => {
  it('are the largest of the time range between two communities', async () => {
    const choice = { sources: [0, 1], destinations: [2, 3], limit: 1 };
    const { messages, summary } = await runAnalysis(messageRibbons, { messages: swap }, choice);
    expect([...numbers(messages).dst]).toEqual([2]);
    expect([numbers(summary).messages[0], numbers(summary).bytes[0]]).toEqual([2, 512]);
    expect(messageRibbons.needs(messageRibbons.params.parse({ ...choice, job: 0 })).messages?.where).toEqual([
      { op: 'in', column: 'job', values: [0] },
      { op: 'range', column: 'src', from: 0, to: Number.MAX_SAFE_INTEGER },
      { op: 'range', column: 'dst', from: 0, to: Number.MAX_SAFE_INTEGER },
      { op: 'in', column: 'src', values: [0, 1] },
      { op: 'in', column: 'dst', values: [2, 3] },
    ]);
    const late = await runAnalysis(messageRibbons, { messages: swap }, { time: [2000, 3000] });
    expect([...late.messages.columns.id]).toEqual([16, 17, 18, 19, 20, 21, 22, 23]);
  });
});

describe('logical time', () => {
  it('is one step a stage for binary swap', async () => {
    const { steps, lateness, summary } = await runAnalysis(logicalTime, { messages: swap }, {});
    expect([...numbers(steps).messages]).toEqual([8, 8, 8]);
    expect([...numbers(steps).bytes]).toEqual([4096, 2048, 1024]);
    expect(lateness.rows).toBe(24);
    expect(numbers(summary).broken[0]).toBe(0);
  });

  it('of a time reads the messages of it alone, and counts steps from there', async () => {
    const choice = { job: 0, time: [1000, 3000] as [number, number], calls: [] };
    expect(logicalTime.needs(choice).messages.middle).toMatchObject({ from: 1000, to: 3000 });
    expect(logicalTime.needs({ ...choice, job: null }).messages.middle).toBeUndefined();
    const own = await runAnalysis(logicalTime, { messages: swap }, choice);
    const lowest = await runAnalysis(logicalTime, { messages: swap }, { ...choice, job: null });
    expect([...numbers(own.steps).messages]).toEqual([8, 8]);
    expect(numbers(own.lateness)).toEqual(numbers(lowest.lateness));
  });
});

describe('bipartite graph of a phase', () => {
  it('has one edge per message, from senders to receivers, none inside a column', () => {
    const ends = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 30 });
    fc.assert(
      fc.property(ends, (edges) => {
        const src = Int32Array.from(edges, (e) => e[0]);
        const dst = Int32Array.from(edges, (e) => e[1]);
        const { from, to, vertices } = bipartiteOf({ src, dst }, 8);
        expect([from.length, to.length, vertices]).toEqual([edges.length, edges.length, 16]);
        expect(from.every((v) => v < 8) && to.every((v) => v >= 8)).toBe(true);
        expect([...activeRanks(src, 8)]).toEqual([...new Set(src)].sort((a, b) => a - b));
      }),
    );
  });
});
