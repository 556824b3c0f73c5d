export { createScratch, type ScratchFolder } from './scratch-folder.ts';
export { type Send, serveThread, type ThreadContext, WINDOW } from './serve-thread.ts';
export { ThreadPool, type ThreadPoolOptions } from './thread-pool.ts';
