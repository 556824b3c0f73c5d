import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningServer, type ServerOptions, startServer } from '@weft/server';
import { afterAll, beforeAll } from 'vitest';
import { writeRing } from '../../apps/server/test/write-ring.ts';

interface ServedRing {
  readonly folder: string;
  /** Of the server, once it runs. */
  readonly url: string;
}

/** Serves one small dataset, `ring`, to all tests of a file. */
export function serveRing(options: Omit<ServerOptions, 'datasets'> = {}): ServedRing {
  const folder = mkdtempSync(join(tmpdir(), 'weft-ring-'));
  let server: RunningServer;
  beforeAll(async () => {
    await writeRing(join(folder, 'ring.weft'));
    server = await startServer({ ...options, datasets: [join(folder, 'ring.weft')] });
  });
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    get url() {
      return server.url;
    },
  };
}
