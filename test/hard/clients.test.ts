import { createRandom } from '@weft/model';
import { expect, it } from 'vitest';
import { post, quantile, timed } from './requests.ts';
import { serveRing } from './serve-ring.ts';

const CLIENTS = 200;
/** Five minutes where there is time for them. */
const SECONDS = Number(process.env.WEFT_HARD_SECONDS ?? 20);
const ring = serveRing();

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
        await fetch(new URL(path, ring.url), { ...init, signal: AbortSignal.timeout(5) }).catch(() => null);
        continue;
      }
      waits.push(
        await timed(async () => {
          const response = await fetch(new URL(path, ring.url), init);
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
  expect((await fetch(new URL('/api/datasets', ring.url))).status).toBe(200);
});
