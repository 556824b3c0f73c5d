export * from './run-in-thread.ts';
export * from './thread-pool.ts';
