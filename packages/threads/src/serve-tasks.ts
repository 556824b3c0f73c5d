import { parentPort } from 'node:worker_threads';
import { errorFacts, type WorkContext } from '@weft/model';
import type { TaskMessage, TaskReply } from './task-pool.ts';

/** The worker's half of a pool: called once at the top level of the module a pool names. */
export function serveTasks<I, R>(
  work: (input: I, context: WorkContext) => Promise<R> | R,
  transfer: (result: R) => ArrayBuffer[] = () => [],
): void {
  const port = parentPort;
  if (!port) return;
  const send = (reply: TaskReply<R>, buffers: ArrayBuffer[] = []): void => port.postMessage(reply, buffers);
  let current = new AbortController();
  port.on('message', async (message: TaskMessage<I>) => {
    if (message.kind === 'cancel') return current.abort();
    current = new AbortController();
    const context: WorkContext = {
      signal: current.signal,
      onProgress: (progress) => send({ kind: 'progress', progress }),
    };
    try {
      const result = await work(message.input, context);
      send({ kind: 'result', result }, transfer(result));
    } catch (error) {
      send({ kind: 'error', facts: errorFacts(error) });
    }
  });
}
