import { batchFromRows, collectives, createRandom, textColumn } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { commgramModel, modelOfFrames } from '../src/commgram/commgram-model-analysis.ts';
import { type Commgram, createCommgramSession } from '../src/commgram/commgram-session.ts';
import { suggestCommunities } from '../src/commgram/suggest-communities.ts';
import { clusterCommunities } from '../src/community-clustering/cluster-communities.ts';
import { buildGraph } from '../src/community-clustering/weighted-graph.ts';
import { messageCalls } from '../src/message-calls/message-calls.ts';
import { messagesFrame, type PipelineMessage, pipeline } from './reference/pipeline.ts';
import { runAnalysis } from './reference/run-analysis.ts';

async function pipelineSession(change = (message: PipelineMessage) => message) {
  const messages = messagesFrame(pipeline([4, 3, 4], 3, 500_000).map(change));
  const frames = await runAnalysis(commgramModel, { messages }, { atoms: 48 });
  return createCommgramSession(modelOfFrames(frames));
}

const plain = ({ phases, heights, differences, patterns, exact }: Commgram) => ({
  labels: phases.map((phase) => [...phase.labels]),
  bytes: phases.map((phase) => phase.bytes),
  heights: [...heights],
  differences: [...differences],
  names: patterns.names,
  exact,
});

describe('a session of a CommGram', () => {
  const options = { phases: 27, communities: 6 };

  it('sketches with the right traffic in borrowed communities, then answers as if it never had', async () => {
    const session = await pipelineSession();
    session.cut(options);
    const sketch = session.sketch({ ...options, phases: 30 });
    expect(sketch.exact).toBe(false);
    expect(sketch.patterns.sections).toEqual([]);
    const exact = (await pipelineSession()).cut({ ...options, phases: 30 });
    expect(sketch.phases.map(({ bytes }) => bytes)).toEqual(exact.phases.map(({ bytes }) => bytes));
    expect(sketch.phases.every(({ labels }) => new Set(labels).size === 6)).toBe(true);
    expect(plain(session.cut({ ...options, phases: 30 }))).toEqual(plain(exact));
  });

  it('sketches before anything is known with the communities of one phase, and goes on to the answer step by step', async () => {
    const session = await pipelineSession();
    const sketch = session.sketch(options);
    const exact = (await pipelineSession()).cut(options);
    expect(sketch.exact).toBe(false);
    expect(sketch.phases.map(({ bytes }) => bytes)).toEqual(exact.phases.map(({ bytes }) => bytes));
    expect([...sketch.phases[0].labels]).toEqual([...exact.phases[0].labels]);
    let steps = 0;
    for (let allowed = 1; !session.prepare(options, () => allowed-- > 0); allowed = 1) steps++;
    expect(steps).toBeGreaterThan(options.phases / 2);
    expect(plain(session.sketch(options))).toEqual(plain(exact));
  });

  it('begins a sketch step by step', async () => {
    const session = await pipelineSession();
    let steps = 0;
    for (let allowed = 1; !session.begin(options, () => allowed-- > 0); allowed = 1) steps++;
    expect(steps).toBeGreaterThanOrEqual(options.phases);
    expect(plain(session.sketch(options))).toEqual(plain((await pipelineSession()).sketch(options)));
  });

  it('follows Clauset, Newman and Moore alone where asked to', async () => {
    const torus = Array.from({ length: 50 }, (_, at) => {
      const [rank, x, y] = [at >> 1, (at >> 1) % 5, Math.floor((at >> 1) / 5)];
      const dst = at % 2 ? ((x + 1) % 5) + 5 * y : x + 5 * ((y + 1) % 5);
      return { src: rank, dst, bytes: 1, time: 0 };
    });
    const frames = await runAnalysis(commgramModel, { messages: messagesFrame(torus) }, {});
    const model = modelOfFrames(frames);
    const [phase] = createCommgramSession(model, 'bytes', 'plain').cut({ phases: 1 }).phases;
    const { src, dst, weight, loads } = phase.picture.profile;
    const graph = buildGraph(loads.length, src, dst, weight);
    expect(phase.picture.tree).toEqual(clusterCommunities(graph));
    const [refined] = createCommgramSession(model).cut({ phases: 1 }).phases;
    expect(refined.picture.tree).not.toEqual(clusterCommunities(graph));
  });

  it('has communities of about four ranks, unless told', () => {
    expect([1, 2, 4, 8, 16, 64, 4320].map(suggestCommunities)).toEqual([1, 1, 2, 2, 4, 16, 18]);
  });

  it('gets ready in steps as small as asked', async () => {
    const session = await pipelineSession();
    session.cut(options);
    let steps = 0;
    const once = () => {
      let first = true;
      return () => {
        const go = first;
        first = false;
        return go;
      };
    };
    while (!session.prepare({ ...options, phases: 30 }, once())) expect(++steps).toBeLessThan(100);
    expect(steps).toBeGreaterThan(0);
    expect(session.sketch({ ...options, phases: 30 }).exact).toBe(true);
  });

  it('keeps the communities of a phase while its traffic changes little, so the curve is level (CG-39)', async () => {
    const random = createRandom('bytes');
    const nearly = (message: PipelineMessage) => ({ ...message, bytes: message.bytes + random.below(9) });
    const { phases, heights, differences } = (await pipelineSession(nearly)).cut(options);
    const swap = (p: number) => p % 9 === 8;
    expect(new Set(phases.map(({ picture }) => picture.tree)).size).toBe(2);
    expect(new Set(phases.map(({ picture }) => picture.traffic)).size).toBe(27);
    const jump = differences[8];
    expect(jump).toBeGreaterThan(0);
    expect([...heights]).toEqual(Array.from({ length: 27 }, (_, p) => (swap(p) ? jump : 0)));
  });

  it('gives a phase communities of its own when its traffic changes much', async () => {
    const other = (message: PipelineMessage) =>
      message.time < 4e8 || message.src % 4 !== 0 ? message : { ...message, bytes: message.bytes * 2 };
    const { phases } = (await pipelineSession(other)).cut(options);
    const trees = phases.map(({ picture }) => picture.tree);
    expect(trees[3]).toBe(trees[0]);
    expect(trees[4]).not.toBe(trees[0]);
    expect(trees[9]).toBe(trees[4]);
  });

  it('draws the curve from the distances of patterns, too: level while the traffic is the same', async () => {
    const { heights } = (await pipelineSession()).cut({ ...options, heights: 'patterns' });
    const levels = [...heights].map((height) => (Math.abs(height) < 0.05 ? 0 : 1));
    expect(levels).toEqual(Array.from({ length: 27 }, (_, p) => (p % 9 === 8 ? 1 : 0)));
  });
});

describe('calls that communicate', () => {
  it('counts them, most frequent first, collective ones apart', async () => {
    const sent = messagesFrame([1, 2, 3, 4].map((bytes) => ({ src: 0, dst: 1, bytes, time: 0 })));
    const call = textColumn(['MPI_Send', 'MPI_Isend', 'MPI_Isend', null]);
    const bcast = {
      job: 0,
      comm: 0,
      seq: 0,
      call: 'MPI_Bcast',
      root: 0,
      rank: 0,
      bytes: 8,
      enter: 0,
      exit: 1,
    };
    const tables = {
      messages: { rows: sent.rows, columns: { ...sent.columns, call } },
      collectives: batchFromRows(collectives, [bcast]),
    };
    const { calls } = await runAnalysis(messageCalls, tables, { collectives: true });
    const names = calls.columns.call;
    expect([...names.codes].map((code) => names.dictionary[code])).toEqual([
      'MPI_Isend',
      'MPI_Send',
      'MPI_Bcast',
    ]);
    expect([...calls.columns.count]).toEqual([2, 1, 1]);
    expect([...calls.columns.bytes]).toEqual([5, 1, 8]);
    expect([...calls.columns.collective]).toEqual([0, 0, 1]);
  });
});
