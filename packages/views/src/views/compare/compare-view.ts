export { Compare as Component } from './compare.tsx';
export { compareNeeds as needs } from './compare-needs.ts';
