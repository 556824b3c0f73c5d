export * from './communicators/index.ts';
export * from './host-registry.ts';
export * from './import-files.ts';
export * from './matching/index.ts';
export * from './reader.ts';
export * from './registry.ts';
export * from './sinks/call-filter.ts';
export * from './sinks/counting-sink.ts';
