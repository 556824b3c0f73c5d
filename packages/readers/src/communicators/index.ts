export * from './communicator-registry.ts';
export * from './communicator-rows.ts';
