import { parentPort, workerData } from 'node:worker_threads';
import { countNativeWorkIn } from '@weft/model';
import { SERVES_POOL } from './start-process.ts';

interface ThreadPort {
  post(message: unknown, transfer: ArrayBuffer[]): void;
  onMessage<T>(listener: (message: T) => void): void;
}

/** The way to the pool that started this thread or process; null where none did. */
export function findPort(): ThreadPort | null {
  if (parentPort) {
    if (workerData?.nativeWork) countNativeWorkIn(workerData.nativeWork);
    return threadPort(parentPort);
  }
  return process.argv.includes(SERVES_POOL) && process.send ? processPort() : null;
}

function threadPort(port: NonNullable<typeof parentPort>): ThreadPort {
  return {
    post: (message, transfer) => port.postMessage(message, transfer),
    onMessage: (listener) => void port.on('message', listener),
  };
}

/** A process without its pool has nothing left to do, whatever it is in the middle of. */
function processPort(): ThreadPort {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
  return {
    post: (message) => void process.send?.(message),
    onMessage: (listener) => void process.on('message', listener),
  };
}
