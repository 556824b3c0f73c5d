import { batchFromRows, collectives, messages, spans, textAt } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { matrixTiles, timeline, timelineCall, waits } from '../src/index.ts';
import { runAnalysis } from './reference/run-analysis.ts';

/** Rank 0 sends while rank 1 is not there yet; rank 2 receives before its sender comes; rank 1 comes last to the barrier. */
const message = { job: 0, bytes: 8, tag: 0, comm: 0, call: 'MPI_Send' };
const barrier = { job: 0, comm: 0, seq: 0, call: 'MPI_Barrier', root: -1, bytes: 0, exit: 520 };
const span = (rank: number, call: string, enter: number, exit: number) => ({
  job: 0,
  rank,
  call,
  enter,
  exit,
});
const trace = {
  spans: batchFromRows(spans, [
    span(0, 'MPI_Send', 10, 100),
    span(0, 'MPI_Barrier', 300, 520),
    span(1, 'MPI_Recv', 70, 110),
    span(1, 'MPI_Send', 240, 260),
    span(1, 'MPI_Barrier', 500, 520),
    span(2, 'MPI_Recv', 200, 270),
    span(2, 'MPI_Barrier', 450, 520),
  ]),
  messages: batchFromRows(messages, [
    { ...message, id: 0, src: 0, dst: 1, send_start: 10, send_end: 100, recv_start: 70, recv_end: 110 },
    { ...message, id: 1, src: 1, dst: 2, send_start: 240, send_end: 260, recv_start: 200, recv_end: 270 },
  ]),
  collectives: batchFromRows(
    collectives,
    [300, 500, 450].map((enter, rank) => ({ ...barrier, rank, enter })),
  ),
};

/** Rank, call, partner, nanoseconds: a late receiver, a late sender and a late rank of a collective call. */
const known = [
  [0, 'MPI_Send', 1, 60],
  [0, 'MPI_Barrier', 1, 200],
  [2, 'MPI_Recv', 1, 40],
  [2, 'MPI_Barrier', 1, 50],
] as const;

describe('whom and how long a call waited', () => {
  it('is told by the timeline, call by call', async () => {
    const { rank, call, waited_for, waited } = (await runAnalysis(timeline, trace, {})).spans.columns;
    const told = Array.from(rank, (of, row) => [of, textAt(call, row), waited_for[row], waited[row]]);
    expect(told.filter(([, , partner]) => partner !== -1)).toEqual(known);
    expect(told.length).toBe(7);
  });

  it('is the same for a pinned call', async () => {
    const { rank, enter } = trace.spans.columns;
    const told: unknown[] = [];
    for (let row = 0; row < trace.spans.rows; row++) {
      const at = { rank: rank[row], time: enter[row] + 1 };
      const { span: call, wait } = await runAnalysis(timelineCall, trace, at);
      const { partner, time } = wait.columns;
      if (wait.rows > 0) told.push([rank[row], textAt(call.columns.call, 0), partner[0], time[0]]);
    }
    expect(told).toEqual(known);
  });

  it('adds up to the matrix and to the profile, also within a time range', async () => {
    const sumUp = async (time: [number, number] | null) => {
      const choice = { measure: 'waiting', top: 9, time } as const;
      const { src, dst, amount } = (await runAnalysis(matrixTiles, trace, choice)).top.columns;
      const { rank, time: waited } = (await runAnalysis(waits, trace, { time })).entries.columns;
      const byRank = [0, 1, 2].map((of) =>
        rank.reduce((sum, r, row) => sum + (r === of ? waited[row] : 0), 0),
      );
      const byPair = [0, 1, 2].map((of) =>
        dst.reduce((sum, r, row) => sum + (r === of ? amount[row] : 0), 0),
      );
      expect(byPair).toEqual(byRank);
      expect([...new Set(src)]).toEqual([1]);
      return byRank;
    };
    expect(await sumUp(null)).toEqual([260, 0, 90]);
    expect(await sumUp([50, 400])).toEqual([120, 0, 40]);
  });

  it('is not told by a timeline that reads a window alone', async () => {
    const window = { reading: 'window', job: 0, time: [0, 400] as [number, number] } as const;
    const { waited_for, waited } = (await runAnalysis(timeline, trace, window)).spans.columns;
    expect([...new Set(waited_for), ...new Set(waited)]).toEqual([-1, -1]);
  });
});
