import { request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { raw } from './requests.ts';
import { serveRing } from './serve-ring.ts';

const ring = serveRing();

afterEach(async () => expect((await raw(ring.url, '/api/datasets/ring')).status).toBe(200));

/** A refusal that says neither what is on the disk nor where. */
async function expectRefusal(path: string, headers: Record<string, string> = {}, body?: string) {
  const answer = await raw(ring.url, path, headers, body);
  expect(answer.status, path).toBeGreaterThanOrEqual(400);
  expect(answer.status, path).toBeLessThan(500);
  expect(answer.body).not.toContain('root:');
  expect(answer.body).not.toContain(ring.folder);
}

const UP = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..%5c',
  '..\\',
  '%252e%252e%252f',
  '....//',
  '..%00/',
  '%c0%ae%c0%ae/',
  '..;/',
];

describe('paths that lead out', () => {
  it.each(['/', '/assets/', '/api/datasets/', '/api/datasets/ring/', '/api/studies/', '/api/uploads/'])(
    'of %s are refused',
    async (start) => {
      for (const up of UP)
        for (const target of ['etc/passwd', 'etc%2fpasswd', 'proc/self/environ'])
          await expectRefusal(`${start}${up.repeat(8)}${target}`);
    },
  );
});

describe('callers', () => {
  it.each([
    '',
    ' ',
    ':80',
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example:80',
    '127.1',
    '0x7f.0.0.1',
    '2130706433',
    '127.999.999.999',
    '127.0.0.1.',
    '0177.0.0.1',
    '0x7f.1',
    '127.0.0',
    'localhost.',
    'localhost:80:80',
    'localhost:99999',
    'localhost:x',
    'localhost/',
    'localhost#',
    'user@127.0.0.1',
    '[::]',
    '[::1]evil.example',
    '[0:0:0:0:0:0:0:2]',
    '[::ffff:8.8.8.8]',
    'localhost@evil.example',
    '127.0.0.1, evil.example',
    'localhost%00.evil.example',
    '[::1',
    '.',
  ])('that name the host «%s» are refused', async (host) => {
    await expectRefusal('/api/datasets', { host });
  });

  it.each([
    'http://evil.example',
    'http://evil.example:80',
    'https://evil.example',
    'HTTP://EVIL.EXAMPLE',
    'http://127.0.0.1@evil.example',
    'http://127.0.0.1.evil.example',
    'http://[::2]',
  ])('that name %s in their first line are refused, whatever the header says', async (origin) => {
    for (const path of ['/', '/api/datasets', '/healthz', '/api/datasets/ring'])
      for (const host of ['127.0.0.1', 'localhost', 'evil.example'])
        await expectRefusal(`${origin}${path}`, { host });
  });

  it.each(['http://evil.example', 'null', 'file://', 'http://localhost.evil.example', 'http://127.0.0.1:1'])(
    'from the origin %s are refused',
    async (origin) => {
      await expectRefusal('/api/datasets', { origin });
      await expectRefusal('/api/datasets/ring/query', { origin, ...JSON_BODY }, '{"table":"links"}');
    },
  );
});

const JSON_BODY = { 'content-type': 'application/json', accept: 'application/json' };
const BODIES = [
  '',
  'null',
  '[]',
  '"links"',
  '{',
  '{"table":1}',
  '{"table":"nothing"}',
  '{"table":"__proto__"}',
  '{"__proto__":{"table":"links"}}',
  '{"table":"links","columns":["id","id"]}',
  '{"table":"links","columns":["constructor"]}',
  '{"table":"links","limit":-1}',
  '{"table":"links","limit":1e400}',
  '{"table":"links","where":[{"op":"in","column":"id","values":["1); drop table links; --"]}]}',
  JSON.stringify({ table: 'links', where: Array(101).fill({ op: 'range', column: 'id', from: 0, to: 1 }) }),
  JSON.stringify({ table: 'links', orderBy: ['id desc; select 1'] }),
  '['.repeat(20_000),
  `{"query":"${'('.repeat(5000)}"}`,
  `{"query":"select * from read_csv('/etc/passwd')"}`,
  '{"query":"attach \'/tmp/x.db\'"}',
  '\u0000\u0001',
];

describe('bodies', () => {
  it.each(['query', 'sql', 'analyses/nothing'])('that say nothing sound to %s are refused', async (route) => {
    for (const body of BODIES) await expectRefusal(`/api/datasets/ring/${route}`, JSON_BODY, body);
  });

  it('that come drop by drop are given up, with a length and in chunks', { timeout: 60_000 }, async () => {
    const lengths: Record<string, string>[] = [
      { 'content-length': '1000' },
      { 'transfer-encoding': 'chunked' },
    ];
    expect(await Promise.all(lengths.map(statusOfDrops))).toEqual([408, 408]);
  });
});

async function statusOfDrops(length: Record<string, string>): Promise<number | undefined> {
  const { hostname, port } = new URL(ring.url);
  const path = '/api/datasets/ring/query';
  const call = request({ hostname, port, path, method: 'POST', headers: { ...JSON_BODY, ...length } });
  const drops = setInterval(() => call.write(' '), 500);
  const status = await new Promise<number | undefined>((resolve, reject) => {
    call.on('response', (response) => resolve(response.statusCode)).on('error', reject);
  });
  clearInterval(drops);
  call.on('error', () => {}).destroy();
  return status;
}
