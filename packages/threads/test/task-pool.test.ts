import { afterEach, describe, expect, it } from 'vitest';
import { createTaskPool, type TaskPool } from '../src/index.ts';

type Reply = { said?: string; tasks: number };
const module = new URL('./echo-thread.ts', import.meta.url);
let pool: TaskPool<object, Reply>;
afterEach(() => pool.close());

describe('task pool', () => {
  it('keeps its threads between tasks and reports progress', async () => {
    pool = createTaskPool(module, 1);
    const progress: number[] = [];
    const context = { onProgress: (p: { done: number }) => progress.push(p.done) };
    expect(await pool.run({ say: 'a' }, context)).toEqual({ said: 'a', tasks: 1 });
    expect(await pool.run({ say: 'b' }, context)).toEqual({ said: 'b', tasks: 2 });
    expect(progress).toEqual([1, 2]);
  });

  it('runs more tasks than it has threads', async () => {
    pool = createTaskPool(module, 2);
    const replies = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((say) => pool.run({ say })));
    expect(replies.map((reply) => reply.said)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('brings errors back with their facts', async () => {
    pool = createTaskPool(module, 1);
    await expect(pool.run({ fail: true })).rejects.toMatchObject({ code: 'BROKEN', file: 'x', offset: 7 });
    expect(await pool.run({ say: 'still alive' })).toMatchObject({ said: 'still alive' });
  });

  it('cancels work inside an endless loop and serves the next task', async () => {
    pool = createTaskPool(module, 1);
    const abort = new AbortController();
    const spinning = pool.run({ spin: true }, { signal: abort.signal, onProgress: () => abort.abort() });
    await expect(spinning).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await pool.run({ say: 'next' })).toMatchObject({ said: 'next' });
  });

  it('cancels work that still waits in the queue', async () => {
    pool = createTaskPool(module, 1);
    const stopFirst = new AbortController();
    const first = pool.run({ spin: true }, { signal: stopFirst.signal });
    const stopSecond = new AbortController();
    const second = pool.run({ say: 'never' }, { signal: stopSecond.signal });
    stopSecond.abort();
    await expect(second).rejects.toMatchObject({ code: 'CANCELLED' });
    stopFirst.abort();
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
  });

  it('survives the death of a thread', async () => {
    pool = createTaskPool(module, 1);
    await expect(pool.run({ die: true })).rejects.toMatchObject({ code: 'THREAD-DIED' });
    expect(await pool.run({ say: 'reborn' })).toEqual({ said: 'reborn', tasks: 1 });
  });
});
