import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { availableParallelism } from 'node:os';
import { serve } from '@hono/node-server';
import { WeftError } from '@weft/model';
import { createAnalysisRunner } from './analysis-runner.ts';
import { createApp } from './app.ts';
import { createCatalog, type Study } from './catalog.ts';
import { type Limits, standardLimits } from './limits.ts';
import { servePage } from './page.ts';
import { isLoopbackAddress } from './security.ts';
import { createStudyRunner } from './study-runner.ts';

export interface ServerOptions {
  readonly datasets: readonly string[];
  readonly studies?: readonly Study[];
  readonly host?: string;
  /** 0 = any free port. */
  readonly port?: number;
  /** Demanded off loopback; made up where it is needed and not given. */
  readonly token?: string;
  /** Folder of the built page; left out: the API alone. */
  readonly page?: string;
  readonly limits?: Partial<Limits>;
}

export interface RunningServer {
  /** With the token where one is needed. */
  readonly url: string;
  close(): Promise<void>;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 0 } = options;
  const loopbackOnly = isLoopbackAddress(host);
  const token = options.token ?? (loopbackOnly ? null : randomBytes(24).toString('base64url'));
  const limits = { ...standardLimits, ...options.limits };
  const catalog = createCatalog(options.datasets, options.studies ?? []);
  const analyses = createAnalysisRunner(Math.max(1, Math.min(4, availableParallelism())), limits);
  const app = createApp({
    catalog,
    analyses,
    studies: createStudyRunner(),
    guard: { token, loopbackOnly },
    limits,
    version,
  });
  if (options.page && existsSync(options.page)) servePage(app, options.page);
  const { server, address } = await listen(app.fetch, host, port);
  return {
    url: pageUrl(host, address.port, token),
    close: async () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await Promise.all([analyses.close(), catalog.close()]);
    },
  };
}

function listen(fetch: (request: Request) => Response | Promise<Response>, hostname: string, port: number) {
  return new Promise<{ server: ReturnType<typeof serve>; address: AddressInfo }>((resolve, reject) => {
    const server = serve({ fetch, hostname, port }, (address) => resolve({ server, address }));
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenError(error, hostname, port)));
  });
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): unknown {
  if (error.code === 'EADDRINUSE') {
    return new WeftError({
      code: 'PORT-TAKEN',
      message: `port ${port} is in use`,
      advice: 'Choose another with --port, or 0 for any.',
    });
  }
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND' || error.code === 'EACCES') {
    return new WeftError({
      code: 'CANNOT-LISTEN',
      message: `cannot listen on ${host}:${port} (${error.code})`,
      advice: 'Choose another --host or --port.',
    });
  }
  return error;
}

function pageUrl(host: string, port: number, token: string | null): string {
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}/${token === null ? '' : `?token=${token}`}`;
}
