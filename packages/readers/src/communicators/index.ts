export { type CommunicatorMembers, shareCommunicators } from './communicator-members.ts';
export { type Communicator, CommunicatorRegistry } from './communicator-registry.ts';
export { communicatorRows } from './communicator-rows.ts';
export { type CreationEvent, NULL_COMM, rangeRanks } from './creation-event.ts';
export type { AskedCommunicator } from './learn-communicators.ts';
export { LocalCommunicators } from './local-communicators.ts';
export { type ResolvedCommunicators, resolveCommunicators } from './resolve-communicators.ts';
