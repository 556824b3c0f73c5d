export * from './serve-thread.ts';
export * from './start-thread.ts';
export * from './thread-pool.ts';
