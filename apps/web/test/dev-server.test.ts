import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer as createVite } from 'vite';
import { expect, it, vi } from 'vitest';

it('hands requests on with the host of the page, so that the server takes them for its own', async () => {
  const server = createServer(({ headers: { host, origin } }, response) => {
    response.end(JSON.stringify({ host, origin }));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  vi.stubEnv('WEFT_SERVER', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const configFile = fileURLToPath(new URL('../vite.config.ts', import.meta.url));
  const vite = await createVite({
    configFile,
    server: { port: 0, watch: null, ws: false },
    optimizeDeps: { noDiscovery: true },
  });
  try {
    await vite.listen();
    const origin = new URL(vite.resolvedUrls?.local[0] ?? '').origin;
    const answer = await fetch(`${origin}/api/datasets/x/query`, { method: 'POST', headers: { origin } });
    expect(await answer.json()).toEqual({ host: new URL(origin).host, origin });
  } finally {
    await vite.close();
    server.close();
    vi.unstubAllEnvs();
  }
});
