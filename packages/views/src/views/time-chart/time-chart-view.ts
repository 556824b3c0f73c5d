export { TimeChart as Component } from './time-chart.tsx';
export { timeChartNeeds as needs } from './time-chart-needs.ts';
