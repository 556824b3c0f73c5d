export { CommgramView as Component } from './commgram.tsx';
export { commgramNeeds as needs } from './needs.ts';
