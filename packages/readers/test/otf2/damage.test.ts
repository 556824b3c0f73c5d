import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatError } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { ArchiveWriter } from './archive-writer.ts';
import { importArchive } from './import-archive.ts';
import { temporaryFolders } from './temporary-folder.ts';

const newFolder = temporaryFolders();
const fixture = fileURLToPath(new URL('../../../../fixtures/otf2/p-bswap8/', import.meta.url));

/** A copy of an archive to damage. */
function copy(name = 'archive'): string {
  const folder = join(newFolder(), name);
  cpSync(fixture, folder, { recursive: true });
  return folder;
}

/** The error of an import, without the name of the temporary folder. */
async function errorOf(folder: string, path = join(folder, 'traces.otf2')): Promise<string> {
  try {
    await importArchive(path);
  } catch (error) {
    return formatError(error).replaceAll(folder, 'DIR');
  }
  return 'no error';
}

async function survive(folder: string) {
  const { report, sink } = await importArchive(join(folder, 'traces.otf2'), { keepGoing: true });
  const said = report.diagnostics.map(
    ({ code, count, text }) => `${code} ${count}: ${text.replaceAll(folder, 'DIR')}`,
  );
  return { said, counts: report.counts, sink };
}

/** An archive of several chunks whose second chunk can be damaged. */
function chunked(): string {
  const archive = new ArchiveWriter({ chunkSize: 1024 }).world(1);
  for (let i = 0; i < 300; i++) archive.evt(0).at(i).enter(1).leave(1);
  const folder = newFolder();
  archive.write(folder);
  return folder;
}

describe('damaged archives', () => {
  it('an event file that was cut', async () => {
    const folder = copy();
    truncateSync(join(folder, 'traces/3.evt'), 200);
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-TRUNCATED: the event file ends without its end mark after 12 events (DIR/traces/3.evt, offset 200, record end of file). The run may have been killed; with --keep-going the events up to there are imported."`,
    );
    const { said, counts } = await survive(folder);
    expect(counts.sends).toBe(44);
    expect(said).toMatchInlineSnapshot(`
      [
        "OTF2-TRUNCATED 1: the event file ends without its end mark after 12 events (DIR/traces/3.evt, offset 200, record end of file)",
        "OTF2-LOST-EVENTS 26: events lost in damaged parts, as far as known",
        "OTF2-LOST-BYTES 2: bytes of damaged or cut files that could not be read",
        "OTF2-OPEN-REGIONS 2: regions entered and never left: no span, or one that ends with the region around it",
        "SENDS 44: messages sent",
        "MATCHED 40: messages with their receive",
        "UNMATCHED-SENDS 4: messages without a recorded receive; kept with recv_end = none",
        "UNMATCHED-RECEIVES 4: receives without a recorded send; no message is made of them",
      ]
    `);
  });

  it('an event file that is missing', async () => {
    const folder = copy();
    rmSync(join(folder, 'traces/5.evt'));
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-MISSING-FILE: location 5 should have 38 events, its file is missing (DIR/traces/5.evt, offset 0, record location 5). Copy the whole archive; with --keep-going the other locations are imported."`,
    );
    const { said, counts } = await survive(folder);
    expect(counts).toMatchObject({ ranks: 8, sends: 42 });
    expect(said).toMatchInlineSnapshot(`
      [
        "OTF2-MISSING-FILE 1: location 5 should have 38 events, its file is missing (DIR/traces/5.evt, offset 0, record location 5)",
        "SENDS 42: messages sent",
        "MATCHED 36: messages with their receive",
        "UNMATCHED-SENDS 6: messages without a recorded receive; kept with recv_end = none",
        "UNMATCHED-RECEIVES 6: receives without a recorded send; no message is made of them",
      ]
    `);
  });

  it('an event file that is empty', async () => {
    const folder = copy();
    writeFileSync(join(folder, 'traces/5.evt'), '');
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-TRUNCATED: the event file is empty (DIR/traces/5.evt, offset 0, record end of file). The run may have been killed; with --keep-going the other files are imported."`,
    );
    expect((await survive(folder)).said).toMatchInlineSnapshot(`
      [
        "OTF2-TRUNCATED 1: the event file is empty (DIR/traces/5.evt, offset 0, record end of file)",
        "SENDS 42: messages sent",
        "MATCHED 36: messages with their receive",
        "UNMATCHED-SENDS 6: messages without a recorded receive; kept with recv_end = none",
        "UNMATCHED-RECEIVES 6: receives without a recorded send; no message is made of them",
      ]
    `);
  });

  it('an event file of something else', async () => {
    const folder = copy();
    writeFileSync(join(folder, 'traces/5.evt'), 'this is a letter, not a trace');
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-BAD-RECORD: a chunk must begin with byte 3 and a byte order mark (DIR/traces/5.evt, offset 0, record header of chunk 1). Copy the archive again; with --keep-going the other chunks and files are imported."`,
    );
    expect((await survive(folder)).said).toMatchInlineSnapshot(`
      [
        "OTF2-BAD-RECORD 1: a chunk must begin with byte 3 and a byte order mark (DIR/traces/5.evt, offset 0, record header of chunk 1)",
        "OTF2-LOST-BYTES 29: bytes of damaged or cut files that could not be read",
        "SENDS 42: messages sent",
        "MATCHED 36: messages with their receive",
        "UNMATCHED-SENDS 6: messages without a recorded receive; kept with recv_end = none",
        "UNMATCHED-RECEIVES 6: receives without a recorded send; no message is made of them",
      ]
    `);
  });

  it('a record of absurd length', async () => {
    const folder = copy();
    const file = join(folder, 'traces/2.evt');
    const bytes = readFileSync(file);
    const at = bytes.indexOf(Uint8Array.of(14, 7));
    bytes.fill(255, at + 1, at + 10);
    writeFileSync(file, bytes);
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-BAD-RECORD: damaged event record: its 18446744073709552000 bytes reach past the end of its chunk (DIR/traces/2.evt, offset 136, record MPI_SEND after event 8). Copy the archive again; with --keep-going the other chunks and files are imported."`,
    );
  });

  it('a damaged chunk: the others are read and the events lost are known', async () => {
    const folder = chunked();
    const file = join(folder, 'traces/0.evt');
    const bytes = readFileSync(file);
    const [first, next] = [1024, 2048].map((at) => Number(bytes.readBigUInt64LE(at + 2)));
    bytes.fill(4, 1024 + 18, 1024 + 40);
    writeFileSync(file, bytes);
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-BAD-RECORD: damaged event record: no record has this id (DIR/traces/0.evt, offset 1042, record RECORD_4 after event 117). Copy the archive again; with --keep-going the other chunks and files are imported."`,
    );
    const { said, counts } = await survive(folder);
    expect(counts.events).toBe(600 - (next - first));
    expect(said).toContain(`OTF2-LOST-EVENTS ${next - first}: events lost in damaged parts, as far as known`);
  });

  it('anchor files that are none', async () => {
    const folder = copy();
    const anchor = join(folder, 'traces.otf2');
    writeFileSync(anchor, 'OTF2');
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-NOT-AN-ARCHIVE: this is not an OTF2 anchor file (DIR/traces.otf2, offset 0, record anchor). Name the archive by its .otf2 file."`,
    );
    writeFileSync(anchor, '');
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-NOT-AN-ARCHIVE: the anchor file is empty (DIR/traces.otf2, offset 0, record anchor). Name the archive by its .otf2 file."`,
    );
    writeFileSync(anchor, readFileSync(join(fixture, 'traces.otf2')).subarray(0, 30));
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-BAD-RECORD: damaged OTF2 file: 8 bytes wanted, 0 are left (DIR/traces.otf2, offset 30, record anchor). Copy the archive again; with --keep-going the readable rest is imported."`,
    );
    rmSync(anchor);
    expect(await errorOf(folder, folder)).toMatchInlineSnapshot(
      `"OTF2-MISSING-FILE: these files of an OTF2 archive have no anchor file (.otf2) beside them (DIR/traces/0.def, offset 0, record anchor). Name the .otf2 file, or the folder that holds it."`,
    );
  });

  it('archives in containers or compressed', async () => {
    const folder = newFolder();
    new ArchiveWriter({ anchor: { substrate: 2 } }).write(folder);
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-UNSUPPORTED: this OTF2 archive cannot be read: its locations lie in SIONlib containers (DIR/traces.otf2, offset 28, record anchor). Write the archive as plain files: substrate POSIX, no compression."`,
    );
    new ArchiveWriter({ anchor: { compression: 2 } }).write(folder);
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-UNSUPPORTED: this OTF2 archive cannot be read: its files are compressed by zlib (DIR/traces.otf2, offset 28, record anchor). Write the archive as plain files: substrate POSIX, no compression."`,
    );
  });

  it('global definitions missing, cut or empty', async () => {
    const folder = copy();
    const file = join(folder, 'traces.def');
    truncateSync(file, 900);
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-BAD-RECORD: damaged OTF2 file: a record of 16 bytes where 10 are left (DIR/traces.def, offset 890, record definition 60). Copy the archive again; with --keep-going the readable rest is imported."`,
    );
    expect((await survive(folder)).said.slice(0, 2)).toMatchInlineSnapshot(`
      [
        "OTF2-BAD-RECORD 1: damaged OTF2 file: a record of 16 bytes where 10 are left (DIR/traces.def, offset 890, record definition 60)",
        "OTF2-DEFINITIONS-MISSING 84: global definitions announced by the anchor file and not found in DIR/traces.def",
      ]
    `);
    truncateSync(file, 0);
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-TRUNCATED: the definition file is empty (DIR/traces.def, offset 0, record chunk header). The run may have been killed; with --keep-going what is readable is imported."`,
    );
    rmSync(file);
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-MISSING-FILE: the archive has no global definitions file (DIR/traces.def, offset 0, record global definitions). Copy the whole archive: the .otf2 file, the .def file and the folder beside them (DIR)."`,
    );
  });

  it('a group or id map larger than its record', async () => {
    const folder = newFolder();
    const archive = new ArchiveWriter().world(1);
    archive.define(18, (w) => w.v32(9).v32(0).u8(0).v32(4_000_000_000));
    archive.write(folder);
    expect(await errorOf(folder)).toMatchInlineSnapshot(
      `"OTF2-BAD-RECORD: damaged OTF2 file: a group of 4000000000 members in 0 bytes (DIR/traces.def, offset 417, record Group). Copy the archive again; with --keep-going the readable rest is imported."`,
    );
    const other = newFolder();
    const second = new ArchiveWriter().world(1);
    second.evt(0).at(1).enter(0);
    second.local(0).record(5, (w) =>
      w
        .u8(3)
        .v64(1n << 60n)
        .u8(0),
    );
    second.write(other);
    expect(await errorOf(other)).toMatchInlineSnapshot(
      `"OTF2-BAD-RECORD: damaged OTF2 file: an id map of 1152921504606846976 entries in 0 bytes (DIR/traces/0.def, offset 31, record MappingTable). Copy the archive again; with --keep-going the readable rest is imported."`,
    );
  });

  it('a clock offset that was cut does not spoil the ones before it', async () => {
    const folder = newFolder();
    const archive = new ArchiveWriter().world(1);
    archive.evt(0).at(150).enter(1).at(160).leave(1);
    for (const [time, offset] of [
      [100n, 10n],
      [200n, 20n],
    ]) {
      archive.local(0).record(6, (w) => w.u64(time).s64(offset).f64(0));
    }
    archive.local(0).record(6, (w) => w.u64(300n));
    archive.write(folder);
    const { said, sink } = await survive(folder);
    expect(sink.rows('spans')).toMatchObject([{ enter: 165, exit: 176 }]);
    expect(said[0]).toContain('record ClockOffset');
  });

  it('an archive without ranks is read and says so', async () => {
    const folder = newFolder();
    new ArchiveWriter().write(folder);
    const { said, counts, sink } = await survive(folder);
    expect(counts).toMatchObject({ ranks: 0, locations: 0, events: 0 });
    expect(sink.tables).toEqual(['jobs']);
    expect(said).toMatchInlineSnapshot(`
      [
        "OTF2-NO-RANKS 1: the archive has no processes: events were counted, there are no messages and no spans",
      ]
    `);
  });

  it('paths with spaces and letters of any script', async () => {
    const folder = copy('Läufe 2024 測試 [a]');
    const { counts } = await survive(folder);
    expect(counts.sends).toBe(48);
  });

  it('two archives in one folder stay apart', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'both'));
    for (const name of ['a', 'b']) {
      cpSync(join(fixture, 'traces'), join(folder, 'both', name), { recursive: true });
      for (const end of ['otf2', 'def'])
        cpSync(join(fixture, `traces.${end}`), join(folder, 'both', `${name}.${end}`));
    }
    const { report, sink } = await importArchive(folder);
    expect(report.counts.sends).toBe(48);
    expect(sink.rows('messages').length).toBe(96);
    expect(sink.rows('jobs').map(({ id, name }) => [id, name])).toEqual([
      [0, 'a'],
      [1, 'b'],
    ]);
  });
});
