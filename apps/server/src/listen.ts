import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { errorFacts, WeftError } from '@weft/model';
import { inTurn } from './in-turn.ts';

type Fetch = (request: Request) => Response | Promise<Response>;

interface Listener {
  readonly port: number;
  close(): void;
}

/** Milliseconds in which the headers of a request must be here, and between two looks at who is late. */
interface HeaderPatience {
  readonly headers: number;
  readonly looks: number;
}

const PATIENCE: HeaderPatience = { headers: 30_000, looks: 10_000 };

/** How many ports are tried where the first one is taken. */
const MOST_PORTS = 20;

/** The same at this port or, where it is taken, at the next one that is free. */
export async function listenFrom(fetch: Fetch, host: string, first: number): Promise<Listener> {
  for (let port = first; ; port++) {
    try {
      return await listen(fetch, host, port);
    } catch (error) {
      const isTaken = errorFacts(error).code === 'PORT-TAKEN';
      if (!isTaken || port + 1 === first + MOST_PORTS) throw error;
    }
  }
}

/** Answers requests at this address; port 0 is any that is free. */
export async function listen(
  fetch: Fetch,
  host: string,
  port: number,
  patience = PATIENCE,
): Promise<Listener> {
  const { server, address } = await bind(fetch, host, port, patience);
  return {
    port: address.port,
    close: () => {
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
    },
  };
}

function bind(fetch: Fetch, hostname: string, port: number, { headers, looks }: HeaderPatience) {
  const serverOptions = { headersTimeout: headers, connectionsCheckingInterval: looks };
  return new Promise<{ server: ReturnType<typeof serve>; address: AddressInfo }>((resolve, reject) => {
    const options = { fetch: inTurn(fetch), hostname, port, serverOptions };
    const server = serve(options, (address) => resolve({ server, address }));
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
