export type { Block, LayeredBlocks } from './blocks.ts';
export { REACH, sampleSpline, splineBeziers } from './commgram/b-spline.ts';
export { type BarColumn, communityColumn, placeBars } from './commgram/bar-column.ts';
export {
  BAR_WIDTH,
  bytesOfColumn,
  type CommgramGeometry,
  commgramGeometry,
  type PhaseShape,
  type PlotArea,
} from './commgram/commgram-geometry.ts';
export { levelHeights } from './commgram/level-heights.ts';
export { arcWidths, circleArc, type PhaseCircle, phaseCircle } from './commgram/phase-circle.ts';
export { commgramShapes, flowsBetween, type PhaseCommunities, phaseShape } from './commgram/phase-shape.ts';
export { type Flows, ribbonEnds } from './commgram/ribbon-ends.ts';
export { ribbonPolygon, STEEP, splineHeightAt } from './commgram/ribbon-polygon.ts';
export { cellFacts } from './compact/cell-facts.ts';
export { MOST_PAIRS } from './compact/cell-overlaps.ts';
export {
  type CellLayout,
  type GeneratingPair,
  layoutCells,
  pairFromExpressions,
} from './compact/generating-pair.ts';
export { axisWidths, layoutHTree } from './compact/h-tree.ts';
export { f1, f1Space, ht, htSpace, mortonStrip, rotatingFractal } from './compact/pairs.ts';
export { matrixBlocks } from './fat-tree-matrix/matrix-blocks.ts';
export { type Ccdf, type CcdfGap, ccdf, largestGap } from './hive/ccdf.ts';
export { binHive, type HiveTraffic } from './hive/hive-bins.ts';
export {
  axisOf,
  type HiveAxis,
  type HiveCutRule,
  type HiveCuts,
  pooledCuts,
  quarterCuts,
} from './hive/hive-cuts.ts';
export { AXIS_ANGLES, COPY_ANGLE, type HiveEdges, hivePoint, layoutHiveEdges } from './hive/hive-edges.ts';
export {
  type HiveMode,
  type HiveNodes,
  type HiveRules,
  type HiveScale,
  placeOf,
  placeOnAxes,
  spanOf,
  valueAt,
} from './hive/hive-positions.ts';
export { type HivePlot, largeHive, layoutHive, smallHive } from './hive/layout-hive.ts';
export { nearestAxis, nearestEdge, nearestMark, placeAlong } from './hive/nearest-in-hive.ts';
export { type HiveSelection, selectInHive } from './hive/select-in-hive.ts';
export { defineLayout, type Layout, type LayoutOptions, type Positions } from './layout.ts';
export type { LayoutParameter, NumberParameter, TextParameter } from './layout-parameters.ts';
export {
  INCOMING,
  type LinkMatrix,
  type MatrixLabel,
  OUTGOING,
  type PlacedBlock,
  type PlacedBundle,
} from './link-matrix/link-matrix.ts';
export { layoutLinkMatrix } from './matrix-registry.ts';
export { blankPositions, positionsExtent, setPosition } from './positions.ts';
export { comparedLayouts, findLayout, layouts, layoutsFor } from './registry.ts';
export {
  compactPairs,
  findPair,
  type Representation,
  represent,
  representationTable,
} from './representations.ts';
export { labelRoom, layoutCompositePlanes } from './torus/composite-planes.ts';
export { layoutDetailedPlanes } from './torus/detailed-planes.ts';
export { type Lattice, type LatticeArea, layoutLattice, nextCell } from './torus/lattice.ts';
export { layoutMagnifiedGroup, type MagnifiedGroup } from './torus/magnified-group.ts';
export { cornerAngle, nodeSpokes } from './torus/node-polygon.ts';
export { axisPlace, type PlaneAxis } from './torus/plane-axis.ts';
export { type PlaneFrame, type PlaneFrames, planeFrames } from './torus/plane-frames.ts';
export { type LineRect, shareLines, type TorusLines } from './torus/torus-lines.ts';
export {
  moveRole,
  parseRoles,
  planeSteps,
  printRoles,
  roleName,
  standardRoles,
  type TorusRoles,
} from './torus/torus-roles.ts';
export { blockCell, layeredBlocks } from './tree/layered-blocks.ts';
