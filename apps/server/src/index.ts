export type { CatalogEntry, Study } from './catalog.ts';
export * from './start-server.ts';
