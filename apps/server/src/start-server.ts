import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseEmbedder, parsePublicUrl, reachableName } from './access/public-address.ts';
import { createSharedAccess } from './access/shared-access.ts';
import { createAnalysisRunner } from './analysis-runner.ts';
import { createApp } from './app.ts';
import { createCatalog, type OfferedStudy } from './catalog.ts';
import type { ImportFolder } from './imports/import-routes.ts';
import type { PlaceOnNetwork } from './imports/place-routes.ts';
import { createUploadFolders } from './imports/upload-folders.ts';
import { keepMemoryLow } from './keep-memory-low.ts';
import { type Limits, standardLimits } from './limits.ts';
import { listen, listenFrom } from './listen.ts';
import { servePage } from './page.ts';
import { ownLibrary } from './read-library.ts';
import { checkListenHost, chooseToken, isLoopbackAddress } from './security.ts';
import { type SqlLimits, serverSqlLimits } from './sql/sql-limits.ts';
import { createSqlRunner } from './sql/sql-runner.ts';
import { createStudyRunner } from './study-runner.ts';
import { createWhyRunner } from './why/why-runner.ts';

export interface ServerOptions {
  readonly datasets: readonly string[];
  /** Folders whose datasets are served, also those that appear later. */
  readonly folders?: readonly string[];
  readonly studies?: readonly OfferedStudy[];
  /** Address of a Trino that answers for the datasets. */
  readonly engine?: string;
  /** Folders of labelled runs besides those that come with Weft. */
  readonly library?: readonly string[];
  readonly host?: string;
  /** 0 = any free port. */
  readonly port?: number;
  /** Takes the next free port where this one is taken; `port` does not count then. */
  readonly firstPort?: number;
  /** Demanded off loopback; made up where it is needed and not given. */
  readonly token?: string;
  /** Where the token of copied links is kept; left out: they end with the server. */
  readonly shareFile?: string;
  /** The address under which a proxy shows the server, e.g. https://weft.example.org/weft/. */
  readonly publicUrl?: string;
  /** Origins whose pages may show this one in a frame. */
  readonly embedders?: readonly string[];
  /** Folder of the built page; left out: the API alone. */
  readonly page?: string;
  readonly limits?: Partial<Limits>;
  readonly sqlLimits?: Partial<SqlLimits>;
  /** Imports files that the page uploads; left out: the page cannot. */
  readonly importFolder?: ImportFolder;
  /** Puts the ranks of a trace on a network; left out: the page cannot. */
  readonly placeOnNetwork?: PlaceOnNetwork;
  /** Starts now what the first picture needs, not when it is asked for. */
  readonly startNow?: boolean;
}

export interface RunningServer {
  /** With the token where one is needed. */
  readonly url: string;
  /** Without it, for logs. */
  readonly plainUrl: string;
  readonly port: number;
  close(): Promise<void>;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));

export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { host = '127.0.0.1', port = 0 } = options;
  checkListenHost(host);
  const loopbackOnly = isLoopbackAddress(host);
  const token = chooseToken(options.token, loopbackOnly);
  const limits = { ...standardLimits, ...options.limits };
  const publicUrl = options.publicUrl === undefined ? null : parsePublicUrl(options.publicUrl);
  const embedders = (options.embedders ?? []).map(parseEmbedder);
  const catalog = createCatalog(options.datasets, options.studies ?? [], options.folders, options.engine);
  const analyses = createAnalysisRunner(Math.max(1, Math.min(4, availableParallelism())), limits);
  if (options.startNow) analyses.prepare();
  const sql = createSqlRunner({ ...serverSqlLimits(), ...options.sqlLimits });
  const why = createWhyRunner();
  const uploads = createUploadFolders(limits.uploadBytes);
  const { importFolder, placeOnNetwork } = options;
  const app = createApp({
    imports: importFolder && { uploads, importFolder },
    placeOnNetwork,
    catalog,
    sql,
    why,
    analyses,
    studies: createStudyRunner(),
    library: [ownLibrary, ...(options.library ?? [])],
    guard: {
      token,
      shared: createSharedAccess(options.shareFile),
      loopbackOnly,
      publicUrl,
      embedders,
    },
    limits,
    version,
  });
  if (options.page && existsSync(options.page)) servePage(app, options.page);
  const closeParts = () =>
    Promise.all([uploads.close(), sql.close(), why.close(), analyses.close(), catalog.close()]);
  const { firstPort } = options;
  const listening =
    firstPort === undefined ? listen(app.fetch, host, port) : listenFrom(app.fetch, host, firstPort);
  // What was started for a server that cannot listen would keep its process alive.
  const listener = await listening.catch(async (error) => {
    await closeParts();
    throw error;
  });
  const closed = new AbortController();
  keepMemoryLow(closed.signal).catch(() => {});
  const base = publicUrl?.href ?? baseUrl(reachableName(host), listener.port);
  return {
    url: withToken(base, token),
    plainUrl: base,
    port: listener.port,
    close: async () => {
      listener.close();
      closed.abort();
      await closeParts();
    },
  };
}

function baseUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}/`;
}

function withToken(url: string, token: string | null): string {
  return token === null ? url : `${url}?token=${encodeURIComponent(token)}`;
}
