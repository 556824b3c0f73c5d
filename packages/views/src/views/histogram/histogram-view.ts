export { Histogram as Component } from './histogram.tsx';
export { histogramNeeds as needs } from './histogram-needs.ts';
