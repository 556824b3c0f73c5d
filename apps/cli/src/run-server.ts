import { once } from 'node:events';
import { type ServerOptions, startServer } from '@weft/server';
import type { Command } from 'commander';
import { openBrowser } from './open-browser.ts';
import { ensurePage } from './page-build.ts';

export interface ServeFlags {
  readonly host: string;
  readonly port: string;
  readonly token?: string;
  readonly open: boolean;
  readonly json?: boolean;
}

export function addServeFlags(command: Command): Command {
  return command
    .option('--host <address>', 'address to listen on; off the loopback a token is demanded', '127.0.0.1')
    .option('--port <number>', 'port to listen on; 0 = any free one', '4317')
    .option('--token <text>', 'token every request must carry (made up off the loopback)')
    .option('--no-open', 'do not open the browser')
    .option('--json', 'print the URL as JSON');
}

/** Serves until Ctrl-C. */
export async function runServer(
  sources: Pick<ServerOptions, 'datasets' | 'studies'>,
  flags: ServeFlags,
  startPath = '',
): Promise<void> {
  const page = await ensurePage();
  const server = await startServer({
    ...sources,
    page,
    host: flags.host,
    port: Number(flags.port),
    token: flags.token,
  });
  const url = `${server.url}${startPath}`;
  console.log(flags.json ? JSON.stringify({ url }) : `Weft is at ${url}\nCtrl-C stops it.`);
  if (flags.open) openBrowser(url);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.close();
}
