import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { MemorySink } from '@weft/model';
import { afterAll, describe, expect, it } from 'vitest';
import { importFiles, parseCalls } from '../../src/index.ts';
import { globToRegex } from '../../src/source/expand-paths.ts';
import { openSources } from '../../src/source/open-sources.ts';
import { unpackFile } from '../../src/source/unpack-file.ts';
import { tarHeader } from './tar-header.ts';

const fixtures = fileURLToPath(new URL('../../../../fixtures', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'weft test ü-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function messagesOf(path: string, options = {}): Promise<number> {
  const sink = new MemorySink();
  await importFiles([path], sink, options);
  return sink.rows('messages').length;
}

describe('sources', () => {
  it('reads tar and tar.gz archives', async () => {
    for (const [name, flags] of [
      ['trace.tar', '-cf'],
      ['trace.tar.gz', '-czf'],
      ['renamed', '-czf'],
    ]) {
      const archive = join(scratch, name);
      execFileSync('tar', [flags, archive, '-C', join(fixtures, 'dumpi'), 'bswap8']);
      expect(await messagesOf(archive)).toBe(24);
    }
  });

  it('reads files packed one by one', async () => {
    const folder = join(scratch, 'packed');
    mkdirSync(folder);
    writeFileSync(join(folder, 'log.xml.gz'), gzipSync(readFileSync(join(fixtures, 'ipm/bswap8.ipm.xml'))));
    expect(await messagesOf(folder)).toBeGreaterThan(0);
    const trace = join(scratch, 'gz');
    mkdirSync(trace);
    for (const name of readdirSync(join(fixtures, 'dumpi/bswap8')).filter((file) => file.endsWith('.bin'))) {
      writeFileSync(join(trace, `${name}.gz`), gzipSync(readFileSync(join(fixtures, 'dumpi/bswap8', name))));
    }
    const { sets } = await importFiles([trace], new MemorySink());
    expect(sets.map((set) => set.counts.matched)).toEqual([24]);
    const meta = readdirSync(join(fixtures, 'dumpi/bswap8')).find((file) => file.endsWith('.meta')) as string;
    writeFileSync(join(trace, meta), readFileSync(join(fixtures, 'dumpi/bswap8', meta)));
    const again = await importFiles([trace], new MemorySink());
    expect(again.sets.map((set) => set.counts.matched)).toEqual([24]);
    expect(again.sets[0].diagnostics.map(({ code }) => code)).not.toContain('META-MISSING');
  });

  it.each([/./, /\.evt$/])('keeps folders inside one another where files %s are packed', async (packed) => {
    const from = join(fixtures, 'otf2/p-bswap8');
    const to = mkdtempSync(join(scratch, 'otf2-'));
    for (const name of readdirSync(from, { recursive: true, encoding: 'utf8' })) {
      if (statSync(join(from, name)).isDirectory()) mkdirSync(join(to, name));
      else if (packed.test(name))
        writeFileSync(join(to, `${name}.gz`), gzipSync(readFileSync(join(from, name))));
      else copyFileSync(join(from, name), join(to, name));
    }
    expect(await messagesOf(to)).toBe(48);
  });

  it('says that an archive is cut off', async () => {
    const archive = join(scratch, 'whole.tar.gz');
    execFileSync('tar', ['-czf', archive, '-C', join(fixtures, 'dumpi'), 'bswap8']);
    writeFileSync(join(scratch, 'cut.tar.gz'), readFileSync(archive).subarray(0, 3000));
    await expect(messagesOf(join(scratch, 'cut.tar.gz'))).rejects.toMatchObject({ code: 'DAMAGED-ARCHIVE' });
  });

  it('understands globs', () => {
    expect(globToRegex('a*.{bin,meta}').test('abc.meta')).toBe(true);
    expect(globToRegex('rank-[0-3]?.bin').test('rank-12.bin')).toBe(true);
    expect(globToRegex('x+.bin').test('xx.bin')).toBe(false);
  });

  it('imports several data sets as jobs of one dataset', async () => {
    const sink = new MemorySink();
    const paths = [
      join(fixtures, 'dumpi/bswap8'),
      join(fixtures, 'ipm/bswap8.ipm.xml'),
      join(fixtures, 'dumpi/annot4'),
    ];
    const { sets, facts } = await importFiles(paths, sink);
    expect(sets.map((set) => set.format)).toEqual(['dumpi', 'dumpi', 'ipm']);
    expect(sink.rows('jobs').map((row) => row.id)).toEqual([0, 1, 2]);
    const texts = (facts.diagnostics ?? []).filter(({ code }) => code === 'SENDS').map(({ text }) => text);
    const titles = sets.filter(({ counts }) => counts.sends > 0).map((set) => set.facts.title);
    expect(texts).toEqual(titles.map((title) => `${title}: messages sent`));
    const ids = sink.rows('messages').map((row) => row.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('imports the other data sets where one cannot be read, if it is to keep going', async () => {
    const broken = join(scratch, 'broken.otf2');
    writeFileSync(broken, 'no anchor');
    const paths = [broken, join(fixtures, 'dumpi/bswap8')];
    await expect(importFiles(paths, new MemorySink())).rejects.toMatchObject({ code: 'OTF2-NOT-AN-ARCHIVE' });
    await expect(importFiles([broken], new MemorySink(), { keepGoing: true })).rejects.toMatchObject({
      code: 'OTF2-NOT-AN-ARCHIVE',
      file: broken,
    });
    const sink = new MemorySink();
    const { sets, facts } = await importFiles(paths, sink, { keepGoing: true });
    expect(sets.map((set) => set.format)).toEqual(['dumpi']);
    expect(sink.rows('jobs').length).toBe(1);
    const lost = facts.diagnostics?.find(({ code }) => code === 'SETS-LOST');
    expect(lost).toMatchObject({ count: 1, text: expect.stringContaining(broken) });
  });

  it('keeps only the calls asked for', async () => {
    const trace = join(fixtures, 'dumpi/misc6');
    const sink = new MemorySink();
    await importFiles([trace], sink, { calls: parseCalls('Isend, collective') });
    expect(new Set(sink.rows('messages').map((row) => row.call))).toEqual(new Set(['MPI_Isend']));
    expect(sink.rows('collectives').length).toBe(117);
    expect(sink.rows('spans').every((row) => row.call === 'MPI_Isend' || row.call !== 'MPI_Wait')).toBe(true);
    expect(() => parseCalls('MPI Send')).toThrow(/no call/);
  });

  it('adds the messages of collectives and keeps the others', async () => {
    const sink = new MemorySink();
    await importFiles([join(fixtures, 'dumpi/bswap8')], sink, { expandCollectives: true });
    const rows = sink.rows('messages');
    const byCall = (call: string) => rows.filter((row) => row.call === call);
    expect(byCall('MPI_Isend').length).toBe(24);
    expect(byCall('MPI_Barrier/dissemination').length).toBe(3 * 3 * 8);
    expect(byCall('MPI_Gather/binomial').reduce((sum, row) => sum + Number(row.bytes), 0)).toBe(12 * 32_768);
    expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length);
  });

  it('repairs clocks of a trace whose one rank is late', async () => {
    const folder = join(scratch, 'skewed');
    mkdirSync(folder);
    const source = join(fixtures, 'dumpi/amr16');
    for (const name of readdirSync(source).filter((file) => file.endsWith('.bin'))) {
      const bytes = readFileSync(join(source, name));
      if (name.includes('-0005')) bytes.writeInt32BE(bytes.readInt32BE(12) - 3, 12);
      writeFileSync(join(folder, name), bytes);
    }
    const sink = new MemorySink();
    const { facts } = await importFiles([folder], sink, { repairClocks: true });
    const text = facts.diagnostics?.find(({ code }) => code === 'CLOCKS-REPAIRED')?.text ?? '';
    const [, before, after] = /: (\d+) before the repair, (\d+) after/.exec(text) ?? [];
    expect(Number(before)).toBeGreaterThan(20);
    expect(Number(after)).toBeLessThan(Number(before) / 10);
    const early = sink.rows('messages').filter((row) => Number(row.recv_end) < Number(row.send_start));
    expect(early.length).toBe(Number(after));
  });
});

describe('archives', () => {
  it('that grow beyond all measure are refused and leave nothing', async () => {
    const own = join(scratch, 'grow');
    mkdirSync(own);
    const bomb = join(scratch, 'bomb.gz');
    writeFileSync(bomb, gzipSync(Buffer.alloc(80 << 20)));
    const refused = importFiles([bomb], new MemorySink(), { scratch: own });
    await expect(refused).rejects.toMatchObject({ code: 'ARCHIVE-TOO-LARGE', file: bomb });
    expect(readdirSync(own)).toEqual([]);
  });

  it.each([
    ['headers for all', 'g', 1 << 20, 65],
    ['empty files', '0', 0, 16_385],
  ])(
    'of nothing but %s are refused before they fill a disk',
    {
      timeout: 60_000,
    },
    async (_, type, size, count) => {
      const own = mkdtempSync(join(scratch, 'small-'));
      const member = Buffer.concat([tarHeader({ name: 'x.csv', size, type }), Buffer.alloc(size)]);
      const archive = join(scratch, 'small.tar.gz');
      writeFileSync(archive, gzipSync(Buffer.alloc(count * member.length, member)));
      const opened = openSources([archive], undefined, own);
      await expect(opened).rejects.toMatchObject({ code: 'ARCHIVE-TOO-LARGE', file: archive });
      expect(readdirSync(own)).toEqual([]);
    },
  );

  it('are unpacked where it is asked for, and what dead processes left there goes', async () => {
    const own = join(scratch, 'unpack');
    const here = `.weft-unpack-${hostname().replace(/[^A-Za-z0-9]/g, '')}-`;
    mkdirSync(join(own, `${here}999999999-aaaaaa`), { recursive: true });
    const kept = [
      `${here}${process.pid}-bbbbbb`,
      `${here}mine`,
      '.weft-unpack-otherhost-999999999-aaaaaa',
    ].sort();
    for (const name of kept) mkdirSync(join(own, name));
    const archive = join(scratch, 'beside.tar.gz');
    execFileSync('tar', ['-czf', archive, '-C', join(fixtures, 'dumpi'), 'bswap8']);
    const sources = await openSources([archive], undefined, own);
    expect(sources.files[0].path.startsWith(join(own, `${here}${process.pid}-`))).toBe(true);
    await sources.close();
    expect(readdirSync(own).sort()).toEqual(kept);
  });

  it('on a disk that is full are called that', async () => {
    const archive = join(scratch, 'full.gz');
    writeFileSync(archive, gzipSync(Buffer.alloc(4096, 'x')));
    const folder = join(scratch, 'full');
    mkdirSync(folder);
    symlinkSync('/dev/full', join(folder, 'full'));
    const packing = { compression: 'gzip', tar: false } as const;
    await expect(unpackFile(archive, packing, folder)).rejects.toMatchObject({ code: 'DISK-FULL' });
  });
});
