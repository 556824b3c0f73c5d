import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MemorySink } from '@weft/model';
import { afterAll, expect, it } from 'vitest';
import { importFiles } from '../src/index.ts';
import type { Reader } from '../src/reader.ts';

const guide = readFileSync(new URL('../../../docs/adding-a-reader.md', import.meta.url), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'weft-reader-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the example of the guide is a reader', async () => {
  const source = fileURLToPath(new URL('../src/', import.meta.url));
  const model = fileURLToPath(import.meta.resolve('@weft/model'));
  const [, example = ''] = /```ts \S+\n([\s\S]*?)```/.exec(guide) ?? [];
  const file = join(folder, 'message-list-reader.ts');
  writeFileSync(file, example.replaceAll("'../", `'${source}`).replace('@weft/model', model));
  const { messageListReader }: { messageListReader: Reader } = await import(/* @vite-ignore */ file);
  const list = join(folder, 'ring.txt');
  writeFileSync(list, 'src dst bytes time\n0 1 4096 10\n1 0 512 25\n');
  const sink = new MemorySink();
  const { sets } = await importFiles([list], sink, { readers: [messageListReader] });
  expect(sets[0].counts).toEqual({ sends: 2 });
  expect(sink.tables).toEqual(['jobs', 'ranks', 'messages']);
  expect(sink.rows('messages')).toMatchObject([
    { src: 0, dst: 1, bytes: 4096, send_start: 0 },
    { src: 1, dst: 0, bytes: 512, send_start: 15 },
  ]);
  expect(sets[0].facts.timeRange).toEqual([0, 15]);
  writeFileSync(list, 'src dst bytes time\n0 1 4096\n99999999999 0 1 1\n0 1 8 7\n');
  const damaged = importFiles([list], new MemorySink(), { readers: [messageListReader] });
  await expect(damaged).rejects.toMatchObject({ code: 'BAD-LINE', file: list, line: 2 });
  const rest = await importFiles([list], sink, { readers: [messageListReader], keepGoing: true });
  expect(rest.sets[0]).toMatchObject({
    counts: { sends: 1 },
    diagnostics: [{ code: 'LINES-SKIPPED', count: 2 }],
  });
});
