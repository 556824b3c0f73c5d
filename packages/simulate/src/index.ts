export { metricNames, type Totals } from './engine/recorder.ts';
export * from './registry.ts';
export * from './scenario/load-scenario.ts';
export * from './scenario/parse-scenario.ts';
export * from './scenario/prepare-scenario.ts';
export * from './scenario/scenario-schema.ts';
export * from './simulate.ts';
export * from './studies.ts';
export * from './workload.ts';
