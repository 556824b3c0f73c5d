import { describe, expect, it } from 'vitest';
import { ArchiveWriter, region } from './archive-writer.ts';
import { importArchive } from './import-archive.ts';
import { temporaryFolders } from './temporary-folder.ts';

const newFolder = temporaryFolders();

function diagnosticsOf(list: readonly { code: string; count: number }[]): Record<string, number> {
  return Object.fromEntries(list.map(({ code, count }) => [code, count]));
}

describe('meaning of OTF2 events', () => {
  for (const littleEndian of [true, false]) {
    it(`gives messages the times of their calls, ${littleEndian ? 'little' : 'big'}-endian`, async () => {
      const archive = new ArchiveWriter({ littleEndian, globalOffset: 100n }).world(2);
      archive.evt(0).at(110).enter(region.send).at(112).send(1, 0, 7, 4096).at(120).leave(region.send);
      archive.evt(1).at(111).enter(region.recv).at(125).recv(0, 0, 7, 4096).at(126).leave(region.recv);
      const { sink, report } = await importArchive(archive.write(newFolder()));
      expect(sink.rows('messages')).toEqual([
        {
          id: expect.any(Number),
          job: 0,
          src: 0,
          dst: 1,
          bytes: 4096,
          count: 1,
          tag: 7,
          comm: 0,
          call: 'MPI_Send',
          send_start: 10,
          send_end: 20,
          recv_start: 11,
          recv_end: 26,
          step: -1,
        },
      ]);
      expect(sink.rows('vertices')).toMatchObject([{ kind: 'host', name: 'node07' }]);
      expect(sink.rows('ranks').map(({ host }) => host)).toEqual([0, 0]);
      expect(report.facts.timeRange).toEqual([10, 26]);
      expect(sink.rows('calls')).toMatchObject([
        { rank: 0, call: 'MPI_Send', count: 1, bytes: 4096, time: 10 },
        { rank: 1, call: 'MPI_Recv', count: 1, bytes: 0, time: 15 },
      ]);
    });
  }

  it('matches receives in the order they were posted, not completed', async () => {
    const archive = new ArchiveWriter().world(2);
    archive
      .evt(0)
      .at(1)
      .enter(1)
      .send(1, 0, 5, 10)
      .at(2)
      .leave(1)
      .at(3)
      .enter(1)
      .send(1, 0, 5, 20)
      .at(4)
      .leave(1);
    archive
      .evt(1)
      .at(5)
      .enter(region.irecv)
      .irecvRequest(0xfffffffffffffff0n)
      .at(6)
      .leave(region.irecv)
      .at(7)
      .enter(region.irecv)
      .irecvRequest(2)
      .at(8)
      .leave(region.irecv)
      .at(9)
      .enter(region.wait)
      .irecv(0, 0, 5, 20, 2)
      .at(10)
      .leave(region.wait)
      .at(11)
      .enter(region.wait)
      .irecv(0, 0, 5, 10, 0xfffffffffffffff0n)
      .at(12)
      .leave(region.wait);
    const { sink } = await importArchive(archive.write(newFolder()));
    expect(sink.rows('messages')).toMatchObject([
      { bytes: 10, send_start: 1, recv_start: 5, recv_end: 12 },
      { bytes: 20, send_start: 3, recv_start: 7, recv_end: 10 },
    ]);
  });

  it('counts cancelled, unfinished and unknown requests apart', async () => {
    const archive = new ArchiveWriter().world(2);
    archive
      .evt(0)
      .at(1)
      .irecvRequest(1)
      .irecvRequest(2)
      .cancelled(1)
      .isend(1, 0, 0, 8, 3)
      .isend(1, 0, 0, 8, 4)
      .isendComplete(4)
      .isendComplete(99)
      .requestTest(3);
    archive.evt(1).at(2).recv(0, 0, 0, 8);
    const { sink, report } = await importArchive(archive.write(newFolder()));
    expect(report.counts).toMatchObject({ sends: 2, receives: 1, matched: 1, unmatchedSends: 1 });
    expect(diagnosticsOf(report.diagnostics)).toMatchObject({
      'RECEIVES-CANCELLED': 1,
      'RECEIVES-UNFINISHED': 1,
      'SENDS-UNFINISHED': 1,
      'UNKNOWN-REQUESTS': 1,
      'UNMATCHED-SENDS': 1,
    });
    expect(sink.rows('messages').map(({ call }) => call)).toEqual(['MPI_Isend', 'MPI_Isend']);
  });

  it('translates sub-, self and inter-communicators to world ranks', async () => {
    const archive = new ArchiveWriter().world(4);
    archive.group(2, 5, [3n, 1n]).group(3, 5, [0n, 2n]).group(4, 6, []);
    archive.communicator(10, 2, 'row').communicator(11, 4, 'MPI_COMM_SELF');
    archive.define(43, (w) => w.v32(12).v32(0).v32(2).v32(3).v32(0).v32(0));
    archive.group(5, 5, [1n, 2n], 1).communicator(13, 5, 'global');
    archive.evt(0).at(1).send(0, 12, 1, 1);
    archive.evt(1).at(1).send(0, 10, 1, 2).send(0, 11, 1, 4).collective(1, 10, 0, 5, 6).send(1, 12, 1, 8);
    archive.evt(2).at(1).send(1, 13, 1, 16).send(9, 10, 1, 32);
    archive.evt(3).at(1).recv(1, 10, 1, 2).recv(0, 12, 1, 1);
    const { sink, report } = await importArchive(archive.write(newFolder()));
    const byBytes = sink.rows('messages').sort((a, b) => a.bytes - b.bytes);
    expect(byBytes.map(({ src, dst, bytes, comm }) => [src, dst, bytes, comm])).toEqual([
      [0, 3, 1, 6],
      [1, 3, 2, 1],
      [1, 1, 4, 3],
      [1, 2, 8, 6],
      [2, 1, 16, 7],
      [2, -1, 32, 1],
    ]);
    expect(byBytes.map(({ recv_end }) => recv_end)).toEqual([1, 1, -1, -1, -1, -1]);
    expect(sink.rows('collectives')).toMatchObject([
      { comm: 1, seq: 0, call: 'MPI_Bcast', root: 3, rank: 1, bytes: 5 },
    ]);
    expect(diagnosticsOf(report.diagnostics)).toMatchObject({ 'OTF2-UNKNOWN-PEERS': 1 });
    const members = sink.rows('communicators').map(({ comm, rank, world_rank }) => [comm, rank, world_rank]);
    expect(members.filter(([comm]) => comm === 1)).toEqual([
      [1, 0, 3],
      [1, 1, 1],
    ]);
    expect(members.filter(([comm]) => comm === 6).map(([, , world]) => world)).toEqual([3, 1, 0, 2]);
  });

  it('numbers collectives in the order they were started', async () => {
    const archive = new ArchiveWriter().world(1);
    archive
      .evt(0)
      .at(1)
      .enter(region.iallreduce)
      .record(85, (w) => w.v64(5))
      .at(2)
      .leave(region.iallreduce)
      .at(3)
      .enter(region.allreduce)
      .collective(11, 0, 0xffffffff, 8, 8)
      .at(4)
      .leave(region.allreduce)
      .at(5)
      .enter(region.wait)
      .record(86, (w) => w.u8(11).v32(0).v32(0xffffffff).v64(16).v64(16).v64(5))
      .at(6)
      .leave(region.wait);
    const { sink } = await importArchive(archive.write(newFolder()));
    expect(
      sink
        .rows('collectives')
        .map(({ seq, call, bytes, enter, exit, root }) => [seq, call, bytes, enter, exit, root]),
    ).toEqual([
      [0, 'MPI_Iallreduce', 16, 1, 6, -1],
      [1, 'MPI_Allreduce', 8, 3, 4, -1],
    ]);
    expect(sink.rows('calls').map(({ call, bytes }) => [call, bytes])).toEqual([
      ['MPI_Wait', 0],
      ['MPI_Allreduce', 8],
      ['MPI_Iallreduce', 16],
    ]);
  });

  it('weaves the threads of a rank together by time', async () => {
    const archive = new ArchiveWriter().world(2).location(1n << 32n, 0);
    archive.evt(0).at(1).send(1, 0, 3, 100).at(5).send(1, 0, 3, 300).isend(1, 0, 4, 1, 77);
    archive
      .evt(1n << 32n)
      .at(3)
      .send(1, 0, 3, 200)
      .at(9)
      .isendComplete(77);
    archive
      .evt(1)
      .at(10)
      .recv(0, 0, 3, 100)
      .at(11)
      .recv(0, 0, 3, 200)
      .at(12)
      .recv(0, 0, 3, 300)
      .recv(0, 0, 4, 1);
    const { sink, report } = await importArchive(archive.write(newFolder()));
    const rows = sink.rows('messages').map(({ bytes, recv_end, send_end }) => [bytes, send_end, recv_end]);
    expect(rows).toEqual([
      [100, 1, 10],
      [200, 3, 11],
      [300, 5, 12],
      [1, 9, 12],
    ]);
    expect(diagnosticsOf(report.diagnostics)).not.toHaveProperty('UNKNOWN-REQUESTS');
  });

  it('maps local region and communicator ids, dense and sparse, and calling contexts', async () => {
    const archive = new ArchiveWriter().world(2);
    archive.group(2, 5, [1n, 0n]).communicator(500_000_000, 2, 'swapped');
    archive.define(34, (w) => w.v32(40).v32(region.send).v32(0xffffffff).v32(0xffffffff));
    archive.local(0).record(5, (w) => w.u8(6).v64(1).u8(1).v64(9).v64(500_000_000));
    archive.local(0).record(5, (w) => w.u8(3).v64(2).u8(0).v64(region.recv).v64(region.send));
    archive.local(0).record(5, (w) => w.u8(10).v64(1).u8(0).v64(40));
    archive.evt(0).at(1).enter(1).send(0, 9, 2, 64).at(4).leave(1);
    archive
      .evt(0)
      .at(5)
      .record(66, (w) => w.v32(0).v32(1))
      .send(0, 9, 2, 32)
      .at(9)
      .record(67, (w) => w.v32(0));
    archive.evt(1).at(2).recv(1, 500_000_000, 2, 64);
    const { sink } = await importArchive(archive.write(newFolder()));
    expect(
      sink.rows('messages').map((m) => [m.src, m.dst, m.call, m.send_start, m.send_end, m.comm]),
    ).toEqual([
      [0, 1, 'MPI_Send', 1, 4, 1],
      [0, 1, 'MPI_Send', 5, 9, 1],
    ]);
  });

  it('skips attribute lists, unknown records and longer ones of newer versions', async () => {
    const archive = new ArchiveWriter().world(1);
    archive
      .evt(0)
      .at(1)
      .attributes((w) => w.v32(1).v32(3).u8(10).f64(1.5))
      .enter(region.send)
      .record(200, (w) => w.str('from the future'), true)
      .record(14, (w) => w.v32(0).v32(0).v32(1).v64(8).v64(1).v64(2))
      .single(24, (w) => w.v32(70_000))
      .single(28, (w) => w.v64(1n << 40n))
      .record(31, (w) => w.raw(new Uint8Array(90)))
      .leave(region.send);
    archive.define(99, (w) => w.str('new definition'));
    const { report } = await importArchive(archive.write(newFolder()));
    expect(report.counts).toMatchObject({
      events: 7,
      attributeLists: 1,
      RECORD_200: 1,
      sends: 1,
      sendBytes: 8,
    });
    expect(diagnosticsOf(report.diagnostics)).toMatchObject({ 'OTF2-UNKNOWN-RECORDS': 1 });
  });

  it('reads groups as written before format 1.2 and archives without calendar', async () => {
    const archive = new ArchiveWriter();
    archive.string('');
    const old = (id: number, type: number, members: number[]) =>
      archive.define(18, (w) => {
        w.v32(id).v32(0).u8(type).v32(members.length);
        for (const member of members) w.v64(member);
      });
    archive.process(0).location(7n, 0).process(1).location(5n, 1);
    old(0, 6, [7, 5]);
    old(1, 4, [0, 1]);
    archive.define(22, (w) => w.v32(0).v32(0).v32(1).v32(0xffffffff));
    archive.evt(7).at(1).send(1, 0, 1, 11);
    archive.evt(5).at(2).recv(0, 0, 1, 11);
    const { sink, report } = await importArchive(archive.write(newFolder()));
    expect(sink.rows('messages')).toMatchObject([{ src: 0, dst: 1, bytes: 11, recv_end: 2 }]);
    expect(report.facts.origin).toBeNull();
  });

  it('puts time 0 at the first event where the stated start lies behind it', async () => {
    const archive = new ArchiveWriter({ globalOffset: 1000n }).world(2);
    archive.evt(0).at(400).send(1, 0, 1, 1);
    archive.evt(1).at(1500).recv(0, 0, 1, 1);
    const { sink, report } = await importArchive(archive.write(newFolder()));
    expect(sink.rows('messages')).toMatchObject([{ send_start: 0, recv_end: 1100 }]);
    expect(diagnosticsOf(report.diagnostics)).toMatchObject({ 'OTF2-ORIGIN-MOVED': 1 });
  });

  it('reads many chunks alike, whole or in pieces, in threads or not', async () => {
    const archive = new ArchiveWriter({ chunkSize: 4096, ticksPerSecond: 1_995_563_064n }).world(2);
    for (let i = 0; i < 3000; i++) {
      archive
        .evt(0)
        .at(i * 1e6)
        .enter(1)
        .send(1, 0, i % 3, i)
        .at(i * 1e6 + 9)
        .leave(1);
      archive
        .evt(1)
        .at(i * 1e6 + 5)
        .enter(2)
        .recv(0, 0, i % 3, i)
        .at(i * 1e6 + 99)
        .leave(2);
    }
    const path = archive.write(newFolder());
    const inline = await importArchive(path);
    const dry = await importArchive(path, { dryRun: true });
    expect(inline.report.counts).toMatchObject({ sends: 3000, matched: 3000, events: 18_000 });
    expect(dry.report.counts).toMatchObject({ sends: 3000, events: 18_000 });
    expect(dry.report.facts.timeRange).toEqual(inline.report.facts.timeRange);
  });
});
