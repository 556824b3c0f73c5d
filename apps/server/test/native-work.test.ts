import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRandom } from '@weft/model';
import { ThreadPool } from '@weft/threads';
import { afterAll, expect, it } from 'vitest';
import { writeRing } from './write-ring.ts';

const folder = mkdtempSync(join(tmpdir(), 'weft-native-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('threads are ended while the engine reads, and the process goes on', async () => {
  const path = join(folder, 'ring.weft');
  await writeRing(path);
  const random = createRandom('moments');
  const module = new URL('./endless-reader.ts', import.meta.url);
  const pool = new ThreadPool<string, null, never>(module, { size: 1, grace: 1 });
  for (let round = 0; round < 12; round++) {
    const abort = new AbortController();
    const onMessage = async () => {
      await sleep(30 * random.next());
      abort.abort();
    };
    const run = pool.run(path, { signal: abort.signal, onMessage });
    await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
  }
  await pool.close();
});
