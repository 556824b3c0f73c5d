export { Torus as Component } from './torus.tsx';
export { torusNeeds as needs } from './torus-needs.ts';
