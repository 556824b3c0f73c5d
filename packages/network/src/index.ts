export * from './family.ts';
export * from './placement.ts';
export * from './router.ts';
