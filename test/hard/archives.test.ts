import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../apps/cli/src/main.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-archives-'));
const own = join(folder, 'own');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  mkdirSync(own);
  writeFileSync(join(folder, 'thesis.txt'), 'years of work');
});
afterEach(() => {
  expect(readFileSync(join(folder, 'thesis.txt'), 'utf8')).toBe('years of work');
  expect(readdirSync(folder).sort()).toEqual(['own', 'thesis.txt']);
  rmSync(own, { recursive: true });
});

interface Member {
  readonly name: string;
  readonly content?: string;
  /** 0 file, 1 hard link, 2 symbolic link, 3 device, 5 folder, 6 pipe, S file with holes, x, g, L and K longer headers. */
  readonly type?: string;
  readonly link?: string;
  /** The size the header announces, where it is not that of the content. */
  readonly announced?: number;
}

function tar(members: readonly Member[]): Buffer {
  const blocks = members.flatMap(({ name, content = '', type = '0', link = '', announced }) => {
    const block = Buffer.alloc(512);
    block.write(name, 0, 100);
    block.write((announced ?? content.length).toString(8).padStart(11, '0'), 124);
    block.write(' '.repeat(8), 148);
    block.write(type, 156);
    block.write(link, 157, 100);
    block.write('ustar\0', 257);
    const sum = block.reduce((total, byte) => total + byte, 0);
    block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return [block, Buffer.from(content), Buffer.alloc((512 - (content.length % 512)) % 512)];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

/** A header that says something of the next member, as POSIX spells it: the length of each line, a name and a value. */
function longer(type: 'x' | 'g', key: string, value: string): Member {
  const rest = ` ${key}=${value}\n`;
  let length = rest.length;
  while (`${length}${rest}`.length !== length) length = `${length}${rest}`.length;
  return { name: 'PaxHeader', type, content: `${length}${rest}` };
}

const CSV = 'source,target\na,b\n';

const ARCHIVES: Readonly<Record<string, () => Buffer>> = {
  'a path that leads out': () => tar([{ name: '../thesis.txt', content: 'gone' }]),
  'a path that leads far out': () => tar([{ name: `${'../'.repeat(20)}tmp/weft-was-here`, content: 'x' }]),
  'an absolute path': () => tar([{ name: '/tmp/weft-was-here', content: 'x' }]),
  'a path with a NUL': () => tar([{ name: 'a\0/../../thesis.txt', content: 'x' }]),
  'a path of Windows': () => tar([{ name: '..\\thesis.txt', content: 'x' }]),
  'a link that leads out, and a file behind it': () =>
    tar([
      { name: 'way', type: '2', link: '..' },
      { name: 'way/thesis.txt', content: 'gone' },
    ]),
  'a hard link to another file': () => tar([{ name: 'x.csv', type: '1', link: '../thesis.txt' }]),
  'a device and a pipe': () =>
    tar([
      { name: 'zero', type: '3' },
      { name: 'pipe', type: '6' },
    ]),
  'a header of 6 GB': () => tar([{ name: 'x', type: 'x', announced: 6 * 2 ** 30 }]),
  'a name of 2 MB': () => tar([{ name: 'x', type: 'L', content: 'n'.repeat(2 << 20) }, { name: 'y' }]),
  'a file that announces 8 GB': () => tar([{ name: 'edges.csv', content: CSV, announced: 8 * 2 ** 30 - 1 }]),
  'a file of less than nothing': () => tar([{ name: 'edges.csv', content: CSV, announced: -1 }]),
  'no end': () => tar([{ name: 'edges.csv', content: CSV }]).subarray(0, 700),
  'nothing but noise': () => Buffer.from('not a tar at all '.repeat(100)),
  nothing: () => Buffer.alloc(0),
  'an archive of an archive of itself': () =>
    tar([{ name: 'a.tar.gz', content: tar([{ name: 'b.tar.gz' }]).toString('latin1') }]),
  'a longer header with a path that leads out': () =>
    tar([longer('x', 'path', '../thesis.txt'), { name: 'x.csv', content: 'gone' }]),
  'a header for all with an absolute path': () =>
    tar([longer('g', 'path', '/tmp/weft-was-here'), { name: 'x.csv', content: CSV }]),
  'a longer header with a link that leads out': () =>
    tar([longer('x', 'linkpath', '../thesis.txt'), { name: 'x.csv', type: '1' }]),
  'a longer header with 9 PB': () =>
    tar([longer('x', 'size', '9007199254740991'), { name: 'x.csv', content: CSV }]),
  'a longer header with a size that is none': () =>
    tar([longer('x', 'size', '-1'), { name: 'x.csv', content: CSV }]),
  'a longer header whose line has no end': () =>
    tar([
      { name: 'PaxHeader', type: 'x', content: '99999999999 path=x' },
      { name: 'x.csv', content: CSV },
    ]),
  'a longer name that leads out': () =>
    tar([
      { name: '././@LongLink', type: 'L', content: '../thesis.txt\0' },
      { name: 'x', content: 'gone' },
    ]),
  'a longer link that leads out': () =>
    tar([
      { name: '././@LongLink', type: 'K', content: '../thesis.txt\0' },
      { name: 'x.csv', type: '2' },
    ]),
  'a file with holes': () => tar([{ name: 'edges.csv', type: 'S', content: CSV }]),
  'a kind that nobody knows': () => tar([{ name: 'edges.csv', type: 'Z', content: CSV }]),
  'a file in the place of a folder': () =>
    tar([
      { name: 'a', content: CSV },
      { name: 'a/b.csv', content: CSV },
    ]),
  'a folder in the place of a file': () =>
    tar([
      { name: 'a.csv', content: CSV },
      { name: 'a.csv', type: '5' },
    ]),
  'the same name often': () => tar(Array.from({ length: 500 }, () => ({ name: 'edges.csv', content: CSV }))),
  'a way in and out again': () => tar([{ name: 'a/b/../../../thesis.txt', content: 'gone' }]),
  'names of nothing': () => tar(['', '.', './', '..', '/', '//'].map((name) => ({ name, content: CSV }))),
  'names for a terminal': () => tar([{ name: 'a\u001b[2J\u0007.csv', content: CSV }]),
  'folders in folders': () => tar([{ name: `${'d/'.repeat(45)}edges.csv`, content: CSV }]),
  'a zip file': () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(2000, 1)]),
  'packed files in packed files': () => gzipSync(gzipSync(gzipSync(CSV))),
  '2000 empty files': () => tar(Array.from({ length: 2000 }, (_, i) => ({ name: `f${i}` }))),
};

/** Words and a code, or a dataset; and beside it nothing but what was there. */
async function importOrRefuse(file: string): Promise<void> {
  const before = readdirSync(own).sort();
  const said: string[] = [];
  const stderr = vi.spyOn(console, 'error').mockImplementation((text) => void said.push(String(text)));
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((_text, ...rest) => {
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  const code = await main(['import', join(own, file), '-o', join(own, 'out.weft')]);
  stderr.mockRestore();
  stdout.mockRestore();
  if (code !== 0) expect(said.join('\n')).toMatch(/^weft: [A-Z-]+: /m);
  expect(said.join('\n')).not.toMatch(/^ {4}at /m);
  expect(readdirSync(own).sort()).toEqual(code === 0 ? [...before, 'out.weft'].sort() : before);
  rmSync(join(own, 'out.weft'), { recursive: true, force: true });
}

describe('archives', () => {
  it.each(Object.keys(ARCHIVES))('with %s are refused or read inside their folder', async (name) => {
    const bytes = ARCHIVES[name]();
    writeFileSync(join(own, 'a.tar'), bytes);
    await importOrRefuse('a.tar');
    writeFileSync(join(own, 'a.tar.gz'), gzipSync(bytes));
    await importOrRefuse('a.tar.gz');
  });

  it('that grow without measure are refused before they fill the disk', async () => {
    writeFileSync(join(own, 'edges.csv.gz'), gzipSync(Buffer.alloc(65 << 20), { level: 1 }));
    await importOrRefuse('edges.csv.gz');
    writeFileSync(join(own, 'cut.csv.gz'), gzipSync(CSV.repeat(1000)).subarray(0, 40));
    await importOrRefuse('cut.csv.gz');
  });
});
