export * from './serve-trace.ts';
export * from './trace-output.ts';
export * from './trace-threads.ts';
