import { describe, expect, it } from 'vitest';
import { ArchiveWriter } from './archive-writer.ts';
import { importArchive } from './import-archive.ts';
import { temporaryFolders } from './temporary-folder.ts';

const newFolder = temporaryFolders();
const PUT = 20;
const GET = 21;
const FETCH = 22;
const FILE = 23;
const POSIX = 24;

/** Two ranks and a window on their communicator, which rank 0 knows by another id. */
function archiveWithWindow(littleEndian: boolean): ArchiveWriter {
  const archive = new ArchiveWriter({ littleEndian }).world(2);
  archive.region(PUT, 'MPI_Rput', 4).region(GET, 'MPI_Get', 4).region(FETCH, 'MPI_Fetch_and_op', 4);
  archive.region(FILE, 'MPI_File_write_all', 4).region(POSIX, 'write', 1);
  archive.define(24, (w) => w.v32(9).v32(0).v32(0).v32(0));
  archive.local(0).record(5, (w) => w.u8(8).v64(1).u8(1).v64(3).v64(9));
  return archive;
}

describe('one-sided transfers and files of OTF2', () => {
  for (const littleEndian of [true, false]) {
    it(`are messages and bytes of calls, ${littleEndian ? 'little' : 'big'}-endian`, async () => {
      const archive = archiveWithWindow(littleEndian);
      const events = archive.evt(0);
      const transfer = (id: number, bytes: number) =>
        events.record(id, (w) => w.v32(3).v32(1).v64(bytes).v64(77));
      events.at(10).enter(PUT);
      transfer(46, 1000);
      events.at(12).leave(PUT).at(20).enter(GET);
      transfer(47, 70_000);
      events.at(25).leave(GET).at(30).enter(FETCH);
      events.record(48, (w) => w.v32(3).v32(1).u8(2).v64(8).v64(16).v64(78));
      events.at(31).leave(FETCH).at(40).enter(FILE);
      events.record(75, (w) => w.v32(5).u8(1).v32(0).v64(4096).v64(1));
      events.at(41).enter(POSIX);
      events.record(75, (w) => w.v32(6).u8(1).v32(0).v64(4096).v64(2));
      events.at(42).leave(POSIX).at(50).leave(FILE);
      archive.evt(1).at(60).enter(0).at(61).leave(0);
      const { sink, report } = await importArchive(archive.write(newFolder()));
      const rows = sink
        .rows('messages')
        .map((m) => [m.call, m.src, m.dst, m.bytes, m.send_start, m.recv_end]);
      expect(rows.sort()).toEqual([
        ['MPI_Fetch_and_op', 0, 1, 8, 30, -1],
        ['MPI_Fetch_and_op', 1, 0, 16, -1, 31],
        ['MPI_Get', 1, 0, 70_000, -1, 25],
        ['MPI_Rput', 0, 1, 1000, 10, -1],
      ]);
      const calls = Object.fromEntries(sink.rows('calls').map(({ call, bytes }) => [call, bytes]));
      expect(calls).toEqual({
        ...{ MPI_Rput: 1000, MPI_Get: 70_000 },
        ...{ MPI_Fetch_and_op: 24, MPI_File_write_all: 4096 },
      });
      expect(report.diagnostics).toContainEqual(expect.objectContaining({ code: 'ONE-SIDED', count: 4 }));
      expect(report.diagnostics.map(({ code }) => code)).not.toContain('OTF2-UNKNOWN-TARGETS');
    });
  }

  it('are copies inside a rank where the window belongs to an accelerator', async () => {
    const archive = archiveWithWindow(true).location(7n, 0);
    archive.group(8, 5, [0n, 1n], 0, 5).communicator(8, 8, 'CUDA');
    archive.define(24, (w) => w.v32(10).v32(0).v32(8).v32(0));
    const stream = archive.evt(7);
    const copy = (id: number, bytes: number, transfer: number) =>
      stream.record(id, (w) => w.v32(10).v32(0).v64(bytes).v64(transfer));
    const end = (transfer: number) => stream.record(50, (w) => w.v32(10).v64(transfer));
    stream.at(5);
    copy(47, 4096, 1);
    stream.at(9);
    end(1);
    copy(46, 100, 2);
    stream.at(30);
    end(2);
    for (const rank of [0, 1]) archive.evt(rank).at(1).enter(0).at(40).leave(0);
    const { sink, report } = await importArchive(archive.write(newFolder()));
    expect(sink.rows('messages')).toEqual([]);
    expect(sink.rows('calls')).toMatchObject([
      { rank: 0, call: 'Device copy', count: 2, bytes: 4196, time: 25 },
    ]);
    expect(report.diagnostics.map(({ code }) => code)).toEqual(['OTF2-NO-LOCAL-DEFINITIONS']);
  });

  it('keep their bytes where the window is not defined', async () => {
    const archive = archiveWithWindow(true);
    archive
      .evt(0)
      .at(1)
      .record(46, (w) => w.v32(4).v32(1).v64(5).v64(0));
    archive.evt(1).at(2).enter(0).at(3).leave(0);
    const { sink, report } = await importArchive(archive.write(newFolder()));
    expect(sink.rows('messages')).toMatchObject([{ call: 'MPI_Put', src: 0, dst: -1, bytes: 5, comm: -1 }]);
    expect(report.diagnostics).toContainEqual(
      expect.objectContaining({ code: 'OTF2-UNKNOWN-TARGETS', count: 1 }),
    );
  });
});
