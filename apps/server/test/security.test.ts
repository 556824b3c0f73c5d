import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { paths } from '@weft/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { asJson, post, temporaryFolder, testServer } from './test-server.ts';
import { writeRing } from './write-ring.ts';

let dataset: string;
let page: string;
let open: Awaited<ReturnType<typeof testServer>>;
let guarded: Awaited<ReturnType<typeof testServer>>;

beforeAll(async () => {
  const folder = temporaryFolder();
  dataset = join(folder, 'ring.weft');
  await writeRing(dataset);
  page = join(folder, 'page');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), '<title>Weft</title>');
  writeFileSync(join(page, 'assets', 'a.js'), '1');
  open = await testServer({ datasets: [dataset], page, limits: { bodyBytes: 2000, resultBytes: 100 } });
  guarded = await testServer({ datasets: [dataset], page, host: '0.0.0.0' });
});

/** fetch tidies paths and may not set Host; node:http sends what it is told. */
function raw(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const setHost = headers.host === undefined;
    const call = request({ hostname, port, path, headers, setHost }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    call.on('error', reject);
    call.end();
  });
}

describe('paths', () => {
  it.each([
    '/../../../etc/passwd',
    '/assets/../../../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/..%2f..%2fetc/passwd',
    '/api/datasets/..%2f..%2f..%2fetc',
    '/api/datasets/%2e%2e/query',
    '//etc/passwd',
  ])('%s gives nothing away', async (path) => {
    const { status, body } = await raw(open.url, path);
    expect(status).toBe(404);
    expect(body).not.toContain('root:');
  });

  it('of the page are served', async () => {
    expect((await raw(open.url, '/')).body).toContain('<title>Weft');
    expect((await raw(open.url, '/assets/a.js')).status).toBe(200);
  });

  it('of the page are gzipped for those who take it', async () => {
    const zipped = await open.call('/', { headers: { 'accept-encoding': 'gzip, br' } });
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.text()).toBe('<title>Weft</title>');
    for (const encoding of ['identity', 'gzip;q=0, br']) {
      const plain = await open.call('/', { headers: { 'accept-encoding': encoding } });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await plain.text()).toBe('<title>Weft</title>');
    }
  });
});

describe('callers', () => {
  it('that name another host are refused (DNS rebinding)', async () => {
    const { status, body } = await raw(open.url, '/api/datasets', { host: 'evil.example' });
    expect(status).toBe(403);
    expect(body).toContain('FOREIGN-HOST');
  });

  it.each(['http://evil.example', 'null', 'http://127.0.0.1:1'])(
    'from the origin %s are refused',
    async (origin) => {
      const { status, body } = await raw(open.url, '/api/datasets', { origin });
      expect(status).toBe(403);
      expect(body).toContain('FOREIGN-ORIGIN');
    },
  );

  it.each(['', ':80', '127.999.999.999', '127.1', '300.0.0.1:80'])(
    'that name the host «%s» are told it is none',
    async (host) => {
      const { status, body } = await raw(open.url, '/api/datasets', { host });
      expect(status).toBe(400);
      expect(body).not.toContain('    at ');
    },
  );

  it.each(['LOCALHOST:1', '127.3.2.1', '[::1]:4317'])('that name the host %s are answered', async (host) => {
    expect((await raw(open.url, '/api/datasets', { host })).status).toBe(200);
  });

  it.each(['cross-site', 'same-site'])('from a page that is %s are refused on every route', async (site) => {
    const headers = { 'sec-fetch-site': site };
    for (const path of Object.values(paths)) {
      const { status, body } = await raw(open.url, path.replace(':id', 'ring'), headers);
      expect([path, status]).toEqual([path, 403]);
      expect(body).toContain('FOREIGN-SITE');
    }
    expect((await raw(open.url, '/', headers)).status).toBe(200);
    expect((await raw(open.url, '/api/datasets', { 'sec-fetch-site': 'same-origin' })).status).toBe(200);
  });

  it('from the page itself are answered', async () => {
    const { host } = new URL(open.url);
    expect((await raw(open.url, '/api/datasets', { origin: `http://${host}`, host })).status).toBe(200);
  });
});

describe('off the loopback', () => {
  const token = () => new URL(guarded.url).searchParams.get('token')!;

  it('a token is demanded', async () => {
    expect((await raw(guarded.url, '/api/datasets')).status).toBe(401);
    expect((await raw(guarded.url, '/api/datasets', { authorization: 'Bearer wrong' })).status).toBe(401);
    expect((await raw(guarded.url, '/api/datasets', { authorization: `Bearer ${token()}x` })).status).toBe(
      401,
    );
  });

  it('the right token is answered', async () => {
    expect(token().length).toBeGreaterThan(20);
    expect((await raw(guarded.url, '/api/datasets', { authorization: `Bearer ${token()}` })).status).toBe(
      200,
    );
  });
});

describe('a token', () => {
  it.each(['', ' ', 'two words', 'naïve', 'line\nbreak'])('%j is refused', async (token) => {
    const options = { datasets: [dataset], host: '0.0.0.0', token };
    await expect(testServer(options)).rejects.toMatchObject({ code: 'BAD-TOKEN' });
  });

  it('of any signs is whole in the address, and absent from the one for logs', async () => {
    const token = 'a&b=c#d%41+e?/';
    const { url, plainUrl } = await testServer({ datasets: [dataset], token });
    expect(new URL(url).searchParams.get('token')).toBe(token);
    expect(plainUrl).toBe(new URL('/', url).href);
    expect((await raw(url, '/api/datasets', { authorization: `Bearer ${token}` })).status).toBe(200);
    expect((await raw(url, '/api/datasets')).body).not.toContain(token);
  });
});

describe('limits', () => {
  it('refuse an oversized body', async () => {
    const response = await open.call(
      '/api/datasets/ring/sql',
      post({ query: `select '${'x'.repeat(5000)}'` }, asJson),
    );
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 'BODY-TOO-LARGE' } });
  });

  it('refuse an oversized result', async () => {
    const response = await open.call('/api/datasets/ring/query', post({ table: 'messages' }));
    expect(response.status).toBe(413);
    expect(await response.json()).toMatchObject({ error: { code: 'RESULT-TOO-LARGE' } });
  });

  it('hold for all answers together: some wait, and all come whole', async () => {
    const { call } = await testServer({ datasets: [dataset], limits: { answersBytes: 200 } });
    const ask = () => call('/api/datasets/ring/query', post({ table: 'messages' }));
    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    const sizes = await Promise.all(answers.map(async (answer) => (await answer.arrayBuffer()).byteLength));
    expect(new Set(sizes).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('refuse what is not JSON', async () => {
    const response = await open.call('/api/datasets/ring/query', { method: 'POST', body: 'hello' });
    expect(response.status).toBe(400);
  });
});

describe('headers', () => {
  it('carry a strict content security policy', async () => {
    const response = await open.call('/');
    const policy = response.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await open.call('/api/nothing')).headers.get('content-security-policy')).toBe(policy);
  });
});

describe('starting', () => {
  it('says when the port is taken', async () => {
    const { port } = new URL(open.url);
    await expect(testServer({ datasets: [dataset], port: Number(port) })).rejects.toMatchObject({
      code: 'PORT-TAKEN',
    });
  });

  it('takes the next free port where it may', async () => {
    const taken = Number(new URL(open.url).port);
    const next = await testServer({ datasets: [dataset], firstPort: taken });
    expect(next.port).toBeGreaterThan(taken);
    expect((await next.call('/api/datasets')).status).toBe(200);
  });
});
