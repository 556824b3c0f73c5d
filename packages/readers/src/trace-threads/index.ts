export { serveTrace } from './serve-trace.ts';
export type { TraceOutput, TraceWork } from './trace-output.ts';
export { type FormatWork, isLarge, TraceThreads } from './trace-threads.ts';
