export * from './family.ts';
export * from './placement.ts';
export * from './recognise/level-tree.ts';
export * from './registry.ts';
export * from './router.ts';
export * from './routing/add-routes.ts';
export * from './routing/trace-path.ts';
