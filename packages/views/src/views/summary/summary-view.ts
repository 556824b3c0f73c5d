export { Summary as Component } from './summary.tsx';
export { summaryNeeds as needs } from './summary-needs.ts';
