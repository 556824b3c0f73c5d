export * from './fabric-reader.ts';
export { canonicalGuid } from './facts/topology-facts.ts';
export * from './import-site.ts';
export * from './registry.ts';
