import { batchFromRows, collectives, messages, spans, textAt } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  findWaits,
  matrixTiles,
  spansOfFrame,
  topPairs,
  waitingPairs,
  waits as waitsAnalysis,
} from '../src/index.ts';
import { runAnalysis } from './reference/run-analysis.ts';

const span = (rank: number, call: string, enter: number, exit: number) => ({
  job: 0,
  rank,
  call,
  enter,
  exit,
});
const message = (src: number, dst: number, sent: [number, number], received: [number, number]) => ({
  id: 0,
  job: 0,
  src,
  dst,
  bytes: 8,
  tag: 0,
  comm: 0,
  call: 'MPI_Send',
  send_start: sent[0],
  send_end: sent[1],
  recv_start: received[0],
  recv_end: received[1],
});
const collective = (call: string, rank: number, enter: number, exit: number, root = -1, seq = 0) => ({
  job: 0,
  comm: 0,
  seq,
  call,
  root,
  rank,
  bytes: 8,
  enter,
  exit,
});

type Rows<T> = readonly T[];
function waits(
  calls: Rows<ReturnType<typeof span>>,
  sent: Rows<ReturnType<typeof message>>,
  together: Rows<ReturnType<typeof collective>> = [],
): string[] {
  const found = findWaits(
    spansOfFrame(batchFromRows(spans, calls)),
    batchFromRows(messages, sent),
    batchFromRows(collectives, together),
  );
  return Array.from(found.rank, (rank, row) => `${rank} for ${found.partner[row]}: ${found.time[row]}`);
}

describe('who waits for whom', () => {
  it('is the receiver for a late sender, from entering its call until the send begins', () => {
    const calls = [span(0, 'MPI_Send', 70, 90), span(1, 'MPI_Recv', 10, 95)];
    expect(waits(calls, [message(0, 1, [70, 90], [10, 95])])).toEqual(['1 for 0: 60']);
  });

  it('is the sender for a late receiver, unless the library took the data before', () => {
    const calls = [span(0, 'MPI_Send', 10, 90), span(1, 'MPI_Recv', 70, 95)];
    expect(waits(calls, [message(0, 1, [10, 90], [70, 95])])).toEqual(['0 for 1: 60']);
    const eager = [span(0, 'MPI_Send', 10, 20), span(1, 'MPI_Recv', 70, 95)];
    expect(waits(eager, [message(0, 1, [10, 20], [70, 95])])).toEqual([]);
  });

  it('counts from the wait, not from where a receive was posted, and names the last of several senders', () => {
    const calls = [
      span(0, 'MPI_Irecv', 0, 1),
      span(0, 'MPI_Irecv', 1, 2),
      span(0, 'MPI_Waitall', 40, 100),
      span(1, 'MPI_Send', 60, 65),
      span(2, 'MPI_Send', 80, 99),
    ];
    const sent = [message(1, 0, [60, 65], [0, 100]), message(2, 0, [80, 99], [1, 100])];
    expect(waits(calls, sent)).toEqual(['0 for 2: 40']);
  });

  it('is all for the last of a barrier, all for the root of a broadcast, the root for the last of a reduction', () => {
    const of = (call: string, root: number) => {
      const rows = [
        collective(call, 0, 50, 60, root),
        collective(call, 1, 10, 60, root),
        collective(call, 2, 30, 60, root),
      ];
      return waits(
        rows.map(({ rank, enter, exit }) => span(rank, call, enter, exit)),
        [],
        rows,
      );
    };
    expect(of('MPI_Barrier', -1)).toEqual(['1 for 0: 40', '2 for 0: 20']);
    expect(of('MPI_Bcast', 2)).toEqual(['1 for 2: 20']);
    expect(of('MPI_Reduce', 1)).toEqual(['1 for 0: 40']);
    expect(of('MPI_Scan', -1)).toEqual([]);
  });

  it('is what a search of all messages for each call finds, and never more than the call took', () => {
    const gap = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 30 }));
    const ranks = fc.array(fc.array(gap, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 4 });
    const pairs = fc.array(fc.tuple(fc.nat(99), fc.nat(99)), { maxLength: 12 });
    fc.assert(
      fc.property(ranks, pairs, (lanes, ends) => {
        const calls = lanes.flatMap((lane, rank) => {
          let time = 0;
          return lane.map(([pause, length]) => {
            const enter = time + pause;
            time = enter + length;
            return span(rank, 'MPI_Sendrecv', enter, time);
          });
        });
        const sent = ends.flatMap(([a, b]) => {
          const [from, to] = [calls[a % calls.length], calls[b % calls.length]];
          const fits = from.rank !== to.rank && from.enter <= to.exit;
          return fits ? [message(from.rank, to.rank, [from.enter, from.exit], [to.enter, to.exit])] : [];
        });
        const slowly = calls.flatMap(({ rank, enter, exit }) => {
          const came = sent.flatMap((m) => [
            ...(m.dst === rank && m.recv_end === exit ? [m.send_start] : []),
            ...(m.src === rank && m.send_end === exit && m.recv_start <= m.send_end ? [m.recv_start] : []),
          ]);
          const time = Math.min(Math.max(...came, enter), exit) - enter;
          return time > 0 ? [`${rank}: ${time}`] : [];
        });
        const found = waits(calls, sent).map((text) => text.replace(/ for \d+/, ''));
        expect(found.sort()).toEqual(slowly.sort());
      }),
    );
  });
});

describe('pairs that wait', () => {
  const calls = [span(0, 'MPI_Send', 70, 90), span(1, 'MPI_Recv', 10, 95), span(1, 'MPI_Recv', 100, 130)];
  const sent = [message(0, 1, [70, 90], [10, 95]), message(0, 1, [110, 120], [100, 130])];
  const inputs = {
    spans: batchFromRows(spans, calls),
    messages: batchFromRows(messages, sent),
    collectives: batchFromRows(collectives, []),
  };

  it('add up per rank and call, within a range of time', async () => {
    const sum = async (time: [number, number] | null) => {
      const { entries } = await runAnalysis(waitsAnalysis, inputs, { job: 0, time });
      const { rank, call, time: waited } = entries.columns;
      return Array.from(rank, (of, row) => [of, textAt(call, row), waited[row]]);
    };
    expect(await sum(null)).toEqual([[1, 'MPI_Recv', 70]]);
    expect(await sum([50, 105])).toEqual([[1, 'MPI_Recv', 25]]);
    expect(await sum([200, 300])).toEqual([]);
  });

  it('lead from the late rank to the waiting one, within a range of time', () => {
    const found = findWaits(spansOfFrame(inputs.spans), inputs.messages, inputs.collectives);
    const pairs = waitingPairs(found, null);
    expect([pairs.src[0], pairs.dst[0], pairs.amount[0], pairs.count[0]]).toEqual([0, 1, 70, 2]);
    expect([...waitingPairs(found, [50, 200]).amount]).toEqual([30]);
  });

  it('fill the same matrix as traffic does', async () => {
    const result = await runAnalysis(matrixTiles, inputs, { measure: 'waiting', top: 5 });
    expect(result.cells.columns).toMatchObject({ row: Int32Array.of(0), column: Int32Array.of(1) });
    expect([...result.ranks.columns.amount_in]).toEqual([0, 70]);
    expect([...result.top.columns.amount]).toEqual([70]);
    expect(matrixTiles.needs(matrixTiles.params.parse({})).spans).toBeUndefined();
  });

  it('are found from messages alone where there are no spans, with the columns that are asked for', async () => {
    const choice = { job: 0, measure: 'waiting', top: 5 } as const;
    const result = await runAnalysis(matrixTiles, { messages: inputs.messages }, choice);
    expect([...result.top.columns.amount]).toEqual([70]);
  });

  it('are refused where the calls do not fit in memory, with what to do instead', async () => {
    const choice = matrixTiles.params.parse({ measure: 'waiting' });
    await expect(matrixTiles.runStreamed?.(() => [], choice, {})).rejects.toMatchObject({
      code: 'TOO-MANY-CALLS',
      advice: expect.stringContaining('bytes or messages'),
    });
  });

  it('are listed largest first, of chosen ranks alone', () => {
    const pairs = {
      src: Int32Array.of(0, 0, 2),
      dst: Int32Array.of(1, 2, 1),
      amount: Float64Array.of(5, 9, 9),
      count: Float64Array.of(3, 1, 1),
    };
    const list = (count: number, by: 'amount' | 'count', ranks: number[]) => {
      const { columns, rows } = topPairs(pairs, count, by, new Set(ranks));
      const { src, dst } = columns;
      return Array.from({ length: rows }, (_, row) => `${src[row]}-${dst[row]}`);
    };
    expect(list(2, 'amount', [])).toEqual(['0-2', '2-1']);
    expect(list(9, 'count', [])).toEqual(['0-1', '0-2', '2-1']);
    expect(list(9, 'amount', [1])).toEqual(['2-1', '0-1']);
    expect(list(0, 'amount', [])).toEqual([]);
  });
});
