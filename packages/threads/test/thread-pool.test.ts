import { afterEach, describe, expect, it } from 'vitest';
import { ThreadPool, WINDOW } from '../src/thread-pool.ts';

const module = new URL('./count-thread.ts', import.meta.url);
const pools: ThreadPool<number, Float64Array, string>[] = [];

function makePool(size: number, signal?: AbortSignal) {
  const pool = new ThreadPool<number, Float64Array, string>(module, size, signal);
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

describe('ThreadPool', () => {
  it('runs more tasks than threads and hands over every message in order', async () => {
    const pool = makePool(2);
    const seen = new Map<number, number[]>();
    const tasks = [5, 0, 9, 3].map((input) =>
      pool.run(input, {
        onMessage: async ([value]) => {
          await new Promise((resolve) => setTimeout(resolve, 1));
          seen.set(input, [...(seen.get(input) ?? []), value]);
        },
      }),
    );
    expect(await Promise.all(tasks)).toEqual([
      'counted to 5',
      'counted to 0',
      'counted to 9',
      'counted to 3',
    ]);
    expect(seen.get(9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('runs a task once in every thread', async () => {
    const pool = makePool(3);
    await pool.run(2, { onMessage: () => {} });
    expect(await pool.runEach(4)).toEqual(['counted to 4', 'counted to 4', 'counted to 4']);
    expect(await pool.run(5, { onMessage: () => {} })).toBe('counted to 5');
  });

  it('waits for slow receivers', async () => {
    let under = 0;
    let most = 0;
    await makePool(1).run(40, {
      onMessage: async () => {
        most = Math.max(most, ++under);
        await new Promise((resolve) => setTimeout(resolve, 2));
        under--;
      },
    });
    expect(most).toBeLessThanOrEqual(WINDOW);
  });

  it('gives errors back with their place and goes on', async () => {
    const pool = makePool(1);
    await expect(pool.run(13, { onMessage: () => {} })).rejects.toMatchObject({
      code: 'UNLUCKY',
      file: 'a',
      offset: 13,
    });
    expect(await pool.run(1, { onMessage: () => {} })).toBe('counted to 1');
  });

  it('ends everything when the receiver fails or the signal comes', async () => {
    const failing = makePool(1);
    const full = () => Promise.reject(new Error('disk full'));
    await expect(failing.run(3, { onMessage: full })).rejects.toThrow('disk full');
    await expect(failing.run(1, { onMessage: () => {} })).rejects.toThrow('disk full');
    const controller = new AbortController();
    const endless = makePool(2, controller.signal).run(-1, { onMessage: () => {} });
    setTimeout(() => controller.abort(), 50);
    await expect(endless).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
