import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MemorySink } from '@weft/model';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { importFiles } from '../../src/index.ts';
import { type TextCallLines, writeTextTrace } from '../dumpi/text-trace.ts';
import { ArchiveWriter } from '../otf2/archive-writer.ts';

const scratch = mkdtempSync(join(tmpdir(), 'weft-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
let number = 0;

const INT_BYTES = 4;
const type = (name: string) => `MPI_Datatype ${name}=9 (MPI_INT)`;
const noType = (name: string) => `MPI_Datatype ${name}=1 (MPI_DATATYPE_NULL)`;
const counts = (name: string, values: readonly number[]) =>
  `int ${name}[${values.length}]=[${values.join(', ')}]`;
const world = 'MPI_Comm comm=2 (MPI_COMM_WORLD)';

async function expandTrace(ranks: readonly (readonly TextCallLines[])[]) {
  const folder = writeTextTrace(join(scratch, `trace ${number++}`), ranks);
  return expandFiles(folder);
}

async function expandFiles(path: string) {
  const sink = new MemorySink();
  const { facts } = await importFiles([path], sink, { expandCollectives: true });
  const codes = new Map((facts.diagnostics ?? []).map(({ code, count }) => [code, count]));
  return { sink, codes };
}

/** Bytes of the expanded messages of a call, by pair. */
function bytesByPair(sink: MemorySink, call: string): Record<string, number> {
  const rows = sink.rows('messages').filter((message) => message.call?.startsWith(`${call}/`));
  return Object.fromEntries(rows.map(({ src, dst, bytes }) => [`${src} ${dst}`, bytes]));
}

/** What rank i gives rank j, without what it keeps. */
function pairsOf(part: readonly (readonly number[])[]): Record<string, number> {
  const pairs = part.flatMap((row, i) => row.map((count, j) => [`${i} ${j}`, count * INT_BYTES] as const));
  return Object.fromEntries(pairs.filter(([key]) => key[0] !== key[2]));
}

function alltoallv(part: readonly (readonly number[])[], rank: number, inPlace: boolean): TextCallLines {
  const column = part.map((row) => row[rank]);
  return [
    'MPI_Alltoallv',
    `int commsize=${part.length}`,
    ...(inPlace
      ? ['int sendcounts=<IGNORED>', 'int senddispls=<IGNORED>', noType('sendtype')]
      : [
          counts('sendcounts', part[rank]),
          counts(
            'senddispls',
            part[rank].map(() => 0),
          ),
          type('sendtype'),
        ]),
    counts('recvcounts', column),
    counts(
      'recvdispls',
      column.map(() => 0),
    ),
    type('recvtype'),
    world,
  ];
}

function scatterv(given: readonly number[], rank: number, root: number): TextCallLines {
  return [
    'MPI_Scatterv',
    `int commrank=${rank}`,
    `int commsize=${given.length}`,
    type('sendtype'),
    `int recvcount=${given[rank]}`,
    type('recvtype'),
    `int root=${root}`,
    world,
    counts('sendcounts', given),
    counts(
      'displs',
      given.map(() => 0),
    ),
  ];
}

function allgatherv(given: readonly number[], rank: number, inPlace: boolean): TextCallLines {
  return [
    'MPI_Allgatherv',
    `int commsize=${given.length}`,
    `int sendcount=${inPlace ? 0 : given[rank]}`,
    inPlace ? noType('sendtype') : type('sendtype'),
    counts('recvcounts', given),
    counts(
      'displs',
      given.map(() => 0),
    ),
    type('recvtype'),
    world,
  ];
}

function reduceScatter(given: readonly number[]): TextCallLines {
  return [
    'MPI_Reduce_scatter',
    `int commsize=${given.length}`,
    counts('recvcounts', given),
    type('datatype'),
    'MPI_Op op=3 (MPI_SUM)',
    world,
  ];
}

const allgather = (): TextCallLines => [
  'MPI_Allgather',
  'int sendcount=0',
  noType('sendtype'),
  'int recvcount=5',
  type('recvtype'),
  world,
];

describe('--expand-collectives with recorded counts', () => {
  it('sends what Alltoallv counts between each pair, also in place', async () => {
    const count = fc.integer({ min: 0, max: 9 });
    const matrix = fc
      .integer({ min: 1, max: 5 })
      .chain((p) =>
        fc.array(fc.array(count, { minLength: p, maxLength: p }), { minLength: p, maxLength: p }),
      );
    await fc.assert(
      fc.asyncProperty(matrix, fc.boolean(), async (part, inPlace) => {
        const { sink, codes } = await expandTrace(part.map((_, rank) => [alltoallv(part, rank, inPlace)]));
        expect(bytesByPair(sink, 'MPI_Alltoallv')).toEqual(pairsOf(part));
        expect(codes.has('COLLECTIVES-SPLIT-EVENLY')).toBe(false);
      }),
      { numRuns: 12 },
    );
  });

  it('gives each rank its part of Scatterv, Reduce_scatter and Allgatherv', async () => {
    const given = [1, 0, 7];
    const { sink, codes } = await expandTrace(
      given.map((_, rank) => [scatterv(given, rank, 1), reduceScatter(given), allgatherv(given, rank, true)]),
    );
    expect(bytesByPair(sink, 'MPI_Scatterv')).toEqual({ '1 0': 4, '1 2': 28 });
    expect(bytesByPair(sink, 'MPI_Reduce_scatter')).toEqual(pairsOf([given, given, given]));
    const ring = sink.rows('messages').filter(({ call }) => call === 'MPI_Allgatherv/ring');
    const moved = ring.map(({ src, dst, bytes }) => `${src} ${dst} ${bytes}`).sort();
    expect(moved).toEqual(['0 1 28', '0 1 4', '1 2 0', '1 2 4', '2 0 0', '2 0 28']);
    expect(codes.has('COLLECTIVES-SPLIT-EVENLY')).toBe(false);
  });

  it('takes what an Allgather in place gives from what it receives', async () => {
    const { sink } = await expandTrace([[allgather()], [allgather()]]);
    expect(sink.rows('collectives').map(({ bytes }) => bytes)).toEqual([20, 20]);
    expect(bytesByPair(sink, 'MPI_Allgather')).toEqual({ '0 1': 20, '1 0': 20 });
  });

  it('tells the parts of Scatterv in OTF2, and says that those of Alltoallv are split evenly', async () => {
    const archive = new ArchiveWriter().world(3).region(20, 'MPI_Scatterv', 4).region(21, 'MPI_Alltoallv', 4);
    [4, 0, 28].forEach((received, rank) => {
      const events = archive.evt(rank).at(10).enter(20);
      events
        .collective(5, 0, 1, rank === 1 ? 32 : 0, received)
        .at(20)
        .leave(20)
        .enter(21);
      events.collective(9, 0, 0xffffffff, 30, 30).at(30).leave(21);
    });
    const { sink, codes } = await expandFiles(archive.write(join(scratch, `archive ${number++}`)));
    expect(bytesByPair(sink, 'MPI_Scatterv')).toEqual({ '1 0': 4, '1 2': 28 });
    expect(new Set(Object.values(bytesByPair(sink, 'MPI_Alltoallv')))).toEqual(new Set([10]));
    expect(codes.get('COLLECTIVES-SPLIT-EVENLY')).toBe(1);
  });

  it('keeps the bytes that each rank of a real trace gives', async () => {
    const { sink } = await expandFiles(
      fileURLToPath(new URL('../../../../fixtures/dumpi/misc6', import.meta.url)),
    );
    const given = new Map<string, number>();
    const key = (row: { comm: number; seq: number }, rank: number) => `${row.comm} ${row.seq} ${rank}`;
    for (const part of sink.rows('collective_parts')) {
      if (part.call !== 'MPI_Alltoallv' && part.call !== 'MPI_Reduce_scatter') continue;
      const at = key(part, part.src);
      given.set(at, (given.get(at) ?? 0) + part.bytes);
    }
    const recorded = sink
      .rows('collectives')
      .filter(({ call }) => call === 'MPI_Alltoallv' || call === 'MPI_Reduce_scatter');
    expect(recorded.length).toBeGreaterThan(0);
    expect(given).toEqual(new Map(recorded.map((row) => [key(row, row.rank), row.bytes])));
  });
});
