export { preparePlacing } from './place-trace.ts';
export { parseTraceNetwork } from './trace-network.ts';
