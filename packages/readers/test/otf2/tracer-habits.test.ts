import { renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ArchiveWriter, region } from './archive-writer.ts';
import { importArchive } from './import-archive.ts';
import { temporaryFolders } from './temporary-folder.ts';

const newFolder = temporaryFolders();
const UNDEFINED_32 = 0xffffffff;
const UNDEFINED_64 = 0xffffffffffffffffn;
/** What tracers make of MPI_UNDEFINED, the count of a status that nobody filled. */
const UNDEFINED_COUNT = 18446744073709518850n;

describe('names of archives', () => {
  const send = (name: string) => {
    const archive = new ArchiveWriter().world(2);
    archive.evt(0).at(1).send(1, 0, 7, 8);
    archive.evt(1).at(2).recv(0, 0, 7, 8);
    const path = archive.write(newFolder());
    const stem = join(dirname(path), name);
    for (const ending of ['.otf2', '.def', '']) renameSync(path.replace(/\.otf2$/, ending), stem + ending);
    return stem;
  };

  it.each(['run.1', 'trace.2026-11', 'a b ü'])(
    '%s is found from its anchor and from its folder',
    async (name) => {
      const stem = send(name);
      for (const path of [`${stem}.otf2`, dirname(stem)]) {
        expect((await importArchive(path)).report.counts).toMatchObject({ sends: 1, matched: 1 });
      }
    },
  );

  it('is found from any file of it', async () => {
    const stem = send('traces');
    for (const path of [`${stem}.def`, join(stem, '1.evt')]) {
      expect((await importArchive(path)).report.counts).toMatchObject({ sends: 1, matched: 1 });
    }
  });
});

describe('habits of tracers', () => {
  it('takes sizes that are none as 0 and counts them', async () => {
    const archive = new ArchiveWriter().world(2);
    archive.evt(0).at(1).send(1, 0, 7, 8);
    archive
      .evt(0)
      .at(2)
      .record(23, (w) => w.u8(0).v32(0).v32(0xffffffff).v64(UNDEFINED_64).v64(UNDEFINED_64));
    archive.evt(1).at(3).irecvRequest(1).at(4).irecv(0, 0, 7, UNDEFINED_COUNT, 1);
    const { sink, report } = await importArchive(archive.write(newFolder()));
    expect(report.counts).toMatchObject({ sendBytes: 8, receiveBytes: 0, 'collective.BARRIER.sent': 0 });
    expect(report.diagnostics.find(({ code }) => code === 'OTF2-BAD-SIZES')?.count).toBe(3);
    expect(sink.rows('messages')).toMatchObject([{ src: 0, dst: 1, bytes: 8, recv_end: 4 }]);
    expect(sink.rows('collectives')).toMatchObject([{ call: 'MPI_Barrier', bytes: 0 }]);
  });

  it('keeps the two halves of an exchange apart that share their request', async () => {
    const archive = new ArchiveWriter().world(2).region(8, 'MPI_Isendrecv', 4);
    for (const [rank, peer] of [
      [0, 1],
      [1, 0],
    ]) {
      archive.evt(rank).at(10).enter(8).isend(peer, 0, 1, 100, 5).irecvRequest(5).at(11).leave(8);
      archive.evt(rank).at(12).enter(region.recv).at(14).recv(peer, 0, 1, 200).at(15).leave(region.recv);
      archive.evt(rank).at(16).enter(region.wait).isendComplete(5).irecv(peer, 0, 1, 100, 5);
      archive.evt(rank).at(20).leave(region.wait).at(21).enter(region.send).send(peer, 0, 1, 200);
      archive.evt(rank).at(22).leave(region.send);
    }
    const { sink, report } = await importArchive(archive.write(newFolder()));
    expect(report.diagnostics.map(({ code }) => code)).not.toContain('UNKNOWN-REQUESTS');
    const times = sink.rows('messages').map(({ bytes, send_end, recv_end }) => [bytes, send_end, recv_end]);
    expect(times.sort()).toEqual([
      [100, 20, 20],
      [100, 20, 20],
      [200, 22, 15],
      [200, 22, 15],
    ]);
  });

  it('keeps a named communicator where a nameless one takes its id later, as with two modules of EZTrace', async () => {
    const archive = new ArchiveWriter().world(2);
    archive.define(18, (w) => w.v32(1).v32(UNDEFINED_32).u8(0).v32(1).v64(0).u8(5).u8(4).v32(0));
    archive.define(22, (w) => w.v32(0).v32(UNDEFINED_32).v32(1).v32(UNDEFINED_32).v32(0));
    archive.evt(0).at(1).send(1, 0, 7, 8);
    archive.evt(1).at(2).recv(0, 0, 7, 8);
    const { sink } = await importArchive(archive.write(newFolder()));
    expect(sink.rows('messages')).toMatchObject([{ src: 0, dst: 1, recv_end: 2 }]);
  });

  it('names a collective that EZTrace records in the wait after the call that started it', async () => {
    const archive = new ArchiveWriter().world(1);
    archive.evt(0).at(1).enter(region.iallreduce).at(2).leave(region.iallreduce);
    archive.evt(0).at(3).enter(region.wait).collective(11, 0, UNDEFINED_32, 8, 8).at(5).leave(region.wait);
    archive.evt(0).at(6).enter(region.allreduce).collective(11, 0, UNDEFINED_32, 8, 8);
    archive.evt(0).at(7).leave(region.allreduce);
    const { sink } = await importArchive(archive.write(newFolder()));
    expect(sink.rows('collectives').map(({ call }) => call)).toEqual(['MPI_Iallreduce', 'MPI_Allreduce']);
  });

  it('knows the calls of TAU, named with brackets and marked as user code', async () => {
    const archive = new ArchiveWriter().world(2).region(8, 'MPI_Ssend()', 1).region(9, 'my_mpi_thing()', 1);
    archive.evt(0).at(1).enter(9).at(2).enter(8).send(1, 0, 7, 8).at(5).leave(8).at(6).leave(9);
    archive.evt(1).at(9).recv(0, 0, 7, 8);
    const { sink } = await importArchive(archive.write(newFolder()));
    expect(sink.rows('messages')).toMatchObject([{ call: 'MPI_Ssend', send_start: 2, send_end: 5 }]);
    expect(sink.rows('calls')).toMatchObject([{ rank: 0, call: 'MPI_Ssend', count: 1 }]);
  });

  it('leaves a region from another calling context than it was entered in', async () => {
    const archive = new ArchiveWriter().world(2);
    const contexts = [region.main, region.send, region.send, region.recv];
    contexts.forEach((id, context) => {
      archive.define(34, (w) => w.v32(context).v32(id).v32(0xffffffff).v32(0xffffffff));
    });
    const events = archive.evt(0);
    const enter = (context: number) => events.record(66, (w) => w.v32(context).v32(1));
    const leave = (context: number) => events.record(67, (w) => w.v32(context));
    events.at(1);
    enter(0);
    events.at(2);
    enter(1);
    events.send(1, 0, 7, 8).at(5);
    leave(2);
    events.at(6);
    leave(0);
    archive.evt(1).at(9).recv(0, 0, 7, 8);
    const { sink, report } = await importArchive(archive.write(newFolder()));
    expect(sink.rows('messages')).toMatchObject([{ call: 'MPI_Send', send_start: 2, send_end: 5 }]);
    expect(sink.rows('calls')[0]).toMatchObject({ call: 'MPI_Send', count: 1, time: 3 });
    expect(report.diagnostics.map(({ code }) => code)).not.toContain('OTF2-STRAY-LEAVES');
  });
});

describe('the tree of the system', () => {
  const HOST = 0;
  const SOCKET_DOMAIN = 3;
  const CORE_DOMAIN = 5;

  /** Nodes below the host, and the node of each process. */
  function placed(
    nodes: readonly { id: number; name: string; kind: string; parent: number; domain?: number }[],
    parents: readonly number[],
  ): ArchiveWriter {
    const archive = new ArchiveWriter().world(parents.length);
    for (const { id, name, kind, parent, domain } of nodes) {
      const [text, className] = [archive.string(name), archive.string(kind)];
      archive.define(12, (w) => w.v32(id).v32(text).v32(className).v32(parent));
      if (domain !== undefined) archive.define(27, (w) => w.v32(id).u8(domain));
    }
    parents.forEach((parent, process) => {
      archive.define(13, (w) => w.v32(process).v32(0).u8(1).v32(parent).v32(UNDEFINED_32));
      archive.evt(process).at(1).enter(0).at(2).leave(0);
    });
    return archive;
  }

  it('tells the host, socket and core of each rank, by domain or by class', async () => {
    const archive = placed(
      [
        { id: 1, name: 'socket 0', kind: 'package', parent: HOST },
        { id: 2, name: 'chip #1', kind: 'x', parent: HOST, domain: SOCKET_DOMAIN },
        { id: 3, name: 'NUMA node 1', kind: 'numanode', parent: 2 },
        { id: 4, name: 'core17', kind: 'y', parent: 3, domain: CORE_DOMAIN },
      ],
      [1, 4, HOST],
    );
    const { sink } = await importArchive(archive.write(newFolder()));
    expect(sink.rows('vertices').map(({ name }) => name)).toEqual(['node07']);
    expect(sink.rows('ranks')).toMatchObject([
      { rank: 0, host: 0, socket: 0, core: -1 },
      { rank: 1, host: 0, socket: 1, core: 17 },
      { rank: 2, host: 0, socket: -1, core: -1 },
    ]);
  });
});
