export * from './fabric-reader.ts';
export * from './import-site.ts';
export * from './registry.ts';
export { hostWord } from './site/site.ts';
export { canonicalGuid } from './topology/topology-facts.ts';
