import { NONE, textColumn } from '@weft/model';
import { expect, test } from 'vitest';
import { buildRankProgram } from '../../src/trace/build-rank-program.ts';
import type { TraceTables } from '../../src/trace/trace-tables.ts';

type Call = readonly [rank: number, name: string, enter: number, exit: number];
/** Sender, receiver, and the times of both. */
type Message = readonly [
  src: number,
  dst: number,
  sent: number,
  sentEnd: number,
  posted: number,
  received: number,
];
type Collective = readonly [call: string, root: number, rank: number, enter: number, exit: number];

function tablesOf(
  ranks: number,
  calls: readonly Call[],
  messages: readonly Message[],
  collectives: readonly Collective[] = [],
  sending = 'MPI_Isend',
): TraceTables {
  const times = (at: 2 | 3 | 4 | 5) => Float64Array.from(messages, (message) => message[at]);
  return {
    ranks,
    start: 0,
    spans: {
      rows: calls.length,
      rank: Int32Array.from(calls, ([rank]) => rank),
      call: new Int32Array(calls.length),
      names: ['call'],
      enter: Float64Array.from(calls, ([, , enter]) => enter),
      exit: Float64Array.from(calls, ([, , , exit]) => exit),
    },
    messages: {
      rows: messages.length,
      columns: {
        src: Int32Array.from(messages, ([src]) => src),
        dst: Int32Array.from(messages, ([, dst]) => dst),
        bytes: new Float64Array(messages.length).fill(100),
        tag: new Int32Array(messages.length),
        call: textColumn(messages.map(() => sending)),
        send_start: times(2),
        send_end: times(3),
        recv_start: times(4),
        recv_end: times(5),
      },
    },
    collectives: {
      rows: collectives.length,
      columns: {
        comm: new Int32Array(collectives.length),
        seq: new Int32Array(collectives.length),
        call: textColumn(collectives.map(([call]) => call)),
        root: Int32Array.from(collectives, ([, root]) => root),
        rank: Int32Array.from(collectives, ([, , rank]) => rank),
        enter: Float64Array.from(collectives, ([, , , enter]) => enter),
        exit: Float64Array.from(collectives, ([, , , , exit]) => exit),
      },
    },
  };
}

test('a rank computes between its calls, and waits in the call that ends its receive', () => {
  const program = buildRankProgram(
    tablesOf(
      2,
      [
        [0, 'MPI_Isend', 100, 110],
        [0, 'MPI_Finalize', 500, 520],
        [1, 'MPI_Irecv', 5, 10],
        [1, 'MPI_Wait', 60, 300],
        [1, 'MPI_Finalize', 400, 410],
      ],
      [[0, 1, 100, 110, 5, 300]],
    ),
  );
  // Rank 0 sends at 100 and goes on to 520; rank 1 waits from 60 on, and needs 110 more after the message is there.
  expect([...program.offsets]).toEqual([0, 2, 4]);
  expect([...program.compute]).toEqual([100, 420, 60, 110]);
  expect([...program.sends]).toEqual([0, 1, 1, 1, 1]);
  expect([...program.receivedIn]).toEqual([2]);
  expect([...program.heldIn]).toEqual([NONE]);
});

test.each([
  ['holds its sender', 55, 0],
  ['holds nobody where it ended before its receive was posted', 20, NONE],
])('a blocking send %s', (_, sentEnd, step) => {
  const calls: Call[] = [
    [0, 'MPI_Send', 10, sentEnd],
    [1, 'MPI_Recv', 50, 60],
  ];
  const { heldIn } = buildRankProgram(tablesOf(2, calls, [[0, 1, 10, sentEnd, 50, 60]], [], 'MPI_Send'));
  expect([...heldIn]).toEqual([step]);
});

test('a message that was received before it was sent is sent, and awaited by nobody', () => {
  const { receivedIn, heldIn, order } = buildRankProgram(tablesOf(2, [], [[0, 1, 90, 95, 10, 40]]));
  expect([receivedIn[0], heldIn[0], order[0]]).toEqual([NONE, NONE, 0]);
});

test('without calls a rank waits from the time its receive was posted', () => {
  const { compute } = buildRankProgram(tablesOf(2, [], [[0, 1, 10, 12, 20, 70]]));
  expect([...compute]).toEqual([10, 0, 20, 0]);
});

test.each([
  ['MPI_Allreduce', [0, 0], [0, 0], 2],
  ['MPI_Bcast', [0, NONE], [NONE, 0], 1],
  ['MPI_Reduce', [NONE, 0], [0, NONE], 1],
  ['MPI_Iallreduce', [NONE, NONE], [NONE, NONE], 0],
])('%s gathers the ranks it needs', (call, joins, awaits, needed) => {
  const { offsets, ...program } = buildRankProgram(
    tablesOf(
      2,
      [],
      [],
      [
        [call, 0, 0, 10, 100],
        [call, 0, 1, 80, 100],
      ],
    ),
  );
  const first = [offsets[0], offsets[1]];
  expect(first.map((step) => program.joins[step])).toEqual(joins);
  expect(first.map((step) => program.awaits[step])).toEqual(awaits);
  expect(program.gatherings[0] ?? 0).toBe(needed);
});
