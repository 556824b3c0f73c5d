export { type Send, serveThread, WINDOW } from './serve-thread.ts';
export { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';
