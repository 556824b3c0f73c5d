export { PhaseGraph as Component } from './phase-graph.tsx';
export { phaseGraphNeeds as needs } from './phase-graph-needs.ts';
