import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { refusalPage } from '../src/access/refusal-page.ts';
import { asJson, post, temporaryFolder, testServer } from './test-server.ts';
import { writeRing } from './write-ring.ts';

let folder: string;
let ring: string;

beforeAll(async () => {
  folder = temporaryFolder();
  ring = join(folder, 'ring.weft');
  await writeRing(ring);
});

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** fetch may not set Host; node:http sends what it is told. */
function raw(
  port: number,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = request({ hostname: '127.0.0.1', port, path, headers, method }, (response) => {
      let body = '';
      response.on('data', (chunk) => {
        body += chunk;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body, headers: response.headers }),
      );
    });
    call.on('error', reject);
    call.end();
  });
}

type Listed = { id: string; description: string; manifest: object | null }[];

describe('a folder of datasets', () => {
  let runs: string;
  let call: typeof fetch;
  const list = async (): Promise<Listed> => (await call('/api/datasets')).json();

  beforeAll(async () => {
    runs = join(folder, 'runs');
    mkdirSync(runs);
    cpSync(ring, join(runs, 'first.weft'), { recursive: true });
    writeFileSync(join(runs, 'notes.txt'), 'no dataset');
    ({ call } = await testServer({ datasets: [], folders: [runs] }));
  });

  it('is served whole, with what appears later and without what has gone', async () => {
    expect((await list()).map(({ id }) => id)).toEqual(['first']);
    cpSync(ring, join(runs, 'second.weft'), { recursive: true });
    expect((await call('/api/datasets/second')).status).toBe(200);
    expect((await list()).map(({ id }) => id)).toEqual(['first', 'second']);
    rmSync(join(runs, 'second.weft'), { recursive: true });
    expect((await list()).map(({ id }) => id)).toEqual(['first']);
    expect((await call('/api/datasets/second')).status).toBe(410);
  });

  it('shows a half-copied dataset as one that waits, and opens it when it is whole', async () => {
    const half = join(runs, 'third.weft');
    const messages = join(half, 'messages');
    cpSync(ring, half, { recursive: true });
    renameSync(messages, join(folder, 'kept'));
    const waiting = (await list()).find(({ id }) => id === 'third');
    expect(waiting).toMatchObject({ manifest: null });
    expect(waiting?.description).toContain('still being copied');
    const refused = await call('/api/datasets/third');
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { code: 'DATASET-INCOMPLETE' } });
    renameSync(join(folder, 'kept'), messages);
    expect((await call('/api/datasets/third')).status).toBe(200);
    rmSync(half, { recursive: true });
  });

  it('waits for a manifest that is not there, or cut off', async () => {
    const half = join(runs, 'fourth.weft');
    mkdirSync(half);
    expect((await (await call('/api/datasets/fourth')).json()).error.code).toBe('DATASET-INCOMPLETE');
    writeFileSync(
      join(half, 'manifest.json'),
      readFileSync(join(ring, 'manifest.json'), 'utf8').slice(0, 100),
    );
    expect((await (await call('/api/datasets/fourth')).json()).error.code).toBe('DATASET-INCOMPLETE');
    cpSync(ring, half, { recursive: true });
    expect((await call('/api/datasets/fourth')).status).toBe(200);
    rmSync(half, { recursive: true });
  });
});

describe('behind a proxy at /weft/', () => {
  const publicUrl = 'https://site.example/weft';
  const origin = 'https://site.example';
  let port: number;
  let url: string;
  const page = () => join(folder, 'page');

  beforeAll(async () => {
    mkdirSync(page(), { recursive: true });
    writeFileSync(join(page(), 'index.html'), '<title>Weft</title>');
    ({ port, url } = await testServer({
      datasets: [ring],
      page: page(),
      publicUrl,
      embedders: ['https://grafana.example'],
    }));
  });

  it('the address for others is the public one', () => {
    expect(url).toBe('https://site.example/weft/');
  });

  it.each(['/weft', ''])('paths are answered where the proxy leaves «%s» before them', async (prefix) => {
    for (const host of [`127.0.0.1:${port}`, 'site.example', 'site.example:443']) {
      expect((await raw(port, `${prefix}/api/datasets`, { host, origin })).status).toBe(200);
      expect((await raw(port, `${prefix}/`, { host, origin })).body).toContain('<title>Weft');
    }
  });

  it('its folder without a slash leads to the page', async () => {
    const { status, headers } = await raw(port, '/weft');
    expect([status, headers.location]).toEqual([302, 'https://site.example/weft/']);
  });

  it('other sites stay refused', async () => {
    const foreign = { origin: 'https://evil.example', host: 'site.example' };
    expect((await raw(port, '/api/datasets', foreign)).body).toContain('FOREIGN-ORIGIN');
    expect((await raw(port, '/api/datasets', { host: 'evil.example' })).body).toContain('FOREIGN-HOST');
  });

  it('pages of the origins allowed may show it in a frame', async () => {
    const { headers } = await raw(port, '/');
    expect(headers['content-security-policy']).toContain('frame-ancestors https://grafana.example');
  });

  it('answers are packed for those who take them so', async () => {
    const body = post({ query: 'select range as n from range(5000)' }, { 'accept-encoding': 'gzip' });
    const packed = await fetch(`http://127.0.0.1:${port}/api/datasets/ring/sql`, body);
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    const plain = await fetch(`http://127.0.0.1:${port}/api/datasets/ring/sql`, {
      ...body,
      headers: { 'content-type': 'application/json', 'accept-encoding': 'identity' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await packed.arrayBuffer())).toEqual(Buffer.from(await plain.arrayBuffer()));
  });

  it.each(['weft.example', 'ftp://a/', 'https://a/?b=c'])('%s is refused as its address', async (bad) => {
    await expect(testServer({ datasets: [ring], publicUrl: bad })).rejects.toMatchObject({
      code: 'BAD-PUBLIC-URL',
    });
  });

  it('without its address, the page comes and says what is missing', async () => {
    const { port } = await testServer({ datasets: [ring], page: page() });
    expect((await raw(port, '/', { origin })).status).toBe(200);
    expect((await raw(port, '/api/datasets', { origin })).body).toContain(
      '--public-url https://site.example/',
    );
    const refusal = await raw(port, '/', { host: 'site.example', accept: 'text/html' });
    expect(refusal.headers['content-type']).toContain('text/html');
    expect(refusal.body).toContain('--public-url https://site.example/');
  });

  it('a page of refusal shows names as text', () => {
    const page = refusalPage({ code: 'FOREIGN-HOST', message: 'the host «<b>evil» is not this machine' });
    expect(page).toContain('The host «&lt;b&gt;evil» is not this machine.');
  });
});

describe('a shared link', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it('admits until it is ended, and cannot change anything', async () => {
    const { port } = await testServer({ datasets: [ring], token: 'own' });
    const share = async (token: string): Promise<string> =>
      JSON.parse((await raw(port, '/api/share', bearer(token), 'POST')).body).token;
    const shared = await share('own');
    expect(shared).not.toBe('own');
    expect(await share(shared)).toBe(shared);
    expect((await raw(port, '/api/datasets', bearer(shared))).status).toBe(200);
    expect((await raw(port, '/metrics', bearer(shared))).status).toBe(200);
    for (const path of ['/api/share/end', '/api/uploads/abcdefgh', '/api/datasets/ring/place'])
      expect((await raw(port, path, bearer(shared), 'POST')).body).toContain('SHARED-ACCESS');
    expect((await raw(port, '/api/share/end', bearer('own'), 'POST')).status).toBe(200);
    const ended = await raw(port, '/api/datasets', bearer(shared));
    expect(ended.status).toBe(401);
    expect(ended.body).toContain('no longer');
    expect(await share('own')).not.toBe(shared);
  });

  it('outlives the server where it has a file', async () => {
    const shareFile = join(folder, 'home', 'shared');
    const options = { datasets: [ring], token: 'own', shareFile };
    const first = await testServer(options);
    const { token } = JSON.parse((await raw(first.port, '/api/share', bearer('own'), 'POST')).body);
    const second = await testServer(options);
    expect((await raw(second.port, '/api/datasets', bearer(token))).status).toBe(200);
    await raw(second.port, '/api/share/end', bearer('own'), 'POST');
    expect(existsSync(shareFile)).toBe(false);
    const third = await testServer(options);
    expect((await raw(third.port, '/api/datasets', bearer(token))).status).toBe(401);
  });

  it('has no token where the server demands none, and an empty one never holds', async () => {
    const open = await testServer({ datasets: [ring] });
    expect(JSON.parse((await raw(open.port, '/api/share', {}, 'POST')).body)).toEqual({ token: null });
    const guarded = await testServer({ datasets: [ring], token: 'own' });
    expect((await raw(guarded.port, '/api/datasets', bearer(''))).status).toBe(401);
  });
});

describe('what watches the server', () => {
  it('asks for its health without a token', async () => {
    const { port } = await testServer({ datasets: [ring], token: 'own' });
    expect(JSON.parse((await raw(port, '/healthz')).body)).toMatchObject({ status: 'ok' });
    expect((await raw(port, '/metrics')).status).toBe(401);
  });

  it('reads counts of requests, datasets and analyses as OpenMetrics', async () => {
    const { port, call } = await testServer({ datasets: [ring] });
    await call('/api/datasets/ring');
    await call('/api/datasets/none');
    await call('/api/datasets/ring/analyses/traffic', post({}, asJson));
    const { body, headers } = await raw(port, '/metrics');
    expect(headers['content-type']).toContain('application/openmetrics-text');
    expect(body).toContain('weft_requests_total{call="describe",status="200"} 1\n');
    expect(body).toContain('weft_requests_total{call="describe",status="404"} 1\n');
    expect(body).toContain('weft_request_seconds_count{call="describe"} 2\n');
    expect(body).toContain('weft_datasets{state="readable"} 1\n');
    expect(body).toContain('weft_analyses_running 0\n');
    expect(body).toMatch(/weft_resident_memory_bytes \d{7,}\n/);
    expect(body.endsWith('# EOF\n')).toBe(true);
  });
});

describe('an address for others', () => {
  it('names the machine where the server listens everywhere', async () => {
    const { url, port } = await testServer({ datasets: [ring], host: '0.0.0.0', token: 'own' });
    expect(new URL(url).hostname).not.toBe('0.0.0.0');
    const answer = await fetch(new URL('/api/datasets', url), { headers: { authorization: 'Bearer own' } });
    expect([answer.status, new URL(url).port]).toEqual([200, String(port)]);
  });
});
