export * from './workload.ts';
