export { Jobs as Component } from './jobs.tsx';
export { jobsNeeds as needs } from './jobs-needs.ts';
