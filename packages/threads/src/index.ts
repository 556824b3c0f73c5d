export * from './run-in-thread.ts';
