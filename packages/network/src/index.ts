export { alignCube, alignTotals } from './align/align-link-data.ts';
export { type Alignment, alignNetworks } from './align/align-networks.ts';
export {
  jobsByName,
  type Translation,
  translateHovered,
  translateSelection,
} from './align/translate-selection.ts';
export { switchAbove } from './families/kary-ntree.ts';
export { type RecognisedFabric, recogniseFabric } from './irregular/recognise-fabric.ts';
export type { Irregularity } from './irregular/tree-irregularities.ts';
export { findVertices, hostWord, searchVertices } from './naming/find-vertices.ts';
export { linkName, vertexName } from './naming/vertex-name.ts';
export { allFree, type Placement } from './placement.ts';
export { listedPlacement } from './placements/listed.ts';
export { levelTree } from './recognise/level-tree.ts';
export {
  buildNetwork,
  families,
  familyNamed,
  placementNamed,
  placements,
  recogniseNetwork,
  routeNetwork,
  routerNamed,
  routers,
} from './registry.ts';
export { removeParts } from './remove-parts.ts';
export type { Routing } from './router.ts';
export { addRoutes, allPairs, type RoutePairs } from './routing/add-routes.ts';
export { assumedRouter, assumedRouting } from './routing/assumed-routing.ts';
export { checkRouting } from './routing/check-routing.ts';
export { type FollowedRoute, followRoute, portsAt } from './routing/follow-route.ts';
export { forwardingVertices } from './routing/forwarding-table.ts';
export { linksOfJob, switchLinks } from './routing/links-of-job.ts';
export { PEERING, TRANSIT } from './routing/relations.ts';
export { routeHops } from './routing/route-hops.ts';
export { routesBatch, routesBatches, routingFromRoutes } from './routing/routes-table.ts';
export { markPairs, markThroughWaypoints } from './routing/routes-through.ts';
export { hostsAt, NOTHING_CHOSEN, type RouteChoice, selectedRoutes } from './routing/selected-routes.ts';
export { hopLimit, LOOP, tracePath, UNREACHABLE } from './routing/trace-path.ts';
export {
  describeFaults,
  describeNode,
  directionName,
  neighbourNode,
  nodeCoordinate,
  type TorusShape,
  torusShape,
} from './torus/torus-shape.ts';
