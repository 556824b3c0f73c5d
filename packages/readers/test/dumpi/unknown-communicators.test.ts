import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemorySink } from '@weft/model';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { importFiles } from '../../src/index.ts';
import { type TextCallLines, writeTextTrace } from './text-trace.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weft-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let number = 0;

const INT = 9;
const INT_BYTES = 4;

function sendOn(comm: number, count: number, dest: number): TextCallLines {
  return [
    'MPI_Send',
    `int count=${count}`,
    `MPI_Datatype datatype=${INT} (MPI_INT)`,
    `int dest=${dest}`,
    'int tag=1',
    `MPI_Comm comm=${comm} (a comm)`,
  ];
}

function receiveOn(comm: number, count: number, source: number): TextCallLines {
  return [
    'MPI_Recv',
    `int count=${count}`,
    `MPI_Datatype datatype=${INT} (MPI_INT)`,
    `int source=${source}`,
    'int tag=1',
    `MPI_Comm comm=${comm} (a comm)`,
    'MPI_Status statuses[0]=[]',
  ];
}

const askRank = (comm: number, rank: number): TextCallLines => [
  'MPI_Comm_rank',
  `MPI_Comm comm=${comm} (a comm)`,
  `int rank=${rank}`,
];
const askSize = (comm: number, size: number): TextCallLines => [
  'MPI_Comm_size',
  `MPI_Comm comm=${comm} (a comm)`,
  `int size=${size}`,
];

async function importRanks(ranks: readonly (readonly TextCallLines[])[]) {
  const sink = new MemorySink();
  const folder = writeTextTrace(join(scratch, `trace ${number++}`), ranks);
  const { sets } = await importFiles([folder], sink);
  const counts = new Map(sets[0].diagnostics.map(({ code, count }) => [code, count]));
  const pairs = sink.rows('messages').map(({ src, dst, bytes }) => `${src} ${dst} ${bytes}`);
  return { sink, counts, pairs: pairs.sort(), diagnostics: sets[0].diagnostics };
}

describe('a communicator whose creation is not in the trace', () => {
  it('has the members that MPI_Comm_rank and MPI_Comm_size tell', async () => {
    const inside = [2, 0, 3, 1];
    const { pairs, counts, sink } = await importRanks(
      inside.map((rank) => [
        askRank(4, rank),
        askSize(4, 4),
        sendOn(4, 10 + rank, (rank + 1) % 4),
        receiveOn(4, 20, (rank + 3) % 4),
      ]),
    );
    const world = (rank: number) => inside.indexOf(rank);
    const expected = inside.map((rank, src) => `${src} ${world((rank + 1) % 4)} ${(10 + rank) * INT_BYTES}`);
    expect(pairs).toEqual(expected.sort());
    expect(counts.get('COMMUNICATORS-LEARNED')).toBe(1);
    expect(counts.get('MATCHED')).toBe(4);
    expect(counts.has('SENDS-TO-UNKNOWN-RANK')).toBe(false);
    const members = sink.rows('communicators').filter(({ comm }) => comm === 1);
    expect(members.map(({ world_rank }) => world_rank)).toEqual([1, 3, 0, 2]);
  });

  it('has them, too, where a program asks only after thousands of calls', async () => {
    const many = Array.from({ length: 5000 }, () => sendOn(4, 1, 0));
    const { counts } = await importRanks([1, 0].map((rank) => [...many, askRank(4, rank), askSize(4, 2)]));
    expect(counts.get('COMMUNICATORS-LEARNED')).toBe(1);
    expect(counts.has('SENDS-TO-UNKNOWN-RANK')).toBe(false);
  });

  it('keeps its messages without a receiver where nobody asked', async () => {
    const { sink, counts, diagnostics } = await importRanks([
      [sendOn(4, 10, 1), sendOn(2, 1, 1)],
      [receiveOn(4, 10, 0), receiveOn(2, 1, 0)],
    ]);
    const rows = sink
      .rows('messages')
      .map(({ src, dst, bytes, comm, recv_end }) => [src, dst, bytes, comm, recv_end]);
    expect(rows).toContainEqual([0, -1, 40, -1, -1]);
    expect(rows).toContainEqual([0, 1, 4, 0, expect.any(Number)]);
    expect(counts.get('SENDS-TO-UNKNOWN-RANK')).toBe(1);
    expect(counts.get('RECEIVES-ON-UNKNOWN-COMMUNICATOR')).toBe(1);
    expect(diagnostics.find(({ code }) => code === 'SENDS-TO-UNKNOWN-RANK')?.text).toContain('40 bytes');
  });

  it('is not guessed where several communicators of that id and size cannot be told apart', async () => {
    const { counts } = await importRanks(
      [0, 1, 0, 1].map((rank) => [askRank(4, rank), askSize(4, 2), sendOn(4, 1, 1 - rank)]),
    );
    expect(counts.get('SENDS-TO-UNKNOWN-RANK')).toBe(4);
    expect(counts.has('COMMUNICATORS-LEARNED')).toBe(false);
  });

  it('is the parent of communicators made of it', async () => {
    const dup: TextCallLines = ['MPI_Comm_dup', 'MPI_Comm oldcomm=4 (a comm)', 'MPI_Comm newcomm=5 (a comm)'];
    const { pairs } = await importRanks(
      [1, 0].map((rank) => [askRank(4, rank), askSize(4, 2), dup, sendOn(5, 1, 0)]),
    );
    expect(pairs).toEqual(['0 1 4', '1 1 4']);
  });
});

describe('bytes of sends', () => {
  const call = fc.record({
    comm: fc.constantFrom(2, 2, 4, 5),
    count: fc.nat(1000),
    dest: fc.integer({ min: -1, max: 4 }),
  });

  it('are those of messages and of sends to MPI_PROC_NULL, whatever is known of communicators', async () => {
    const program = fc.array(fc.array(call, { maxLength: 6 }), { minLength: 1, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(program, async (ranks) => {
        const { sink, counts } = await importRanks(
          ranks.map((calls, rank) => [
            askRank(5, rank),
            askSize(5, ranks.length),
            ...calls.map(({ comm, count, dest }) => sendOn(comm, count, dest)),
          ]),
        );
        const sends = ranks.flat().filter(({ dest }) => dest >= 0);
        const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
        const expected = sum(sends.map(({ count }) => count * INT_BYTES));
        expect(sum(sink.rows('messages').map(({ bytes }) => bytes))).toBe(expected);
        expect(sum(sink.rows('calls').map(({ bytes }) => bytes))).toBe(expected);
        expect(counts.get('SENDS-TO-PROC-NULL') ?? 0).toBe(ranks.flat().length - sends.length);
      }),
      { numRuns: 20 },
    );
  });
});

describe('one-sided transfers and files', () => {
  const window: TextCallLines = [
    'MPI_Win_create',
    'int size=800',
    'int dispunit=4',
    'MPI_Info info=0',
    'MPI_Comm comm=2 (MPI_COMM_WORLD)',
    'MPI_Win win=1 (a window)',
  ];
  const transfer = (name: string, count: number, target: number, win = 1): TextCallLines => [
    name,
    `int origincount=${count}`,
    `MPI_Datatype origintype=${INT} (MPI_INT)`,
    `int targetrank=${target}`,
    'int targetdisp=0',
    `int targetcount=${count}`,
    `MPI_Datatype targettype=${INT} (MPI_INT)`,
    ...(name === 'MPI_Accumulate' ? ['MPI_Op op=3 (MPI_SUM)'] : []),
    `MPI_Win win=${win} (a window)`,
  ];

  it('are messages of the way their bytes go', async () => {
    const { sink, counts } = await importRanks([
      [window, transfer('MPI_Put', 5, 1), transfer('MPI_Get', 7, 1), transfer('MPI_Accumulate', 2, 1)],
      [window],
    ]);
    const rows = sink.rows('messages').map(({ call, src, dst, bytes }) => [call, src, dst, bytes]);
    expect(rows.sort()).toEqual([
      ['MPI_Accumulate', 0, 1, 8],
      ['MPI_Get', 1, 0, 28],
      ['MPI_Put', 0, 1, 20],
    ]);
    expect(sink.rows('messages').find(({ call }) => call === 'MPI_Get')).toMatchObject({
      ...{ send_start: -1, send_end: -1, tag: -1, comm: 0 },
      ...{ recv_start: 2_000_000, recv_end: 2_001_000 },
    });
    expect(counts.get('ONE-SIDED')).toBe(3);
    expect(counts.has('SENDS')).toBe(false);
    expect(counts.has('UNMATCHED-SENDS')).toBe(false);
  });

  it('keep their bytes where the window is not known', async () => {
    const { sink, counts } = await importRanks([[transfer('MPI_Put', 5, 1, 3)], []]);
    expect(sink.rows('messages')).toMatchObject([{ src: 0, dst: -1, bytes: 20 }]);
    expect(counts.get('TRANSFERS-WITH-UNKNOWN-RANK')).toBe(1);
  });

  it('read and write bytes that the profile of calls has', async () => {
    const write: TextCallLines = [
      'MPI_File_write_at',
      'MPI_File file=1 (a file)',
      'MPI_Offset offset=0',
      'int count=25',
      `MPI_Datatype datatype=${INT} (MPI_INT)`,
      'MPI_Status statuses[0]=[]',
    ];
    const read: TextCallLines = [
      'MPI_File_read',
      'MPI_File file=1 (a file)',
      'int count=3',
      `MPI_Datatype datatype=${INT} (MPI_INT)`,
      'MPI_Status statuses[0]=[]',
    ];
    const { sink } = await importRanks([[write, write, read]]);
    const calls = sink.rows('calls').map(({ call, count, bytes }) => [call, count, bytes]);
    expect(calls).toEqual([
      ['MPI_File_write_at', 2, 200],
      ['MPI_File_read', 1, 12],
    ]);
    expect(sink.count('messages')).toBe(0);
  });
});
