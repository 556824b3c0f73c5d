export { CallProfile as Component } from './call-profile.tsx';
export { callProfileNeeds as needs } from './call-profile-needs.ts';
