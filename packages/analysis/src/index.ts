export * from './analysis.ts';
export * from './registry.ts';
