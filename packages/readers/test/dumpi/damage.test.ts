import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatError, MemorySink } from '@weft/model';
import { afterAll, describe, expect, it } from 'vitest';
import { importFiles } from '../../src/index.ts';

const fixture = fileURLToPath(new URL('../../../../fixtures/dumpi/bswap8', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'weft-test-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const names = readdirSync(fixture).filter((name) => /\.(bin|meta)$/.test(name));
const last = names.filter((name) => name.endsWith('.bin')).at(-1) as string;
let number = 0;

/** A copy of the trace in which some files are other than they were; null = missing. */
function damaged(change: (name: string, bytes: Buffer) => Uint8Array | null): string {
  const folder = join(scratch, `träce ${number++}`);
  mkdirSync(folder);
  for (const name of names) {
    const bytes = change(name, readFileSync(join(fixture, name)));
    if (bytes) writeFileSync(join(folder, name), bytes);
  }
  return folder;
}

async function attempt(folder: string, keepGoing: boolean): Promise<unknown> {
  const sink = new MemorySink();
  try {
    const { sets } = await importFiles([folder], sink, { keepGoing });
    const diagnostics = sets[0].diagnostics.map(({ code, count, text }) => `${code} ${count}: ${text}`);
    return { messages: sink.rows('messages').length, diagnostics: diagnostics.map(anonymous) };
  } catch (error) {
    return anonymous(formatError(error));
  }
}

function anonymous(text: string): string {
  return text.replaceAll(scratch, '<folder>').replace(/träce \d+/g, 'träce');
}

const onlyLast = (change: (bytes: Buffer) => Uint8Array | null) => (name: string, bytes: Buffer) =>
  name === last ? change(bytes) : bytes;

const cases: readonly [string, (name: string, bytes: Buffer) => Uint8Array | null][] = [
  ['the last file is cut off inside a record', onlyLast((bytes) => bytes.subarray(0, 300))],
  ['the last file has no index', onlyLast((bytes) => bytes.subarray(0, bytes.length - 64))],
  ['the last file is cut off inside the footer', onlyLast((bytes) => bytes.subarray(0, bytes.length - 1500))],
  ['the last file is empty', onlyLast(() => new Uint8Array(0))],
  [
    'the last file has another magic',
    onlyLast((bytes) => Buffer.concat([Buffer.from('GARBAGE!'), bytes.subarray(8)])),
  ],
  ['one rank is missing', onlyLast(() => null)],
  ['there is only the .meta file', (name, bytes) => (name.endsWith('.meta') ? bytes : null)],
  ['the .meta file is missing', (name, bytes) => (name.endsWith('.meta') ? null : bytes)],
  [
    'the .meta file is garbage',
    (name, bytes) => (name.endsWith('.meta') ? Buffer.from('numprocs=-7\nfileprefix=x\n') : bytes),
  ],
  [
    'an array is absurdly long',
    onlyLast((bytes) => {
      bytes.writeUInt32BE(0xfffffff0, 0x2d);
      return bytes;
    }),
  ],
  [
    'a function does not exist',
    onlyLast((bytes) => {
      bytes.writeUInt16BE(400, 0x10);
      return bytes;
    }),
  ],
];

describe('damaged DUMPI traces', () => {
  it.each(cases)('%s', async (_, change) => {
    const folder = damaged(change);
    expect({
      strict: await attempt(folder, false),
      keepGoing: await attempt(folder, true),
    }).toMatchSnapshot();
  });

  it('says when nothing is there or nothing is known', async () => {
    const folder = join(scratch, 'other');
    mkdirSync(folder);
    expect(await attempt(folder, false)).toMatchSnapshot();
    writeFileSync(join(folder, 'notes.txt'), 'a text about nothing');
    writeFileSync(join(folder, 'empty'), '');
    expect(await attempt(folder, false)).toMatchSnapshot();
    expect(await attempt(join(folder, 'absent.meta'), false)).toMatchSnapshot();
  });
});
