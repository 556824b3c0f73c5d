import { Worker } from 'node:worker_threads';

const bootstrap = new URL('./thread-start.js', import.meta.url);

/** A worker thread that runs a TypeScript module. */
export function startThread(module: URL, workerData?: unknown): Worker {
  return new Worker(bootstrap, { workerData, argv: [module.href], execArgv: [] });
}
