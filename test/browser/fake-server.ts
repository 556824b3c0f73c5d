import {
  createApp,
  createSharedAccess,
  createStudyRunner,
  listen,
  servePage,
  standardLimits,
} from '@weft/server';
import { createFakeAnalyses, type FakeAnalyses } from './fake-analyses.ts';
import { createFakeCatalog } from './fake-catalog.ts';

/** The real server over a generated catalogue and analyses that do as they are told. */
export interface FakeServer extends Pick<FakeAnalyses, 'failing' | 'cancelled'> {
  readonly url: string;
  /** `METHOD /path` of every call of the API. */
  readonly calls: string[];
  close(): void;
}

export interface FakeServerOptions {
  readonly folder: string;
  readonly token?: string;
  readonly empty?: boolean;
}

export async function startFakeServer(options: FakeServerOptions): Promise<FakeServer> {
  const { folder, token = null, empty = false } = options;
  const analyses = createFakeAnalyses();
  const app = createApp({
    library: [],
    catalog: createFakeCatalog(empty),
    analyses,
    studies: createStudyRunner(),
    why: { ask: () => Promise.reject(new Error('nobody asks why here')), close: async () => {} },
    sql: { run: () => Promise.reject(new Error('nobody asks in SQL here')), close: async () => {} },
    guard: { token, shared: createSharedAccess(), loopbackOnly: true, publicUrl: null, embedders: [] },
    limits: standardLimits,
    version: 'test',
  });
  servePage(app, folder);
  const calls: string[] = [];
  const fetch = (request: Request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname.startsWith('/api/')) calls.push(`${request.method} ${pathname}${search}`);
    return app.fetch(request);
  };
  const { port, close } = await listen(fetch, '127.0.0.1', 0);
  const { failing, cancelled } = analyses;
  return { url: `http://127.0.0.1:${port}/`, calls, failing, cancelled, close };
}
