import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { type ServerOptions, startServer } from '@weft/server';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { dataFolder } from './data-folder.ts';
import { importFolder } from './imports/import-folder.ts';
import { placeOnNetwork } from './imports/place-on-network.ts';
import { openBrowser } from './open-browser.ts';
import { ensurePage } from './page-build.ts';
import { printNote } from './print.ts';
import { stopSignals } from './stop-signals.ts';

const USUAL_PORT = 4317;

export interface ServeFlags {
  readonly host: string;
  /** Left out: the usual one, or the next that is free. */
  readonly port?: number;
  readonly token?: string;
  readonly publicUrl?: string;
  readonly allowEmbedding: readonly string[];
  readonly sqlTimeout: number;
  readonly open: boolean;
  readonly json?: boolean;
  readonly library: readonly string[];
}

export function addServeFlags(command: Command): Command {
  return command
    .option('--host <address>', 'address to listen on; off the loopback a token is demanded', '127.0.0.1')
    .option(
      '--port <number>',
      `port to listen on; 0 = any free one (default: ${USUAL_PORT}, or the next that is free)`,
      parsePort,
    )
    .addOption(
      new Option('--token <text>', 'token every request must carry (made up off the loopback)').env(
        'WEFT_TOKEN',
      ),
    )
    .addOption(
      new Option('--public-url <url>', 'address under which a proxy shows the server, with its folder').env(
        'WEFT_PUBLIC_URL',
      ),
    )
    .option(
      '--allow-embedding <origin>',
      'let pages of this origin show Weft in a frame, e.g. those of Grafana; can be repeated',
      collect,
      [],
    )
    .option('--sql-timeout <seconds>', 'stop SQL queries that take longer', parseSeconds, 60)
    .option('--library <folder>', 'labelled runs besides those that come with Weft', collect, [])
    .option('--no-open', 'do not open the browser')
    .option('--json', 'print the URL as JSON');
}

/** Serves until Ctrl-C. */
export async function runServer(
  sources: Pick<ServerOptions, 'datasets' | 'studies' | 'folders' | 'engine'>,
  flags: ServeFlags,
  startPath = '',
): Promise<void> {
  const page = await ensurePage();
  const server = await startServer({
    startNow: true,
    ...sources,
    page,
    host: flags.host,
    port: flags.port,
    firstPort: flags.port === undefined ? USUAL_PORT : undefined,
    token: flags.token,
    shareFile: flags.token === undefined ? undefined : shareFile(flags.token),
    publicUrl: flags.publicUrl,
    embedders: flags.allowEmbedding,
    library: flags.library,
    sqlLimits: { seconds: flags.sqlTimeout },
    importFolder,
    placeOnNetwork,
  });
  if (flags.port === undefined && server.port !== USUAL_PORT) {
    printNote(`Port ${USUAL_PORT} is in use: taking ${server.port}.`);
  }
  const url = `${server.url}${startPath}`;
  const shown = showsToken(flags) ? url : `${server.plainUrl}${startPath}`;
  console.log(flags.json ? JSON.stringify({ url: shown }) : `Weft is at ${shown}\nCtrl-C stops it.`);
  if (flags.open) openBrowser(url);
  await untilSignalled();
  await server.close();
}

/** Of links that were shared by a server with this token; one that was made up ends with the server, and so do its links. */
function shareFile(token: string): string {
  const name = createHash('sha256').update(token).digest('hex').slice(0, 16);
  return join(dataFolder(), 'shared', name);
}

/** A token that was given is known already and stays out of logs; one made up is known from here alone. */
function showsToken({ token }: ServeFlags): boolean {
  return token === undefined || process.stdout.isTTY;
}

function untilSignalled(): Promise<unknown> {
  return Promise.race([...stopSignals.map((signal) => once(process, signal)), untilNpmEnds()]);
}

/** Milliseconds between looks at whether npm is still there. */
const LOOK_FOR_NPM = 500;

/** The shell that npm starts us in does not pass signals on: when it has gone, we go. */
function untilNpmEnds(): Promise<void> {
  if (process.env.npm_lifecycle_event === undefined) return new Promise(() => {});
  const parent = process.ppid;
  return new Promise((resolve) => {
    const timer = setInterval(() => {
      if (process.ppid === parent) return;
      clearInterval(timer);
      resolve();
    }, LOOK_FOR_NPM);
    timer.unref();
  });
}

function collect(value: string, before: readonly string[]): string[] {
  return [...before, value];
}

function parsePort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError('Give a whole number from 0 to 65535.');
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (/^\d+$/.test(text) && seconds > 0 && seconds <= 86_400) return seconds;
  throw new InvalidArgumentError('Give a whole number of seconds, at most a day.');
}
