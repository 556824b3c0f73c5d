import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, startServer } from '@weft/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeRing } from '../../apps/server/test/write-ring.ts';
import { raw } from './requests.ts';

const TOKEN = 's3cret~Token/+=';
const folder = mkdtempSync(join(tmpdir(), 'weft-tokens-'));
let server: RunningServer;
let url: string;

beforeAll(async () => {
  await writeRing(join(folder, 'ring.weft'));
  const datasets = [join(folder, 'ring.weft')];
  server = await startServer({ datasets, host: '0.0.0.0', token: TOKEN });
  url = `http://127.0.0.1:${server.port}/`;
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const CALLS: readonly (readonly [path: string, body?: string])[] = [
  ['/api/datasets'],
  ['/api/datasets/ring'],
  ['/api/datasets/ring/picture'],
  ['/api/datasets/ring/cube?metric=data'],
  ['/api/datasets/ring/query', '{"table":"links"}'],
  ['/api/datasets/ring/sql', '{"query":"select 1"}'],
  ['/api/analyses'],
  ['/api/library'],
  ['/api/openapi.json'],
  ['/metrics'],
];

const WRONG: Readonly<Record<string, Record<string, string>>> = {
  none: {},
  'an empty one': { authorization: '' },
  'the word alone': { authorization: 'Bearer' },
  'a space': { authorization: 'Bearer  ' },
  'its first half': { authorization: `Bearer ${TOKEN.slice(0, 7)}` },
  'one letter more': { authorization: `Bearer ${TOKEN}x` },
  'other capitals': { authorization: `Bearer ${TOKEN.toUpperCase()}` },
  'it twice': { authorization: `Bearer ${TOKEN}, Bearer ${TOKEN}` },
  'it, encoded': { authorization: `Bearer ${encodeURIComponent(TOKEN)}` },
  'it as a password': { authorization: `Basic ${Buffer.from(`weft:${TOKEN}`).toString('base64')}` },
  'it in a cookie': { cookie: `token=${TOKEN}` },
  'it in another header': { 'x-token': TOKEN, token: TOKEN },
  'what JavaScript makes of nothing': { authorization: 'Bearer undefined' },
  'it after another word': { authorization: `Token ${TOKEN}` },
  'it after a tab': { authorization: `Bearer\t${TOKEN}` },
  'it with an encoded zero': { authorization: `Bearer ${TOKEN}%00` },
  'it with another letter of Unicode': { authorization: `Bearer ${TOKEN}\u00e9` },
  'a long one': { authorization: `Bearer ${'x'.repeat(10_000)}` },
};

describe('a server with a token', () => {
  it.each(Object.keys(WRONG))('answers no call that brings %s', async (name) => {
    for (const [path, body] of CALLS) {
      const headers = { ...WRONG[name], 'content-type': 'application/json' };
      const answer = await raw(url, path, headers, body);
      expect([path, answer.status]).toEqual([path, 401]);
      expect(answer.body).not.toContain(TOKEN);
    }
  });

  it('takes none from addresses', async () => {
    for (const [path, body] of CALLS) {
      const asked = `${path}${path.includes('?') ? '&' : '?'}token=${encodeURIComponent(TOKEN)}`;
      expect((await raw(url, asked, {}, body)).status).toBe(401);
    }
  });

  it('answers every call that brings it, and says it lives to anybody', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER ']) {
      const headers = { authorization: `${scheme} ${TOKEN}`, 'content-type': 'application/json' };
      for (const [path, body] of CALLS)
        expect([path, (await raw(url, path, headers, body)).status]).toEqual([path, 200]);
    }
    expect((await raw(url, '/healthz')).status).toBe(200);
  });

  it.each(['', ' ', 'a b', 'ü', 'a\nb', '\u0000', 'a\tb'])('does not start with %j', async (token) => {
    await expect(startServer({ datasets: [], token })).rejects.toMatchObject({ code: 'BAD-TOKEN' });
  });

  it.each(['', ' ', '\u0000', 'a b', 'ü'])('does not listen on %j', async (host) => {
    await expect(startServer({ datasets: [], host })).rejects.toMatchObject({ code: 'BAD-OPTION' });
  });

  it('writes the token encoded into its address alone', () => {
    expect(server.url).toContain(encodeURIComponent(TOKEN));
    expect(server.plainUrl).not.toContain('oken');
  });
});
