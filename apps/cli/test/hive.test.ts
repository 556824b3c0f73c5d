import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { batchFromRows, NONE, tables } from '@weft/model';
import { createDataset } from '@weft/store';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writePicture } from '../src/hive/write-picture.ts';
import { main } from '../src/main.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-hive-'));
const [ring, empty] = ['ring', 'empty'].map((name) => join(folder, `${name}.weft`));

beforeAll(async () => {
  const rows = Array.from({ length: 64 }, (_, rank) =>
    [1, 63].map((step) => ({ src: rank, dst: (rank + step) % 64, call: 'MPI_Send' })),
  ).flat();
  const broadcasts = [{ src: 0, dst: 32, call: 'MPI_Bcast' }];
  const messages = [...rows, ...broadcasts].map((row, id) => ({
    ...row,
    id,
    job: 0,
    bytes: 4096,
    tag: NONE,
    comm: NONE,
    send_start: 10,
    send_end: NONE,
    recv_start: NONE,
    recv_end: 20,
  }));
  const writer = await createDataset(ring);
  await writer.write('messages', batchFromRows(tables.messages, messages));
  await writer.finish({ title: 'Ring' });
  const nothing = await createDataset(empty);
  await nothing.finish({ title: 'Nothing' });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Exit code, what is printed, and what is said beside it. */
async function run(...args: string[]): Promise<{ code: number; out: string; said: string }> {
  const written: string[] = [];
  const said: string[] = [];
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    written.push(String(text));
    for (const done of rest) if (typeof done === 'function') done();
    return true;
  });
  const stderr = vi.spyOn(console, 'error').mockImplementation((text) => void said.push(String(text)));
  try {
    return { code: await main(args), out: written.join(''), said: said.join('\n') };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

describe('weft hive', () => {
  it('prints measures by world rank, axes and what is left out', async () => {
    const { out, said } = await run('hive', ring, '--json');
    const { runs, cuts } = JSON.parse(out);
    expect(runs).toHaveLength(1);
    expect(runs[0]).toMatchObject({
      name: 'ring',
      ranks: 64,
      edges: 128,
      leftOut: { broadcasts: 1, nowhere: 0 },
    });
    expect(Object.keys(runs[0].measures)).toEqual([
      'degree',
      'betweenness',
      'closeness',
      'eccentricity',
      'pagerank',
      'transitivity',
    ]);
    expect(new Set(runs[0].measures.betweenness)).toEqual(new Set([480.5]));
    expect(new Set(runs[0].axes.degree)).toEqual(new Set([0]));
    expect(cuts.degree).toEqual({ least: 4, low: 4, high: 4, most: 4 });
    expect(said).toContain('1 messages of broadcasts left out');
  });

  it('draws the same bytes every time, also of runs of one name and of a run without traffic', async () => {
    const files = ['a.svg', 'b.svg'].map((name) => join(folder, name));
    for (const file of files) {
      const { code, said } = await run('hive', ring, ring, empty, '-o', file);
      expect(code).toBe(0);
      expect(said).toContain('empty: no point-to-point traffic');
    }
    const [first, second] = files.map((file) => readFileSync(file, 'utf8'));
    expect(first).toBe(second);
    expect(first).toContain('ring (2)');
    expect(first).not.toContain('NaN');
  });

  it('refuses a measure or a format it does not have', async () => {
    expect((await run('hive', ring, '--measures', 'beauty')).code).toBe(2);
    expect((await run('hive', ring, '-o', 'a.bmp')).said).toContain('SVG or PNG');
  });

  it('hands the drawing to a program that makes a PNG of it, and says so where there is none', () => {
    const programs = join(folder, 'programs');
    mkdirSync(programs);
    const file = join(folder, 'panel.png');
    const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="30" height="20"></svg>';
    expect(() => writePicture(file, svg, { PATH: programs })).toThrow('neither rsvg-convert nor Chromium');
    const converter = join(programs, 'rsvg-convert');
    writeFileSync(converter, '#!/bin/sh\nprintf "%s %s " "$1" "$2" > "$4"; cat "$5" >> "$4"\n', {
      mode: 0o755,
    });
    writePicture(file, svg, { PATH: programs });
    expect(readFileSync(file, 'utf8')).toBe(`--zoom 2 ${svg}`);
    writeFileSync(converter, '#!/bin/sh\necho no room >&2; exit 3\n', { mode: 0o755 });
    expect(() => writePicture(file, svg, { PATH: programs })).toThrow('made no PNG: no room');
  });
});

describe('weft identify', () => {
  it('names a ring', async () => {
    const { out } = await run('identify', ring, '--json');
    expect(JSON.parse(out).codes[0].code).toBe('ring');
  });

  it('refuses a ring that claims to be lammps, with evidence', async () => {
    const judged = JSON.parse((await run('identify', ring, '--claim', 'lammps', '--json')).out);
    expect(judged.verdict).toBe('refused');
    expect(judged.evidence.length).toBeGreaterThan(3);
  });

  it('draws the evidence, the same bytes every time, and refuses other formats', async () => {
    const files = ['one.svg', 'two.svg'].map((name) => join(folder, name));
    for (const file of files)
      expect((await run('identify', ring, '--claim', 'lammps', '-o', file)).code).toBe(0);
    const [first, second] = files.map((file) => readFileSync(file, 'utf8'));
    expect(first).toBe(second);
    expect(first).toContain('ring, 64 ranks, claims to be lammps: refused');
    expect(first).not.toContain('NaN');
    expect((await run('identify', ring, '--claim', 'lammps', '-o', 'a.bmp')).said).toContain('SVG');
    expect((await run('identify', ring, '-o', 'a.svg')).said).toContain('--claim');
  });

  it('says that a claim is unknown, and that a run tells nothing', async () => {
    expect(await run('identify', ring, '--claim', 'nobody')).toMatchObject({
      code: 1,
      said: expect.stringContaining('no run of «nobody»'),
    });
    expect(await run('identify', empty)).toMatchObject({
      code: 1,
      said: expect.stringContaining('neither point-to-point messages nor counts of calls'),
    });
    expect((await run('identify')).said).toContain('name a dataset');
  });

  it('learns a run from a folder, and passes over a broken entry there', async () => {
    const library = join(folder, 'library');
    expect((await run('identify', ring, '--add', 'carousel', '--library', library)).code).toBe(0);
    writeFileSync(join(library, 'broken.json'), '{"code": 7');
    const { out, said } = await run('identify', ring, '--library', library, '--json');
    expect(JSON.parse(out).codes[0]).toMatchObject({ code: 'carousel', distance: 0 });
    expect(said).toContain('passed over');
    expect(said).toContain('broken.json');
  });
});
