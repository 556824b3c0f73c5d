export { Machine as Component } from './machine.tsx';
export { machineNeeds as needs } from './machine-needs.ts';
