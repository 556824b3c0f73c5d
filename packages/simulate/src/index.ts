export { EventModel, type EventOptions } from './engine/event-model.ts';
export {
  createFabric,
  type Fabric,
  type FabricSpeed,
  MOST_HOPS,
  messagePath,
  PS_PER_NS,
  type RoutingEpoch,
} from './engine/fabric.ts';
export type { MessageBatch } from './engine/job-program.ts';
export { pause } from './engine/pause.ts';
export type { PlacedJob } from './engine/placed-job.ts';
export type { RankProgram } from './engine/rank-program.ts';
export { Recorder } from './engine/recorder.ts';
export { replayMessages, type SentMessages } from './engine/replay-messages.ts';
export { CounterRows, LoadRows } from './engine/row-writers.ts';
export { duration, positiveSpeed } from './quantity.ts';
export { findWorkload, workloads } from './registry.ts';
export { type Faults, loadFaults, NO_VISIBLE_FAULTS, parseFaults } from './scenario/faults.ts';
export { type LoadedScenario, loadScenario } from './scenario/load-scenario.ts';
export { parseScenario, parseScenarioText } from './scenario/parse-scenario.ts';
export {
  type PreparedScenario,
  prepareScenario,
  routingEpochs,
  scenarioFabric,
  scenarioNetwork,
} from './scenario/prepare-scenario.ts';
export { type Scenario, scenarioJsonSchema, scenarioSchema } from './scenario/scenario-schema.ts';
export { withStuckSwitches } from './scenario/visible-faults.ts';
export { type SimulationResult, simulate, simulatePrepared } from './simulate.ts';
export type { SimulationHealth } from './simulation-health.ts';
export { generateStudy, listStudies, loadStudy } from './studies.ts';
export { describeValues, loadSweep, type SweepRun } from './sweep/load-sweep.ts';
export type { MessagePhase } from './workload.ts';
