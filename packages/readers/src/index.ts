export * from './reader.ts';
export * from './registry.ts';
