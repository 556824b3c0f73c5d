export { serveTrace } from './serve-trace.ts';
export type { TraceOutput, TraceWork, WorkItem } from './trace-output.ts';
export { TraceThreads } from './trace-threads.ts';
