export * from './registry.ts';
export * from './workload.ts';
