import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { batchFromRows, NetworkBuilder, networkTables, tables } from '@weft/model';
import { type RunningServer, startServer } from '@weft/server';
import { createDataset } from '@weft/store';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../apps/cli/test/run-command.ts';
import { lookForChromium } from '../../tools/find-chromium.js';
import { openBrowser, settle } from '../browser/open-browser.ts';
import { post, raw } from './requests.ts';

/** Names that would run, or hide, where they are not taken as text. */
const NAMES = [
  '<script>window.hit=1</script>',
  '<img src=x onerror=window.hit=1>',
  '"><svg onload=window.hit=1>',
  "'-window.hit=1-'",
  '</title><script>window.hit=1</script>',
  '</style><iframe srcdoc="<script>parent.hit=1</script>">',
  'javascript:window.hit=1',
  `\${window.hit=1}{{constructor.constructor('window.hit=1')()}}`,
  '__proto__',
  'constructor',
  '\u001b[31mred\u001b]0;title\u0007',
  '\u202egnp.exe',
  '\u200fexe.\u061cgnp\u2067',
  'a\u0000b\r\nSet-Cookie: x=1',
  '%3Cscript%3E',
];

const CONTROLS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be printed
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\r(?!\n)/;

const folder = mkdtempSync(join(tmpdir(), 'weft-names-'));
const path = join(folder, 'names.weft');
const page = fileURLToPath(new URL('../../apps/web/dist', import.meta.url));
let server: RunningServer;

beforeAll(async () => {
  await writeNames(path);
  server = await startServer({ datasets: [path], page });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A ring of hosts, ranks and jobs with these names, in every column that has text. */
async function writeNames(target: string): Promise<void> {
  const builder = new NetworkBuilder();
  for (const name of NAMES) builder.addVertex({ kind: 'host', name });
  const count = NAMES.length;
  for (let i = 0; i < count; i++) builder.addCable({ from: i, to: (i + 1) % count });
  const { vertices, links } = networkTables(builder.build());
  const writer = await createDataset(target);
  await writer.write('vertices', vertices);
  await writer.write('links', links);
  const messages = NAMES.map((call, id) => ({
    id,
    job: 0,
    src: id,
    dst: (id + 1) % count,
    bytes: 100,
    tag: 0,
    comm: 0,
    call,
    send_start: id * 1000,
    send_end: id * 1000 + 10,
    recv_start: id * 1000,
    recv_end: id * 1000 + 20,
  }));
  await writer.write('messages', batchFromRows(tables.messages, messages));
  await writer.finish({ title: NAMES[1], description: NAMES.join(' ') });
}

describe('names of strangers', () => {
  it('go out as data that no browser takes for a page', async () => {
    for (const [route, init] of [
      ['api/datasets', {}],
      ['api/datasets/names', {}],
      ['api/datasets/names/query', post({ table: 'vertices' })],
      ['api/datasets/names/sql', post({ query: 'select name from vertices' })],
    ] as const) {
      const { headers, status } = await fetch(new URL(route, server.url), init);
      expect([route, status]).toEqual([route, 200]);
      expect(headers.get('content-type')).not.toContain('html');
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).not.toContain("script-src 'unsafe");
      expect(headers.get('set-cookie')).toBeNull();
    }
  });

  it.each(NAMES)('in an address, %j comes back as text', async (name) => {
    const { body } = await raw(server.url, `/api/datasets/${encodeURIComponent(name)}`, {
      accept: 'text/html',
    });
    expect(body).not.toMatch(/<(script|img|svg|iframe)/);
  });

  it('reach no terminal as control characters', async () => {
    for (const args of [
      ['info', path],
      ['sql', path, 'select name from vertices'],
      ['hive', path],
    ]) {
      const { code, stdout, stderr } = await runCommand(args, folder);
      expect([args[0], code]).toEqual([args[0], 0]);
      expect(stdout + stderr).not.toMatch(CONTROLS);
    }
    for (const args of [['info', '--\u001b[2J'], ['\u202e\u0007'], ['info', 'no-\u001b[2J.weft']]) {
      const { code, stdout, stderr } = await runCommand(args, folder);
      expect(code).toBeGreaterThan(0);
      expect(stdout + stderr).not.toMatch(CONTROLS);
    }
  });
});

const isBuilt = existsSync(join(page, 'index.html'));

describe.skipIf(!lookForChromium() || !isBuilt)('in a browser (needs Chromium and npm run build)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser(lookForChromium() ?? '');
  });
  afterAll(() => browser?.close());

  it.each(['', 'machine', 'timeline', 'comm-matrix', 'hive', 'commgram', 'summary'])(
    'are text in the view «%s»',
    async (view) => {
      const tab = await browser.newPage();
      tab.on('dialog', () => expect.unreachable('a name has run'));
      await tab.goto(`${server.url}#/d/names${view && `?layout=${view}`}`);
      await settle(tab);
      for (const [x, y] of [
        [300, 300],
        [640, 400],
      ])
        await tab.mouse.move(x, y);
      await settle(tab);
      expect(await tab.evaluate('window.hit')).toBeUndefined();
      const foreign = '[onerror], [onload], [srcdoc], img[src="x"], a[href^="javascript"]';
      expect(await tab.locator(foreign).count()).toBe(0);
      await tab.close();
    },
  );
});
