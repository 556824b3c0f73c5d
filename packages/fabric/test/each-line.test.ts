import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@weft/model';
import { afterAll, expect, test } from 'vitest';
import { eachLine, eachTextLine } from '../src/text/each-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function put(text: string): string {
  const path = join(folder, 'lines.txt');
  writeFileSync(path, text);
  return path;
}

/** Where a file has a line: the obvious way. */
function linesOf(text: string): string[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

test.each(['', 'one', 'one\n', 'a\r\n\r\nb', '\n\n'])('lines of %j', async (text) => {
  const found: string[] = [];
  await eachTextLine(put(text), (line, number) => {
    expect(number).toBe(found.length + 1);
    found.push(line);
  });
  expect(found).toEqual(linesOf(text));
});

test('lines of several windows, some longer than the room between two of them', async () => {
  const random = createRandom(5);
  const lengths = Array.from({ length: 3000 }, () => Math.floor(random.next() * 6000));
  const lines = lengths.map((length, at) => `${at} ${'x'.repeat(length)}`);
  lines.splice(700, 0, 'y'.repeat(5_000_000), 'z'.repeat(100_000));
  const path = put(lines.join('\r\n'));
  let [at, wrong] = [0, 0];
  await eachLine(path, (bytes, from, to, number) => {
    if (number !== at + 1 || bytes.toString('utf8', from, to) !== lines[at]) wrong++;
    at++;
  });
  expect([at, wrong]).toEqual([lines.length, 0]);
});

test('a line without end is refused with its number', async () => {
  const path = put(`short\n${'x'.repeat(22_000_000)}`);
  await expect(eachLine(path, () => {})).rejects.toMatchObject({ code: 'LINE-TOO-LONG', line: 2 });
});

test('what goes wrong in a line ends the reading', async () => {
  const path = put('x\n'.repeat(5_000_000));
  const read = eachLine(path, (_bytes, _from, _to, line) => {
    if (line === 3) throw new Error('no good');
  });
  await expect(read).rejects.toThrow('no good');
});
