import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { main } from '../src/main.ts';

let printed: string[];

beforeEach(() => {
  printed = [];
  const take = (text: unknown) => printed.push(String(text));
  vi.spyOn(console, 'log').mockImplementation(take);
  vi.spyOn(process.stdout, 'write').mockImplementation((text, ...rest) => {
    take(text);
    const taken = rest.find((argument) => typeof argument === 'function');
    taken?.();
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

it('prints how the seven representations compare (LANL-36, LANL-37)', async () => {
  expect(await main(['layout', '--table', '--json'])).toBe(0);
  const table: Record<string, string>[] = JSON.parse(printed.join(''));
  const column = (name: string) => table.map((row) => row[name]).join();
  expect(column('name')).toBe('QS,DL,DC,DR,LB,F1,HT');
  expect(column('detail')).toBe('very,very,very,very,yes,somewhat,somewhat');
  expect(column('scalability')).toBe('no,no,somewhat,yes,somewhat,yes,very');
  expect(column('complexity')).toBe('very high,high,moderate,high,moderate,moderate,low');
  printed.length = 0;
  expect(await main(['layout', '--table'])).toBe(0);
  expect(printed.join('')).toContain('HT  Fat H tree            somewhat  very         low\n');
});

it('names unit cells that overlap by half', async () => {
  const pair = ['--A', '(n+1)*2^(n-2)*b', '--B', '2^(n-2)*b', '--levels', '3'];
  expect(await main(['layout', ...pair])).toBe(0);
  expect(printed.join('')).toContain('box 9 x 9, fill 59.3 %, 20 collisions');
  expect(printed.join('')).toContain('layer 1 switch 0 (-4, 4) overlaps layer 2 switch 0 (-3.5, 3.5)');
});

it('draws a network by any layout that can', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weft-layout-'));
  const file = join(folder, 'rings.svg');
  const network = ['--network', 'dragonfly:hostsPerSwitch=2,switchesPerGroup=4,globalLinks=2'];
  try {
    expect(await main(['layout', 'rings', ...network, '-o', file])).toBe(0);
    expect(printed.join('')).toBe('rings (Groups on a ring): 108 of 108 vertices placed in 2 dimensions\n');
    const svg = readFileSync(file, 'utf8');
    // 72 hosts, 36 switches and two marks of the key; 72 cables of hosts, 54 within groups and 36 between them.
    expect(svg.match(/<circle/g)).toHaveLength(72 + 36 + 2);
    expect(svg.match(/<line/g)).toHaveLength(72 + 54 + 36);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('says which layouts can draw a network where the one named cannot', async () => {
  const errors: string[] = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => errors.push(String(text)) > 0);
  vi.spyOn(console, 'error').mockImplementation((text) => errors.push(String(text)));
  const network = ['--network', 'dragonfly:hostsPerSwitch=2,switchesPerGroup=4,globalLinks=2'];
  expect(await main(['layout', 'HT', ...network])).toBe(1);
  expect(await main(['layout', 'spirall', ...network])).toBe(1);
  expect(await main(['layout', 'rings'])).toBe(1);
  expect(errors[0]).toContain('LAYOUT-REFUSED: «HT» cannot draw this network');
  expect(errors[1]).toContain('UNKNOWN-LAYOUT: there is no layout «spirall»');
  expect(errors[1]).toContain('This network can be drawn by rings');
  expect(errors[2]).toContain('--network draws a network by any layout');
});
