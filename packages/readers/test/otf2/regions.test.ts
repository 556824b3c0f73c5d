import { execFileSync, spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventFileWriter } from '../../src/otf2-writing/event-file-writer.ts';
import { ArchiveWriter, region } from './archive-writer.ts';
import { importArchive } from './import-archive.ts';
import { temporaryFolders } from './temporary-folder.ts';

const newFolder = temporaryFolders();
const SOLVE = 20;
const PARALLEL = 21;
const KERNEL = 22;
const OTHER_SOLVE = 23;
const THREAD = 4_294_967_296n;
const GPU = 8_589_934_592n;

/** Doubles are written as the integer of the same bits. */
const bitsOf = (value: number): bigint => new BigUint64Array(Float64Array.of(value).buffer)[0];

/** One rank with a thread, a stream of a GPU in a location group of its own, and two metrics. */
function hybridArchive(littleEndian = true): ArchiveWriter {
  const archive = new ArchiveWriter({ littleEndian }).world(1);
  archive.region(SOLVE, 'solve', 1).region(PARALLEL, '!$omp parallel', 3);
  archive.region(KERNEL, 'kernel<float>', 5).region(OTHER_SOLVE, 'solve', 3);
  archive.location(THREAD, 0);
  const context = archive.string('CUDA Context 0');
  archive.define(13, (w) => w.v32(1).v32(context).u8(2).v32(0).v32(0));
  const stream = archive.string('CUDA[0:7]');
  archive.define(14, (w) => w.v64(GPU).v32(stream).u8(2).v64(4).v32(1));
  archive.metric(0, 'PAPI_TOT_CYC', 0, '#').metric(1, 'memory', 0x31, 'bytes', 1);
  archive.metricClass(4, [0, 1]);
  for (const location of [0n, THREAD, GPU]) archive.evt(location);
  return archive;
}

type Row = [
  stream: number,
  depth: number,
  kind: string | null,
  call: string | null,
  enter: number,
  exit: number,
];

describe('regions of OTF2', () => {
  for (const littleEndian of [true, false]) {
    it(`are spans with their depth and stream, ${littleEndian ? 'little' : 'big'}-endian`, async () => {
      const archive = hybridArchive(littleEndian);
      archive.evt(0).at(0).enter(region.main).at(10).enter(SOLVE).at(20).enter(region.allreduce);
      archive.evt(0).collective(11, 0, 0xffffffff, 8, 8).at(30).leave(region.allreduce);
      archive.evt(0).at(40).leave(SOLVE).at(100).leave(region.main);
      archive.evt(THREAD).at(12).enter(PARALLEL).at(14).enter(OTHER_SOLVE).at(16).leave(OTHER_SOLVE);
      archive.evt(THREAD).at(18).leave(PARALLEL);
      archive.evt(GPU).at(50).enter(KERNEL).at(70).leave(KERNEL);
      const { sink, report } = await importArchive(archive.write(newFolder()));
      expect(spansOf(sink.rows('spans'))).toEqual([
        [0, 0, 'user', 'main', 0, 100],
        [0, 1, 'user', 'solve', 10, 40],
        [0, 2, 'mpi', 'MPI_Allreduce', 20, 30],
        [1, 0, 'openmp', '!$omp parallel', 12, 18],
        [1, 1, 'openmp', 'solve (openmp)', 14, 16],
        [2, 0, 'cuda', 'kernel<float>', 50, 70],
      ] satisfies Row[]);
      expect(sink.rows('streams').map(({ rank, stream, name, kind }) => [rank, stream, name, kind])).toEqual([
        [0, 0, 'thread', 'thread'],
        [0, 1, 'thread', 'thread'],
        [0, 2, 'CUDA[0:7]', 'accelerator'],
      ]);
      expect(sink.rows('calls').map(({ call, count, time }) => [call, count, time])).toEqual([
        ['MPI_Allreduce', 1, 10],
      ]);
      expect(
        sink.rows('regions').map(({ region, kind, count, time }) => [region, kind, count, time]),
      ).toEqual([
        ['main', 'user', 1, 100],
        ['solve', 'user', 1, 30],
        ['!$omp parallel', 'openmp', 1, 6],
        ['kernel<float>', 'cuda', 1, 20],
        ['solve (openmp)', 'openmp', 1, 2],
      ]);
      expect(report.diagnostics.filter(({ code }) => code.startsWith('OTF2-UNKNOWN'))).toEqual([]);
    });

    it(`come with the values of metrics, ${littleEndian ? 'little' : 'big'}-endian`, async () => {
      const archive = hybridArchive(littleEndian);
      const reading = (cycles: number | bigint, memory: number) =>
        archive.evt(0).record(31, (w) => w.v32(9).u8(2).u8(4).v64(cycles).u8(10).v64(bitsOf(memory)));
      archive.local(0).record(5, (w) => w.u8(5).v64(1).u8(1).v64(9).v64(4));
      archive.evt(0).at(5);
      reading(2n ** 40n + 7n, 2.5);
      archive.evt(0).enter(region.main).at(8);
      reading(3, -0.25);
      archive.evt(0).record(31, (w) => w.v32(4).u8(3).u8(4).v64(5).u8(8).s64(-6n).u8(4).v64(1));
      archive
        .evt(0)
        .at(9)
        .leave(region.main)
        .record(31, (w) => w.v32(77).u8(1).u8(4).v64(1));
      const { sink, report } = await importArchive(archive.write(newFolder()));
      expect(sink.rows('rank_counters').map(({ metric, time, value }) => [metric, time, value])).toEqual([
        ['PAPI_TOT_CYC', 5, 2 ** 40 + 7],
        ['memory', 5, 25],
        ['PAPI_TOT_CYC', 8, 3],
        ['memory', 8, -2.5],
        ['PAPI_TOT_CYC', 8, 5],
        ['memory', 8, -60],
      ]);
      expect(sink.rows('rank_metrics')).toEqual([
        { job: 0, metric: 'PAPI_TOT_CYC', unit: '#', mode: 'accumulated', timing: 'start', doc: null },
        { job: 0, metric: 'memory', unit: 'bytes', mode: 'level', timing: 'next', doc: null },
      ]);
      expect(report.diagnostics).toContainEqual(
        expect.objectContaining({ code: 'OTF2-UNKNOWN-METRICS', count: 2 }),
      );
    });
  }

  it('without a definition are kept and named', async () => {
    const archive = new ArchiveWriter().world(1);
    archive.evt(0).at(1).enter(999).at(4).leave(999);
    const { sink, report } = await importArchive(archive.write(newFolder()));
    expect(spansOf(sink.rows('spans'))).toEqual([[0, 0, 'other', 'unknown region', 1, 4]]);
    expect(report.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'OTF2-UNKNOWN-REGIONS', count: 1 }),
    );
  });

  it('of a program without MPI make its processes ranks', async () => {
    const archive = new ArchiveWriter();
    archive.region(0, 'main', 1).process(3).location(30n, 3).location(31n, 3).process(5).location(50n, 5);
    archive.evt(30n).at(1).enter(0).at(9).leave(0);
    archive.evt(31n).at(2).enter(0).at(3).leave(0);
    archive.evt(50n).at(4).enter(0).at(6).leave(0);
    const { sink, report } = await importArchive(archive.write(newFolder()));
    expect(report.counts.ranks).toBe(2);
    const rows = sink.rows('spans').map(({ rank, stream, enter, exit }) => [rank, stream, enter, exit]);
    expect(rows.sort()).toEqual([
      [0, 0, 1, 9],
      [0, 1, 2, 3],
      [1, 0, 4, 6],
    ]);
  });

  it('hold copies to a device as spans, those under way together in lanes of their own', async () => {
    const archive = hybridArchive();
    archive.group(7, 5, [0n], 0, 5).communicator(7, 7, 'CUDA');
    archive.define(24, (w) => w.v32(0).v32(0).v32(7).v32(0));
    const begin = (id: number) => archive.evt(GPU).record(46, (w) => w.v32(0).v32(0).v64(64).v64(id));
    const end = (id: number) => archive.evt(GPU).record(50, (w) => w.v32(0).v64(id));
    archive.evt(GPU).at(10);
    begin(1);
    archive.evt(GPU).at(12);
    begin(2);
    archive.evt(GPU).at(15);
    end(1);
    archive.evt(GPU).at(20);
    end(2);
    begin(3);
    const { sink, report } = await importArchive(archive.write(newFolder()));
    expect(spansOf(sink.rows('spans'))).toEqual([
      [2, 0, 'copy', 'Device copy', 10, 15],
      [2, 1, 'copy', 'Device copy', 12, 20],
    ]);
    expect(sink.rows('calls')).toMatchObject([{ call: 'Device copy', count: 3, bytes: 192, time: 13 }]);
    expect(report.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'OTF2-OPEN-COPIES', count: 1 }),
    );
  });

  it('nest as a slow count of what is around each of them says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(STEPS.length), { maxLength: 60 }), async (steps) => {
        const archive = hybridArchive();
        const spans = writeSteps(archive.evt(0), steps);
        const { sink } = await importArchive(archive.write(newFolder()), { threads: 1 });
        const expected = spans.map((span) => [depthOf(span, spans), span.enter, span.exit]);
        expect(sink.rows('spans').map(({ depth, enter, exit }) => [depth, enter, exit])).toEqual(expected);
      }),
      { numRuns: 25 },
    );
  });

  it.skipIf(spawnSync('otf2-print', ['--version']).error)('are those that otf2-print lists', async () => {
    const archive = hybridArchive();
    fillWithLoops(archive.evt(0), 40);
    fillWithLoops(archive.evt(THREAD), 25);
    fillWithLoops(archive.evt(GPU), 60);
    const anchor = archive.write(newFolder());
    const { sink } = await importArchive(anchor);
    const printed = execFileSync('otf2-print', [anchor], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    expect(sink.count('spans')).toBe(printed.match(/^ENTER /gm)?.length);
    expect(sink.count('rank_counters')).toBe(2 * (printed.match(/^METRIC /gm)?.length ?? 0));
  });
});

interface Nested {
  readonly enter: number;
  readonly exit: number;
}

const STEPS = [region.main, SOLVE, region.send, PARALLEL];

/** Each step enters a region, or leaves the innermost; all are left in the end. Returns them as they are left. */
function writeSteps(events: EventFileWriter, steps: readonly number[]): Nested[] {
  const open: { id: number; enter: number }[] = [];
  const spans: Nested[] = [];
  const leave = (time: number): void => {
    const top = open.pop();
    if (!top) return;
    events.at(time).leave(top.id);
    spans.push({ enter: top.enter, exit: time });
  };
  steps.forEach((step, time) => {
    const id = STEPS[step];
    if (id === undefined) return leave(time);
    events.at(time).enter(id);
    open.push({ id, enter: time });
  });
  for (let time = steps.length; open.length > 0; time++) leave(time);
  return spans;
}

function depthOf({ enter, exit }: Nested, spans: readonly Nested[]): number {
  return spans.filter((other) => other.enter < enter && other.exit > exit).length;
}

function fillWithLoops(events: EventFileWriter, times: number): void {
  for (let time = 0; time < times; time++) {
    events
      .at(10 * time + 1)
      .enter(SOLVE)
      .at(10 * time + 3)
      .enter(KERNEL);
    events.record(31, (w) =>
      w
        .v32(4)
        .u8(2)
        .u8(4)
        .v64(time)
        .u8(10)
        .v64(bitsOf(time / 4)),
    );
    events
      .at(10 * time + 5)
      .leave(KERNEL)
      .at(10 * time + 6)
      .leave(SOLVE);
  }
}

function spansOf(
  spans: readonly {
    stream: number;
    depth: number;
    kind: string | null;
    call: string | null;
    enter: number;
    exit: number;
  }[],
): Row[] {
  const rows = spans.map(
    ({ stream, depth, kind, call, enter, exit }): Row => [stream, depth, kind, call, enter, exit],
  );
  return rows.sort((a, b) => a[0] - b[0] || a[4] - b[4]);
}
