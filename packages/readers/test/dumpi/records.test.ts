import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemorySink } from '@weft/model';
import { afterAll, describe, expect, it } from 'vitest';
import { convertText } from '../../src/dumpi-text/convert-text.ts';
import { importFiles } from '../../src/index.ts';
import { type TextCallLines, writeTextTrace } from './text-trace.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weft-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let number = 0;

async function importRanks(ranks: readonly (readonly TextCallLines[])[], sizes: readonly string[] = []) {
  const sink = new MemorySink();
  const folder = writeTextTrace(join(scratch, `trace ${number++}`), ranks, sizes);
  const report = await importFiles([folder], sink);
  return { sink, diagnostics: report.sets[0].diagnostics };
}

const send = (count: number, type: number, dest: number): TextCallLines => [
  'MPI_Send',
  `int count=${count}`,
  `MPI_Datatype datatype=${type} (a type)`,
  `int dest=${dest}`,
  'int tag=1',
  'MPI_Comm comm=2 (MPI_COMM_WORLD)',
];

describe('sizes of datatypes', () => {
  const darray = (rank: number, distribs: string, dargs: string, psizes: string): TextCallLines => [
    'MPI_Type_create_darray',
    'int size=6',
    `int rank=${rank}`,
    'int ndims=2',
    'int gsizes[2]=[10, 7]',
    `int distribs[2]=[${distribs}]`,
    `int dargs[2]=[${dargs}]`,
    `int psizes[2]=[${psizes}]`,
    'int order=1 (MPI_ORDER_C)',
    'MPI_Datatype oldtype=9 (MPI_INT)',
    'MPI_Datatype newtype=30 (user-defined-datatype)',
  ];

  /** Elements by dealing the array out one by one. */
  function dealt(total: number, processes: number, place: number, how: number, block: number): number {
    const size = block > 0 ? block : how === 1 ? Math.ceil(total / processes) : 1;
    return Array.from({ length: total }, (_, at) => Math.floor(at / size) % processes).filter(
      (owner) => how === 3 || owner === place,
    ).length;
  }

  it('deals a distributed array out as the standard says, whatever the table of first sizes holds', async () => {
    const cases = [
      { hows: [1, 2], blocks: [-1, 2], processes: [2, 3] },
      { hows: [2, 1], blocks: [-49767, -1], processes: [3, 2] },
      { hows: [3, 2], blocks: [-1, -1], processes: [1, 6] },
      { hows: [1, 3], blocks: [4, -1], processes: [6, 1] },
    ];
    const expected: number[] = [];
    const calls: TextCallLines[] = [];
    for (const { hows, blocks, processes } of cases) {
      for (let rank = 0; rank < 6; rank++) {
        calls.push(darray(rank, hows.join(', '), blocks.join(', '), processes.join(', ')), send(1, 30, 0));
        const places = [Math.floor(rank / processes[1]), rank % processes[1]];
        const [rows, columns] = [10, 7].map((total, at) =>
          dealt(total, processes[at], places[at], hows[at], blocks[at]),
        );
        expected.push(rows * columns * 4);
      }
    }
    const { sink } = await importRanks([calls], ['Datatype 30 (user-defined-datatype) has size 12']);
    expect(sink.rows('messages').map((row) => Number(row.bytes))).toEqual(expected);
  });

  it('takes the size of a type made of an unknown one from the table', async () => {
    const dup: TextCallLines = [
      'MPI_Type_dup',
      'MPI_Datatype oldtype=50 (user-defined-datatype)',
      'MPI_Datatype newtype=41 (user-defined-datatype)',
    ];
    const { sink } = await importRanks(
      [[dup, send(2, 41, 0)]],
      ['Datatype 41 (user-defined-datatype) has size 24'],
    );
    expect(sink.rows('messages').map((row) => Number(row.bytes))).toEqual([48]);
  });
});

const split = (color: number): TextCallLines => [
  'MPI_Comm_split',
  'MPI_Comm oldcomm=2 (MPI_COMM_WORLD)',
  `int color=${color}`,
  'int key=0',
  'MPI_Comm newcomm=4 (user-defined-comm)',
];

describe('collectives of an intercommunicator', () => {
  const inter = (remoteLeader: number): TextCallLines => [
    'MPI_Intercomm_create',
    'MPI_Comm localcomm=4 (user-defined-comm)',
    'int localleader=0',
    'MPI_Comm remotecomm=2 (MPI_COMM_WORLD)',
    `int remoteleader=${remoteLeader}`,
    'int tag=0',
    'MPI_Comm newcomm=5 (user-defined-comm)',
  ];
  const rooted = (root: number, localRank: number): TextCallLines[] => {
    const comm = ['int root='.concat(String(root)), 'MPI_Comm comm=5 (user-defined-comm)'];
    const int = (name: string) => `MPI_Datatype ${name}=9 (MPI_INT)`;
    const atRoot = localRank === root ? ['int sendcount=7', int('sendtype')] : [];
    return [
      ['MPI_Bcast', 'int count=5', int('datatype'), ...comm],
      ['MPI_Reduce', 'int count=3', int('datatype'), 'MPI_Op op=3 (MPI_SUM)', ...comm],
      ['MPI_Scatter', `int commrank=${localRank}`, 'int recvcount=7', int('recvtype'), ...comm, ...atRoot],
      [
        'MPI_Alltoall',
        'int sendcount=2',
        int('sendtype'),
        'int recvcount=2',
        int('recvtype'),
        'MPI_Comm comm=5 (user-defined-comm)',
      ],
    ];
  };

  it.each([
    ['Open MPI', -4, -2],
    ['MPICH', -3, -1],
  ])('gives the bytes to those who give them, named as %s names the root', async (_name, ROOT, NULL) => {
    const first = [ROOT, NULL].map((root, rank) => [split(0), inter(2), ...rooted(root, rank)]);
    const second = [0, 1, 2].map((rank) => [split(1), inter(0), ...rooted(0, rank)]);
    const { sink } = await importRanks([...first, ...second]);
    const of = (call: string) =>
      sink
        .rows('collectives')
        .filter((row) => row.call === call)
        .sort((a, b) => Number(a.rank) - Number(b.rank))
        .map((row) => [Number(row.bytes), Number(row.root)]);
    expect(of('MPI_Bcast')).toEqual([
      [20, 0],
      [0, -1],
      [0, 0],
      [0, 0],
      [0, 0],
    ]);
    expect(of('MPI_Reduce')).toEqual([
      [0, 0],
      [0, -1],
      [12, 0],
      [12, 0],
      [12, 0],
    ]);
    expect(of('MPI_Scatter').map(([bytes]) => bytes)).toEqual([0, 0, 0, 0, 0]);
    expect(of('MPI_Alltoall').map(([bytes]) => bytes)).toEqual([24, 24, 16, 16, 16]);
  });
});

describe('what the text does not say', () => {
  const getCount = (type: number, bytes: number, count: number): TextCallLines => [
    'MPI_Get_count',
    `MPI_Status status=[{bytes=${bytes}, cancelled=0, source=0, tag=1, error=0}]`,
    `MPI_Datatype datatype=${type} (user-defined-datatype)`,
    `int count=${count}`,
  ];

  it('learns the size of an unknown datatype from MPI_Get_count, and no other', async () => {
    const { sink, diagnostics } = await importRanks(
      [[send(3, 29, 0), getCount(29, 80, 10), send(3, 29, 0), getCount(30, 80, 10), send(3, 30, 0)]],
      ['Datatype 30 (user-defined-datatype) has size 4'],
    );
    expect(sink.rows('messages').map((row) => Number(row.bytes))).toEqual([0, 24, 12]);
    expect(diagnostics.find(({ code }) => code === 'UNKNOWN-DATATYPE-SIZE')?.count).toBe(1);
  });

  it('says where a datatype was freed and made again by a call without a record', async () => {
    const free: TextCallLines = ['MPI_Type_free', 'MPI_Datatype datatype=29 (user-defined-datatype)'];
    const contiguous: TextCallLines = [
      'MPI_Type_contiguous',
      'int count=5',
      'MPI_Datatype oldtype=9 (MPI_INT)',
      'MPI_Datatype newtype=29 (user-defined-datatype)',
    ];
    const { sink, diagnostics } = await importRanks(
      [[send(1, 29, 0), free, send(1, 29, 0), free, contiguous, send(1, 29, 0)]],
      ['Datatype 29 (user-defined-datatype) has size 8'],
    );
    expect(sink.rows('messages').map((row) => Number(row.bytes))).toEqual([8, 8, 20]);
    expect(diagnostics.find(({ code }) => code === 'GUESSED-DATATYPE-SIZE')?.count).toBe(1);
  });

  it('knows no times where all of them are printed as 0', async () => {
    const sink = new MemorySink();
    const folder = writeTextTrace(join(scratch, 'untimed'), [[send(1, 9, 0)]]);
    const [file] = readdirSync(folder);
    const text = readFileSync(join(folder, file), 'utf8');
    writeFileSync(join(folder, file), text.replace(/walltime 100\.\d{9}/g, 'walltime 0.000000000'));
    const { sets } = await importFiles([folder], sink);
    expect(sets[0].facts?.timeRange).toBeNull();
    expect(sets[0].diagnostics.find(({ code }) => code === 'RANKS-WITHOUT-TIMES')?.count).toBe(1);
  });
});

describe('a footer that was never filled in', () => {
  it('does not end the search for communicators', async () => {
    const dup: TextCallLines = [
      'MPI_Comm_dup',
      'MPI_Comm oldcomm=2 (MPI_COMM_WORLD)',
      'MPI_Comm newcomm=4 (user-defined-comm)',
    ];
    const onDup = send(5, 9, 0).map((line) => line.replace('comm=2', 'comm=4')) as unknown as TextCallLines;
    const many = Array.from({ length: 300 }, () => send(1, 9, 0));
    const folder = writeTextTrace(join(scratch, 'unfilled'), [[...many, dup, onDup]]);
    const [name] = readdirSync(folder);
    const path = join(scratch, 'trace-0000.bin');
    await convertText(join(folder, name), path, false);
    const bytes = readFileSync(path);
    const magic = bytes.lastIndexOf(Buffer.from('00000000f007fee7', 'hex'));
    writeFileSync(path, bytes.fill(0, magic + 8, magic + 8 + 291 * 8));
    const sink = new MemorySink();
    const { sets } = await importFiles([path], sink);
    expect(sink.count('messages')).toBe(301);
    expect(sets[0].diagnostics.map(({ code }) => code)).toContain('SECTIONS-DAMAGED');
  });
});

describe('a communicator that was freed', () => {
  const on = (comm: number, call: TextCallLines) =>
    call.map((line) =>
      line.replace('comm=2 (MPI_COMM_WORLD)', `comm=${comm} (a comm)`),
    ) as unknown as TextCallLines;
  const free: TextCallLines = ['MPI_Comm_free', 'MPI_Comm comm=4 (user-defined-comm)'];
  const dup: TextCallLines = [
    'MPI_Comm_dup',
    'MPI_Comm oldcomm=4 (user-defined-comm)',
    'MPI_Comm newcomm=5 (user-defined-comm)',
  ];

  it('does not lend its members to one that a call without a record gave the same id', async () => {
    const ranks = [0, 0, 1, 1].map((color, rank) => [
      split(color),
      on(4, send(1, 9, (rank + 1) % 2)),
      free,
      on(4, send(10, 9, (rank + 1) % 2)),
      dup,
      on(5, send(100, 9, 0)),
    ]);
    const { sink, diagnostics } = await importRanks(ranks);
    const pairs = sink.rows('messages').map(({ src, dst, bytes }) => `${src} ${dst} ${bytes}`);
    const unknown = [0, 1, 2, 3].flatMap((rank) => [`${rank} -1 40`, `${rank} -1 400`]);
    expect(pairs.sort()).toEqual(['0 1 4', '1 0 4', '2 3 4', '3 2 4', ...unknown].sort());
    const count = (code: string) => diagnostics.find((one) => one.code === code)?.count;
    expect(count('SENDS-TO-UNKNOWN-RANK')).toBe(8);
    expect(count('UNKNOWN-COMMUNICATORS')).toBe(4);
  });

  it('still carries persistent requests made on it', async () => {
    const init = on(4, ['MPI_Send_init', ...send(3, 9, 0).slice(1), 'MPI_Request request=[7]']);
    const start: TextCallLines = ['MPI_Start', 'MPI_Request request=[7]'];
    const { sink } = await importRanks([[split(0), init, free, start, start]]);
    expect(sink.rows('messages').map(({ bytes }) => Number(bytes))).toEqual([12, 12]);
  });
});
