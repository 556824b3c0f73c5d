export { prepareRenderer as prepare } from '../../kit/shared-renderer.ts';
export { CommgramView as Component } from './commgram.tsx';
export { commgramNeeds as needs } from './needs.ts';
