export * from './compact/cell-facts.ts';
export * from './compact/generating-pair.ts';
export * from './compact/h-tree.ts';
export * from './compact/pairs.ts';
export * from './layout.ts';
export * from './subtrees.ts';
export * from './tree-address.ts';
