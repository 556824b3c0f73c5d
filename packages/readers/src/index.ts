export { SkewEstimator } from './clock-repair/estimate-skews.ts';
export {
  blockBytes,
  type ExpandedCollective,
  expandCollective,
} from './collective-expansion/expand-collective.ts';
export {
  type ImportOptions,
  type ImportReport,
  importFiles,
  importSources,
  withOrigin,
} from './import-files.ts';
export { exportArchive } from './otf2-writing/export-archive.ts';
export type { Probe, ReadReport, Verdict } from './reader.ts';
export { readers } from './registry.ts';
export { CallFilter } from './sinks/call-filter.ts';
export { parseCalls } from './sinks/call-selection.ts';
export { CountingSink } from './sinks/counting-sink.ts';
export { detectReader } from './source/detect-reader.ts';
export { openSources, type SourceFile, type Sources } from './source/open-sources.ts';
export { readHead } from './source/read-head.ts';
export type { StageName, StageRunner } from './stage-runner.ts';
export { runStageTask } from './stage-tasks/run-stage-task.ts';
