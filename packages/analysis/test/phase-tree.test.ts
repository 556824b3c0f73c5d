import { createRandom, textColumn } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { collectiveBatch } from '../src/commgram/collective-edges.ts';
import { buildCommgramModel } from '../src/commgram/commgram-model.ts';
import { messageBatch, splitFrame } from '../src/queries/message-batches.ts';
import { messagesFrame, pipeline } from './reference/pipeline.ts';

/** The other times of messages of which only the start is known. */
function untimed(rows: number) {
  const none = new Float64Array(rows).fill(-1);
  return { send_end: none, recv_start: none, recv_end: none };
}

describe('model of many messages', () => {
  const frame = messagesFrame(pipeline([3, 3, 3], 2, 400_000));
  const options = { rule: 'unweighted', atoms: 18 } as const;

  it('is found by bins as it is found exactly when phases are wider than a bin', async () => {
    const source = () => splitFrame(frame);
    const exact = await buildCommgramModel(source, options);
    const binned = await buildCommgramModel(source, { ...options, exactLimit: 1000, bins: 4096 });
    expect([exact.exact, binned.exact]).toEqual([true, false]);
    expect(binned.edges).toEqual(exact.edges);
  });

  it('does not depend on how the messages are cut into batches', async () => {
    const whole = await buildCommgramModel(() => [messageBatch(frame)], options);
    const parts = await buildCommgramModel(async function* () {
      for (let from = 0; from < frame.rows; from += 777) {
        yield messageBatch(frame, from, Math.min(frame.rows, from + 777));
      }
    }, options);
    expect(parts).toEqual(whole);
  });

  it('counts messages without times and leaves them out', async () => {
    const times = new Float64Array(4).fill(-1);
    times[2] = 50;
    const columns = {
      src: Int32Array.of(0, 1, 2, 3),
      dst: Int32Array.of(1, 2, 3, 0),
      bytes: new Float64Array(4).fill(1),
      count: Float64Array.of(2, 3, 1, 4),
      send_start: times,
      ...untimed(4),
    };
    const model = await buildCommgramModel(() => [messageBatch({ rows: 4, columns })], options);
    expect([model.messages, model.untimed, model.ranks]).toEqual([1, 9, 4]);
    expect([...model.edges.src]).toEqual([2]);
    expect([model.edges.start[0], model.edges.end[0]]).toEqual([50, 50]);
  });

  it('sums traffic per phase and pair as a plain map does', async () => {
    const random = createRandom('sums');
    const rows = 20_000;
    const columns = {
      src: Int32Array.from({ length: rows }, () => random.below(300)),
      dst: Int32Array.from({ length: rows }, () => random.below(300)),
      bytes: Float64Array.from({ length: rows }, () => random.below(1e6)),
      count: Float64Array.from({ length: rows }, () => 1 + random.below(3)),
      send_start: Float64Array.from({ length: rows }, () => random.below(1e4)),
      ...untimed(rows),
    };
    const model = await buildCommgramModel(() => splitFrame({ rows, columns }), { ...options, atoms: 3 });
    const bounds = [...model.from, Number.POSITIVE_INFINITY];
    const sums = new Map<string, number>();
    const counts = new Map<string, number>();
    for (let row = 0; row < rows; row++) {
      const phase = bounds.findIndex((bound) => columns.send_start[row] < bound) - 1;
      const key = `${phase} ${columns.src[row]} ${columns.dst[row]}`;
      sums.set(key, (sums.get(key) ?? 0) + columns.bytes[row]);
      counts.set(key, (counts.get(key) ?? 0) + columns.count[row]);
    }
    const { edges } = model;
    expect(edges.src).toHaveLength(sums.size);
    for (let phase = 0; phase < 3; phase++) {
      for (let e = edges.offsets[phase]; e < edges.offsets[phase + 1]; e++) {
        const key = `${phase} ${edges.src[e]} ${edges.dst[e]}`;
        expect([edges.bytes[e], edges.messages[e]]).toEqual([sums.get(key), counts.get(key)]);
      }
    }
  });
});

describe('collectives as messages', () => {
  function edgesOf(call: string, root: number, ranks = 4): string[] {
    const list = [...Array(ranks).keys()];
    const batch = collectiveBatch({
      rows: ranks,
      columns: {
        comm: new Int32Array(ranks),
        seq: new Int32Array(ranks),
        call: textColumn(list.map(() => call)),
        root: new Int32Array(ranks).fill(root),
        rank: Int32Array.from(list),
        bytes: new Float64Array(ranks).fill(30),
        enter: Float64Array.from(list),
        exit: Float64Array.from(list, (rank) => rank + 100),
      },
    });
    return [...batch.src].map((src, at) => `${src}-${batch.dst[at]}:${batch.bytes[at]}`);
  }

  it('go between the root and the others', () => {
    expect(edgesOf('MPI_Bcast', 1)).toEqual(['1-0:30', '1-2:30', '1-3:30']);
    expect(edgesOf('MPI_Reduce', 1)).toEqual(['0-1:30', '2-1:30', '3-1:30']);
    expect(edgesOf('MPI_Gatherv', 0, 2)).toEqual(['1-0:30']);
    expect(edgesOf('MPI_Scatter', 0, 2)).toEqual(['0-1:30']);
  });

  it('go to the lowest rank and back, or between all', () => {
    expect(edgesOf('MPI_Allreduce', -1, 3)).toEqual(['1-0:30', '0-1:30', '2-0:30', '0-2:30']);
    expect(edgesOf('MPI_Alltoall', -1, 3)).toEqual([
      '0-1:15',
      '0-2:15',
      '1-0:15',
      '1-2:15',
      '2-0:15',
      '2-1:15',
    ]);
    expect(edgesOf('MPI_Alltoall', -1, 300)).toHaveLength(598);
  });
});
