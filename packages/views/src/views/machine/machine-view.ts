export { prepareRenderer as prepare } from '../../kit/shared-renderer.ts';
export { Machine as Component } from './machine.tsx';
export { machineNeeds as needs } from './machine-needs.ts';
