export * from './serve-tasks.ts';
export * from './task-pool.ts';
