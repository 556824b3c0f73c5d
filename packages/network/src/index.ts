export { alignCube, alignTotals } from './align/align-link-data.ts';
export { type Alignment, alignNetworks } from './align/align-networks.ts';
export {
  jobsByName,
  type Translation,
  translateHovered,
  translateSelection,
} from './align/translate-selection.ts';
export * from './families/build-fat-tree.ts';
export { dimensionName } from './families/grid.ts';
export { switchAbove } from './families/kary-ntree.ts';
export * from './family.ts';
export * from './irregular/recognise-fabric.ts';
export type { Irregularity } from './irregular/tree-irregularities.ts';
export { findVertices, hostWord, searchVertices } from './naming/find-vertices.ts';
export { linkName, vertexName } from './naming/vertex-name.ts';
export * from './placement.ts';
export { listedPlacement } from './placements/listed.ts';
export { type LevelledTree, levelTree } from './recognise/level-tree.ts';
export * from './registry.ts';
export * from './remove-parts.ts';
export * from './router.ts';
export * from './routing/add-routes.ts';
export * from './routing/assumed-routing.ts';
export * from './routing/check-routing.ts';
export * from './routing/follow-route.ts';
export { forwardingVertices } from './routing/forwarding-table.ts';
export { hashPair } from './routing/hash-pair.ts';
export * from './routing/links-of-job.ts';
export * from './routing/routes-table.ts';
export * from './routing/routes-through.ts';
export * from './routing/selected-routes.ts';
export * from './routing/trace-path.ts';
