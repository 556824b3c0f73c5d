export { prepareBindings } from './bindings/prepare-bindings.ts';
export { countRoutes } from './count-routes.ts';
export { FabricSink } from './fabric-sink.ts';
export { FabricTraceSink } from './fabric-trace-sink.ts';
export { preparePlacing } from './place-trace.ts';
export { suggestNetwork } from './suggest-network.ts';
export { parseTraceNetwork } from './trace-network.ts';
export { LINK_METRIC } from './write-link-loads.ts';
