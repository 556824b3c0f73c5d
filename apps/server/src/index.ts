export type { Study } from './catalog.ts';
export * from './start-server.ts';
