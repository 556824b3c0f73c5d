export { FatTree as Component } from './fat-tree.tsx';
export { fatTreeNeeds as needs } from './fat-tree-needs.ts';
