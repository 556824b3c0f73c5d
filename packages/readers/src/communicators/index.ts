export * from './communicator-registry.ts';
export * from './communicator-rows.ts';
export * from './communicator-table.ts';
export * from './creation-event.ts';
export * from './resolve-communicators.ts';
