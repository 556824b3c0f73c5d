export * from './serve-tasks.ts';
export * from './start-thread.ts';
export * from './task-pool.ts';
export * from './thread-pool.ts';
