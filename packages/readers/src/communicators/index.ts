export * from './communicator-members.ts';
export * from './communicator-registry.ts';
export * from './communicator-rows.ts';
export * from './creation-event.ts';
export * from './local-communicators.ts';
export * from './resolve-communicators.ts';
