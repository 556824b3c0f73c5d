import { Worker } from 'node:worker_threads';

/** Starts a thread whose module is TypeScript; Node 20 ignores `--import tsx` in threads of a process that has it. */
export function startThread(module: URL, workerData?: unknown): Worker {
  const entry = new URL('./thread-entry.js', import.meta.url);
  return new Worker(entry, { workerData, argv: [module.href], execArgv: [] });
}
