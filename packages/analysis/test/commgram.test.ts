import { batchFromRows, type Frame, ranks as rankTable, sliceColumn } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { openQueries, type ParamsOf } from '../src/analysis.ts';
import { commgram } from '../src/commgram/commgram.ts';
import { commgramModel, modelOfFrames } from '../src/commgram/commgram-model-analysis.ts';
import { commgramParams } from '../src/commgram/commgram-params.ts';
import { createCommgramSession } from '../src/commgram/commgram-session.ts';
import { modularity } from '../src/community-clustering/modularity.ts';
import { buildGraph } from '../src/community-clustering/weighted-graph.ts';
import { binarySwap } from './reference/binary-swap.ts';
import { messagesFrame, pipeline } from './reference/pipeline.ts';
import { inputsOf, runAnalysis, type SmallTables } from './reference/run-analysis.ts';

type Numbers = Record<string, Float64Array>;

function run(
  messages: SmallTables['messages'],
  params: ParamsOf<typeof commgram> = {},
  extra: SmallTables = {},
) {
  return runAnalysis(commgram, { messages, ...extra }, params);
}

const numbers = (frame: Frame) => frame.columns as unknown as Numbers;

function expectFinite(result: Readonly<Record<string, Frame>>): void {
  for (const frame of Object.values(result)) {
    for (const column of Object.values(frame.columns)) {
      if (column instanceof Float64Array) expect(column.every(Number.isFinite)).toBe(true);
    }
  }
}

describe('commgram of the pipeline', () => {
  const grid = [4, 3, 4] as const;
  const ranks = 48;
  const trace = messagesFrame(pipeline(grid, 3, 500_000));

  it('finds 27 phases of period 9, three long and three short flat sections (CG-39)', async () => {
    const result = await run(trace, { phases: 27, communities: 6 });
    const { phases, sections, summary } = result;
    expect(phases.rows).toBe(27);
    expect(numbers(summary).period[0]).toBe(9);
    expect([...numbers(sections).phases]).toEqual([8, 1, 8, 1, 8, 1]);
    const heights = [...numbers(phases).height];
    const levels = heights.map((height) => (height === heights[0] ? 0 : 1));
    expect(levels).toEqual(heights.map((_, phase) => (phase % 9 === 8 ? 1 : 0)));
    expect(new Set(heights).size).toBe(2);
    const pattern = phases.columns.pattern as { codes: Int32Array; dictionary: string[] };
    expect([...pattern.codes].map((code) => pattern.dictionary[code])).toEqual(
      heights.map((_, phase) => (phase % 9 === 8 ? 'k2' : 'k1')),
    );
    expectFinite(result);
  });

  it('unfolds t8 into floor(log2 N) sub-phases whose messages about halve (CG-41)', async () => {
    const stages = Math.floor(Math.log2(ranks));
    const { phases } = await run(trace, {
      phases: stages,
      communities: 6,
      within: [{ phases: 27, phase: 8 }],
    });
    expect(phases.rows).toBe(5);
    const { bytes, messages, from } = numbers(phases);
    for (let p = 1; p < stages; p++) {
      const ratio = bytes[p] / messages[p] / (bytes[p - 1] / messages[p - 1]);
      expect(ratio).toBeGreaterThan(0.3);
      expect(ratio).toBeLessThan(0.6);
      expect(from[p] - from[p - 1]).toBeGreaterThan(4e5);
    }
  });

  it('reports modularity as defined', async () => {
    const { phases, members } = await run(trace, { phases: 9, communities: 6 });
    const all = numbers(members);
    const { send_start: sent, src, dst, bytes } = trace.columns;
    for (let p = 0; p < 2; p++) {
      const labels = Int32Array.from(all.community.filter((_, row) => all.phase[row] === p));
      const { from } = numbers(phases);
      const inside = [...sent.keys()].filter(
        (row) => sent[row] + 1 >= from[p] && sent[row] + 1 < from[p + 1],
      );
      const pick = <T>(column: ArrayLike<T>) => inside.map((row) => column[row]);
      const graph = buildGraph(
        ranks,
        Int32Array.from(pick(src)),
        Int32Array.from(pick(dst)),
        Float64Array.from(pick(bytes)),
      );
      expect(numbers(phases).modularity[p]).toBeCloseTo(modularity(graph, labels), 9);
    }
  });

  it('conserves messages and bytes in every frame', async () => {
    const { phases, communities, ribbons, members } = await run(trace, { phases: 27, communities: 6 });
    const total = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0);
    const bytes = total(trace.columns.bytes);
    expect(total(numbers(phases).messages)).toBe(trace.rows);
    expect(total(numbers(phases).bytes)).toBe(bytes);
    expect(total(numbers(ribbons).bytes)).toBe(bytes);
    expect(total(numbers(communities).bytes_out) + total(numbers(communities).bytes_within)).toBe(bytes);
    expect(total(numbers(communities).bytes_in)).toBe(total(numbers(communities).bytes_out));
    expect(total(numbers(communities).members)).toBe(27 * ranks);
    expect(members.rows).toBe(27 * ranks);
  });

  it('places the members of a community next to each other (CG-25)', async () => {
    const { communities, members } = await run(trace, { phases: 27, communities: 6 });
    const { community, position, phase } = numbers(members);
    for (let row = 0; row < communities.rows; row++) {
      const of = (name: string) => numbers(communities)[name][row];
      const places = [...position].filter(
        (_, at) => phase[at] === of('phase') && community[at] === of('community'),
      );
      expect(Math.min(...places)).toBe(of('position'));
      expect(Math.max(...places)).toBe(of('position') + of('members') - 1);
    }
  });

  it('says the same whether cut by the analysis or in the page, in whatever order', async () => {
    const frames = await runAnalysis(commgramModel, { messages: trace }, { atoms: 40 });
    const session = createCommgramSession(modelOfFrames(frames));
    for (const count of [30, 27, 5, 1, 27]) {
      const here = session.cut({ phases: count, communities: 6 });
      const { phases } = await run(trace, { phases: count, communities: 6 });
      expect([...here.heights]).toEqual([...numbers(phases).height]);
      expect(here.phases.map((phase) => phase.bytes)).toEqual([...numbers(phases).bytes]);
      expect(here.phases.map((phase) => phase.start)).toEqual([...numbers(phases).start]);
    }
  });

  it('is the same from batches, of which one job is taken', async () => {
    const params = commgramParams.parse({ phases: 27, communities: 6 });
    const whole = await run(trace, { phases: 27, communities: 6 });
    const other = { ...trace.columns, job: new Int32Array(trace.rows).fill(3) };
    const open = openQueries(commgram.needs(params), async function* ({ table }): AsyncGenerator<Frame> {
      if (table !== 'messages') return;
      yield { rows: trace.rows, columns: other };
      for (let from = 0; from < trace.rows; from += 10_000) {
        const to = Math.min(trace.rows, from + 10_000);
        const columns = Object.entries(trace.columns).map(([key, column]) => [
          key,
          sliceColumn(column, from, to),
        ]);
        yield { rows: to - from, columns: Object.fromEntries(columns) };
      }
    });
    expect(await commgram.runStreamed?.(open, params, {})).toEqual(whole);
  });

  it('stops when asked to', async () => {
    const signal = AbortSignal.abort();
    const params = commgramParams.parse({});
    const inputs = inputsOf(commgram.needs(params), { messages: trace });
    await expect(commgram.run(inputs, params, { signal })).rejects.toThrow();
  });

  it('is the same byte for byte when run again', async () => {
    const texts = [];
    for (let i = 0; i < 2; i++) texts.push(JSON.stringify(await run(trace, { phases: 27 })));
    expect(texts[0]).toBe(texts[1]);
  });
});

describe('commgram of small and odd traces', () => {
  const message = { src: 0, dst: 1, bytes: 8, time: 5 };

  it('has nothing to say about nothing', async () => {
    const result = await run(messagesFrame([]));
    expect(result.phases.rows).toBe(0);
    expect(result.members.rows).toBe(0);
    expectFinite(result);
  });

  it('knows ranks of which no message is known', async () => {
    const ranks = batchFromRows(
      rankTable,
      [0, 1, 2].map((rank) => ({ job: 0, rank, host: 0 })),
    );
    const result = await run(messagesFrame([message]), { communities: 2 }, { ranks });
    expect(result.phases.rows).toBe(1);
    expect([...numbers(result.members).rank]).toEqual([0, 1, 2]);
    expect(result.communities.rows).toBe(2);
    expectFinite(result);
  });

  it('takes one rank that talks to itself, and messages of no bytes', async () => {
    const alone = await run(messagesFrame([{ ...message, dst: 0, bytes: 0 }]));
    expect([alone.phases.rows, alone.ribbons.rows, alone.members.rows]).toEqual([1, 1, 1]);
    expectFinite(alone);
    const empty = messagesFrame(binarySwap(8, 0));
    const result = await run(empty, { phases: 3, communities: 4 });
    expect([...numbers(result.phases).difference]).toEqual([0, 8, 8]);
  });

  it('parts simultaneous messages in the order of the trace', async () => {
    const same = [0, 1, 2, 3].map((src) => ({ src, dst: (src + 1) % 4, bytes: 2 ** src, time: 7 }));
    const result = await run(messagesFrame(same), { phases: 3 });
    expect([...numbers(result.phases).bytes]).toEqual([3, 4, 8]);
    expectFinite(result);
  });

  it('shows binary swap on 4 as two stages of halving bytes (CG-11)', async () => {
    const result = await run(messagesFrame(binarySwap(4, 1024)), { phases: 2, communities: 2 });
    const { src_community, dst_community, bytes, messages } = numbers(result.ribbons);
    expect([...src_community]).toEqual([0, 1, 0, 1]);
    expect([...dst_community]).toEqual([0, 1, 0, 1]);
    expect([...bytes]).toEqual([1024, 1024, 512, 512]);
    expect([...messages]).toEqual([2, 2, 2, 2]);
    expect([...numbers(result.members).community]).toEqual([0, 0, 1, 1, 0, 1, 0, 1]);
  });

  it('keeps to one job, one time range and the calls asked for', async () => {
    const frame = messagesFrame(binarySwap(8, 1024));
    const jobs = { ...frame, columns: { ...frame.columns, job: frame.columns.src.map((src) => src % 2) } };
    expect(numbers((await run(jobs)).summary).messages[0]).toBe(12);
    const { phases } = await run(frame, { time: [1000, 2000] });
    expect([...numbers(phases).messages].reduce((a, b) => a + b)).toBe(8);
    expect(commgram.needs(commgramParams.parse({ calls: ['MPI_Send'], job: 3 })).messages?.where).toEqual([
      { op: 'in', column: 'job', values: [3] },
      { op: 'in', column: 'call', values: ['MPI_Send'] },
      { op: 'range', column: 'src', from: 0, to: Number.MAX_SAFE_INTEGER },
      { op: 'range', column: 'dst', from: 0, to: Number.MAX_SAFE_INTEGER },
    ]);
  });
});
