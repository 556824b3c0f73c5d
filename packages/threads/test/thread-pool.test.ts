import { afterEach, describe, expect, it, vi } from 'vitest';
import { ThreadPool, type ThreadPoolOptions, WINDOW } from '../src/index.ts';
import type { EchoReply, EchoTask } from './echo-thread.ts';

const module = new URL('./echo-thread.ts', import.meta.url);
const pools: ThreadPool<EchoTask, Float64Array, EchoReply>[] = [];

function makePool(options: Partial<ThreadPoolOptions> = {}) {
  const pool = new ThreadPool<EchoTask, Float64Array, EchoReply>(module, {
    size: 1,
    start: 'bundled',
    ...options,
  });
  pools.push(pool);
  return pool;
}

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

const process = { memory: 2 ** 30, heap: 64 * 2 ** 20, background: true };

describe('ThreadPool of threads in native work', () => {
  it('ends one when that is over, and starts another', async () => {
    const pool = makePool({ grace: 1 });
    const abort = new AbortController();
    const ended = new Int32Array(new SharedArrayBuffer(4));
    const options = { signal: abort.signal, onMessage: () => abort.abort() };
    const run = pool.run({ act: 'native', ended }, options);
    await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await pool.run({ say: 'next' })).toEqual({ said: 'next', tasks: 1 });
    expect(Atomics.load(ended, 0)).toBe(1);
  });
});

describe('ThreadPool of processes', () => {
  it('keeps them between tasks and waits for slow receivers', async () => {
    const pool = makePool({ process });
    const seen: number[] = [];
    const onMessage = async ([value]: Float64Array) => {
      await new Promise((resolve) => setTimeout(resolve, 1));
      seen.push(value);
    };
    expect(await pool.run({ say: 'a', count: 20 }, { onMessage })).toEqual({ said: 'a', tasks: 1 });
    expect(seen).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(await pool.run({ say: 'b' })).toEqual({ said: 'b', tasks: 2 });
    await expect(pool.run({ act: 'fail' })).rejects.toMatchObject({ code: 'BROKEN', file: 'x', offset: 7 });
  });

  it('kills one inside an endless loop, tells which, and starts another', async () => {
    const ended: number[] = [];
    const pool = makePool({ process, onProcessEnd: (pid) => ended.push(pid) });
    const abort = new AbortController();
    const options = { signal: abort.signal, onMessage: () => abort.abort() };
    await expect(pool.run({ count: 1, act: 'spin' }, options)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await pool.run({ say: 'next' })).toEqual({ said: 'next', tasks: 1 });
    expect(ended).toHaveLength(1);
  });

  it.each(['die', 'fill'] as const)('survives one that ends by itself (%s)', async (act) => {
    const pool = makePool({ process });
    await expect(pool.run({ act })).rejects.toMatchObject({ code: 'THREAD-DIED' });
    expect(await pool.run({ say: 'reborn' })).toEqual({ said: 'reborn', tasks: 1 });
  });

  it('takes a new one after a task that left the last one spent', async () => {
    const ended: number[] = [];
    const pool = makePool({ process, onProcessEnd: (pid) => ended.push(pid) });
    expect(await pool.run({ say: 'first' })).toMatchObject({ tasks: 1 });
    expect(await pool.run({ act: 'wear' })).toMatchObject({ tasks: 2 });
    expect(await pool.run({ say: 'next' })).toEqual({ said: 'next', tasks: 1 });
    expect(ended).toHaveLength(1);
  });

  it('gives one no more memory than its limit', async () => {
    const pool = makePool({ process });
    expect(await pool.run({ say: 'a', buffers: 2 })).toMatchObject({ said: 'a' });
    // The engine refuses the allocation, or the process ends for want of memory: either way the next one serves.
    await expect(pool.run({ buffers: 40 })).rejects.toThrow(/allocation|ended with code/i);
    expect(await pool.run({ say: 'b' })).toMatchObject({ said: 'b' });
  });
});

describe('ThreadPool', () => {
  it.each(['loaded', 'bundled'] as const)('keeps its threads between tasks (%s)', async (start) => {
    const pool = makePool({ start });
    expect(await pool.run({ say: 'a' })).toEqual({ said: 'a', tasks: 1 });
    expect(await pool.run({ say: 'b' })).toEqual({ said: 'b', tasks: 2 });
  });

  it('runs more tasks than threads and hands over every message in order', async () => {
    const pool = makePool({ size: 2, startNow: true });
    const seen = new Map<number, number[]>();
    const counts = [5, 0, 9, 3];
    const replies = counts.map((count) =>
      pool.run(
        { say: String(count), count },
        {
          onMessage: async ([value]) => {
            await new Promise((resolve) => setTimeout(resolve, 1));
            seen.set(count, [...(seen.get(count) ?? []), value]);
          },
        },
      ),
    );
    expect((await Promise.all(replies)).map(({ said }) => said)).toEqual(['5', '0', '9', '3']);
    expect(seen.get(9)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('runs a task once in every started thread', async () => {
    const pool = makePool({ size: 3, startNow: true });
    await pool.run({ count: 2 });
    expect(await pool.runEach({ say: 'all' })).toHaveLength(3);
    expect(await pool.run({ say: 'one' })).toMatchObject({ said: 'one' });
  });

  it('waits for slow receivers', async () => {
    let under = 0;
    let most = 0;
    const onMessage = async () => {
      most = Math.max(most, ++under);
      await new Promise((resolve) => setTimeout(resolve, 2));
      under--;
    };
    await makePool().run({ count: 40 }, { onMessage });
    expect(most).toBeLessThanOrEqual(WINDOW);
  });

  it('gives errors back with their place and goes on', async () => {
    const pool = makePool();
    await expect(pool.run({ act: 'fail' })).rejects.toMatchObject({ code: 'BROKEN', file: 'x', offset: 7 });
    expect(await pool.run({ say: 'still alive' })).toEqual({ said: 'still alive', tasks: 2 });
  });

  it('fails a task whose messages cannot be handled, and serves the next', async () => {
    const pool = makePool();
    const full = () => Promise.reject(new Error('disk full'));
    await expect(pool.run({ count: 30, act: 'wait' }, { onMessage: full })).rejects.toThrow('disk full');
    expect(await pool.run({ say: 'next' })).toMatchObject({ said: 'next' });
  });

  it('cancels work inside an endless loop and serves the next task in a new thread', async () => {
    const pool = makePool();
    const abort = new AbortController();
    const options = { signal: abort.signal, onMessage: () => abort.abort() };
    await expect(pool.run({ count: 1, act: 'spin' }, options)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await pool.run({ say: 'next' })).toEqual({ said: 'next', tasks: 1 });
  });

  it('lets cancelled work stop by itself within its grace, and keeps the thread', async () => {
    const pool = makePool({ grace: 60_000 });
    const abort = new AbortController();
    const options = { signal: abort.signal, onMessage: () => abort.abort() };
    await expect(pool.run({ count: 1, act: 'wait' }, options)).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await pool.run({ say: 'next' })).toEqual({ said: 'next', tasks: 2 });
  });

  it('cancels work that still waits in the queue', async () => {
    const pool = makePool();
    const [first, second] = [new AbortController(), new AbortController()];
    const running = pool.run({ act: 'spin' }, { signal: first.signal });
    const waiting = pool.run({ say: 'never' }, { signal: second.signal });
    second.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
    first.abort();
    await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('listens to a signal once, however many tasks wait for it', async () => {
    const pool = makePool();
    const { signal } = new AbortController();
    const added = vi.spyOn(signal, 'addEventListener');
    const removed = vi.spyOn(signal, 'removeEventListener');
    const said = await Promise.all(
      Array.from({ length: 50 }, (_, i) => pool.run({ say: `${i}` }, { signal })),
    );
    expect(said.map(({ said }) => said)).toEqual(Array.from({ length: 50 }, (_, i) => `${i}`));
    expect([added.mock.calls.length, removed.mock.calls.length]).toEqual([1, 1]);
  });

  it('cancels all that wait for a signal', async () => {
    const pool = makePool();
    const controller = new AbortController();
    const { signal } = controller;
    const running = [pool.run({ act: 'spin' }, { signal }), ...[1, 2].map(() => pool.run({}, { signal }))];
    controller.abort();
    for (const run of running) await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await pool.run({ say: 'next' })).toMatchObject({ said: 'next' });
  });

  it('survives the death of a thread', async () => {
    const pool = makePool();
    await expect(pool.run({ act: 'die' })).rejects.toMatchObject({ code: 'THREAD-DIED' });
    expect(await pool.run({ say: 'reborn' })).toEqual({ said: 'reborn', tasks: 1 });
  });

  it('rejects what is under way when it is closed', async () => {
    const pool = makePool();
    const spinning = pool.run({ act: 'spin' });
    const closing = pool.close();
    await expect(spinning).rejects.toMatchObject({ code: 'CANCELLED' });
    await closing;
    await expect(pool.run({})).rejects.toMatchObject({ code: 'CANCELLED' });
  });
});
