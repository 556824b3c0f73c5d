import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDataset } from '@weft/store';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { main } from '../../apps/cli/src/main.ts';
import { requireCommands } from './debian-packages.ts';

const fixtures = fileURLToPath(new URL('../../fixtures/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'weft-otf2-export-'));

beforeAll(() => requireCommands(['otf2-print'], ['otf2-tools']));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Sorted lines of an event as otf2-print shows it: location, time, peer, tag, bytes. */
function printed(text: string, event: RegExp, peer: string): string[] {
  const fields = new RegExp(`^(\\S+)\\s+(\\d+)\\s+(\\d+)\\s+${peer}: (\\d+) .*Tag: (\\d+), Length: (\\d+)`);
  return text
    .split('\n')
    .filter((line) => event.test(line))
    .map((line) => (fields.exec(line) ?? []).slice(2).join(' '))
    .sort();
}

it.each([
  ['dumpi/bswap8', 24],
  ['otf2/p-bswap8', 48],
])('otf2-print lists every message of %s as the dataset has it', async (name, messages) => {
  const dataset = join(folder, `${name.replace('/', '-')}.weft`);
  const archive = join(folder, `${name.replace('/', '-')}-otf2`);
  expect(await main(['import', join(fixtures, name), '-o', dataset])).toBe(0);
  expect(await main(['export', dataset, '--format', 'otf2', '-o', archive])).toBe(0);
  const text = execFileSync('otf2-print', [join(archive, 'traces.otf2')], { encoding: 'utf8' });
  const opened = await openDataset(dataset);
  const { src, dst, tag, bytes, send_start } = (await opened.readTable('messages')).columns;
  const spans = (await opened.readTable('spans')).rows;
  await opened.close();
  const expected = Array.from(src, (_, row) =>
    [src[row], send_start[row], dst[row], tag[row], bytes[row]].join(' '),
  ).sort();
  expect(expected).toHaveLength(messages);
  expect(printed(text, /^MPI_I?SEND /, 'Receiver')).toEqual(expected);
  expect(printed(text, /^MPI_I?RECV /, 'Sender')).toHaveLength(messages);
  expect(text.match(/^ENTER /gm)).toHaveLength(spans);
  expect(text.match(/^LEAVE /gm)).toHaveLength(spans);
});
