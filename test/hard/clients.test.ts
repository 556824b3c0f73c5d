import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from '@weft/model';
import { type RunningServer, startServer } from '@weft/server';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeRing } from '../../apps/server/test/write-ring.ts';
import { post, quantile, timed } from './requests.ts';

const CLIENTS = 200;
/** Five minutes where there is time for them. */
const SECONDS = Number(process.env.WEFT_HARD_SECONDS ?? 20);
const folder = mkdtempSync(join(tmpdir(), 'weft-clients-'));
let server: RunningServer;

beforeAll(async () => {
  await writeRing(join(folder, 'ring.weft'));
  server = await startServer({ datasets: [join(folder, 'ring.weft')] });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const CALLS: readonly [path: string, init?: RequestInit][] = [
  ['/api/datasets'],
  ['/api/datasets/ring'],
  ['/api/datasets/ring/picture'],
  ['/api/datasets/ring/cube?metric=data'],
  ['/api/datasets/ring/query', post({ table: 'links' })],
  ['/api/datasets/ring/query', post({ table: 'messages' })],
];

it(`${CLIENTS} clients get what they ask for, some of whom leave`, { timeout: 900_000 }, async () => {
  const until = performance.now() + 1000 * SECONDS;
  const waits: number[] = [];
  const client = async (number: number): Promise<void> => {
    const random = createRandom(`client ${number}`);
    while (performance.now() < until) {
      const [path, init] = CALLS[random.below(CALLS.length)];
      if (random.below(10) === 0) {
        await fetch(new URL(path, server.url), { ...init, signal: AbortSignal.timeout(5) }).catch(() => null);
        continue;
      }
      waits.push(
        await timed(async () => {
          const response = await fetch(new URL(path, server.url), init);
          await response.arrayBuffer();
          expect([path, response.status]).toEqual([path, 200]);
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, (_, number) => client(number)));
  console.log(
    `${waits.length} answers, half within ${quantile(waits, 0.5).toFixed(0)} ms, 99 % within ${quantile(waits, 0.99).toFixed(0)} ms`,
  );
  expect(waits.length).toBeGreaterThan(CLIENTS);
  expect((await fetch(new URL('/api/datasets', server.url))).status).toBe(200);
});
