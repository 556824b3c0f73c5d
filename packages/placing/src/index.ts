export { FabricSink } from './fabric-sink.ts';
export { FabricTraceSink } from './fabric-trace-sink.ts';
export {
  bestMapping,
  type ComparedMapping,
  compareMappings,
  type NamedMapping,
} from './mapping/compare-mappings.ts';
export { greedyMapping } from './mapping/greedy-mapping.ts';
export { allOrders, orderMapping, randomMapping } from './mapping/order-mapping.ts';
export { sumRankPairs } from './mapping/rank-pairs.ts';
export { readMapFile } from './mapping/read-map-file.ts';
export { preparePlacing } from './place-trace.ts';
export { parseTraceNetwork } from './trace-network.ts';
