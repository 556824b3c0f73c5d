export type { Change } from './change.ts';
export { explainJob } from './explain/explain.ts';
export type { Report } from './explain/report.ts';
export { changedBy, changeMachine, jobNumber } from './machine/change-machine.ts';
export { type Machine, recordedMachine } from './machine/machine.ts';
export { jobTime, rerun } from './machine/rerun.ts';
export { readRecordedRun } from './run/recorded-run.ts';
export { simulatedRun } from './run/simulated-run.ts';
export { type WhatIf, whatIf } from './whatif/whatif.ts';
