export { Why as Component } from './why.tsx';
export { whyNeeds as needs } from './why-needs.ts';
