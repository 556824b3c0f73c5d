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
