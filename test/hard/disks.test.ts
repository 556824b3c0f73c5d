import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cleanLeftovers, openDataset } from '@weft/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf, ownMounts, runOnDisk, sizeOf } from './small-disk.ts';
import { rowsOf, trace, weft } from './weft-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-disks-'));
const given = join(folder, 'given');
const SIMULATE = ['simulate', 'binary-swap-8', '-o', 'out.weft', '--force'];
let rows = 0;

beforeAll(async () => {
  mkdirSync(given);
  spawnSync(process.execPath, [weft, ...SIMULATE], { cwd: given });
  rows = await rowsOf(join(given, 'out.weft'), 'messages');
  writeFileSync(join(given, 'edges.csv'), 'source,target\nnode1,top\nnode2,top\n');
  spawnSync(process.execPath, [weft, 'import', 'edges.csv', '-o', 'site.weft'], { cwd: given });
  spawnSync(process.execPath, [weft, 'import', trace, '-o', 'trace.weft'], { cwd: given });
  mkdirSync(join(given, 'samples'));
  for (const n of [1, 2, 3])
    writeFileSync(
      join(given, 'samples', `${n}.csv`),
      `time,node,port,PortXmitPkts\n${n},node1,1,${n}\n${n},node2,1,${n}\n`,
    );
  spawnSync('tar', ['czf', join(given, 'trace.tar.gz'), '-C', dirname(trace), 'bswap8']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const WATCH = ['watch', '--counters', 'samples', '--interval', '20ms', '--samples', '3', '-o', 'site.weft'];

/** Every command that writes, each into a folder that has something to lose. */
const writers: Readonly<Record<string, readonly string[]>> = {
  simulate: SIMULATE,
  import: ['import', trace, '-o', 'out.weft', '--force'],
  'import of an archive': ['import', 'trace.tar.gz', '-o', 'out.weft', '--force'],
  place: ['place', 'trace.weft', '-o', 'out.weft', '--force'],
  export: ['export', 'out.weft', '--format', 'otf2', '-o', 'archive'],
  'hive -o': ['hive', 'out.weft', '-o', 'panel.svg'],
  'identify --add': ['identify', 'out.weft', '--add', 'swap', '--library', 'library'],
};

/** An error in words and with a code, never a stack. */
function expectWords(stderr: string): void {
  expect(stderr).toMatch(/^weft( \w+)?: ([A-Z-]+: |.*(no space|ENOSPC))/m);
  expect(stderr).not.toMatch(/^ {4}at /m);
}

describe.skipIf(!ownMounts)('a disk that is full (needs unshare and mount)', () => {
  it.each(Object.keys(writers))('at any write of %s: what was there stays, and it is said', async (name) => {
    const full = sizeOf(given);
    let failures = 0;
    for (const room of [0, 4, 12, 28, 60, 124, 252]) {
      const run = runOnDisk(given, writers[name], { kib: full + room });
      if (!run) continue;
      await cleanLeftovers(run.left);
      expect(await rowsOf(join(run.left, 'out.weft'), 'messages')).toBeGreaterThan(0);
      await rowsOf(join(run.left, 'site.weft'), 'counters');
      if (run.status !== 0) {
        failures++;
        expectWords(run.stderr);
        expect(contentOf(join(run.left, 'out.weft'))).toEqual(contentOf(join(given, 'out.weft')));
        const others = readdirSync(run.left).filter((entry) => entry.startsWith('.'));
        expect(others).toEqual([]);
      } else if (room >= 60) break;
    }
    expect(failures).toBeGreaterThan(0);
  });
});

describe.skipIf(!ownMounts)('a disk that is read-only (needs unshare and mount)', () => {
  it.each(Object.keys(writers))('is said by %s, and nothing changes', (name) => {
    const run = runOnDisk(given, writers[name], { kib: 65_536, readOnly: true })!;
    expect(run.status).not.toBe(0);
    expectWords(run.stderr);
    expect(contentOf(run.left)).toEqual(contentOf(given));
  });

  it('is read all the same', () => {
    for (const args of [
      ['info', 'out.weft'],
      ['sql', 'out.weft', 'select count(*) from messages'],
      ['hive', 'out.weft'],
    ])
      expect(runOnDisk(given, args, { kib: 65_536, readOnly: true })!.status).toBe(0);
  });

  it('keeps no studies, which is said with what to do', () => {
    const env = { WEFT_HOME: '.' };
    const args = ['demo', 'binary-swap-4', '--no-open', '--port', '0'];
    const run = runOnDisk(given, args, { kib: 65_536, readOnly: true, env })!;
    expect(run.stderr).toContain('HOME-NOT-WRITABLE');
    expect(run.stderr).toContain('WEFT_HOME');
  });
});

describe.skipIf(!ownMounts)('weft watch (needs unshare and mount)', () => {
  it.each([
    ['full', { kib: 0 }],
    ['read-only', { kib: 65_536, readOnly: true }],
  ])('goes on where the disk is %s, says so, and loses no sample that was there', async (_, options) => {
    const kib = options.kib || sizeOf(given);
    const run = runOnDisk(given, WATCH, { ...options, kib, seconds: 20 })!;
    expect(run.stderr).toMatch(/^weft watch: .*(no space|full|read-only|EROFS)/im);
    expect(run.stderr).not.toMatch(/^ {4}at /m);
    const { manifest } = await openDataset(join(run.left, 'site.weft'), { threads: 1 });
    expect(manifest.tables.links?.rows).toBe(4);
  });
});

describe('a limit of the size of files', () => {
  it('leaves the dataset before as it was, and no other, wherever it strikes', async () => {
    const own = join(folder, 'limited');
    mkdirSync(own);
    cpSync(join(given, 'out.weft'), join(own, 'out.weft'), { recursive: true });
    for (const blocks of [0, 1, 2, 3, 4, 8, 12]) {
      const limited = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`;
      const args = ['-c', limited, process.execPath, weft, ...SIMULATE];
      const { status, stderr } = spawnSync('/bin/sh', args, { cwd: own, encoding: 'utf8' });
      if (status !== 0) expectWords(stderr);
      await cleanLeftovers(own);
      expect(readdirSync(own)).toEqual(['out.weft']);
      expect(await rowsOf(join(own, 'out.weft'), 'messages')).toBe(rows);
    }
  });
});
