export {
  type Analysis,
  type AnswerOf,
  type AnyAnalysis,
  defineAnalysis,
  type InputQuery,
  type InputsOf,
  type KnownInputs,
  openQueries,
  type ParamsOf,
  type Queries,
  type ResultOf,
  type ResultSchemas,
  readNeeds,
} from './analysis.ts';
export { assignRows } from './assignment/assign-rows.ts';

export { linkCandidates } from './attribution/link-candidates.ts';
export { linkPairs } from './attribution/link-pairs.ts';

export { type BoxStatistics, boxStatistics } from './box-statistics/box-statistics.ts';
export { rankedValues } from './box-statistics/ranked-values.ts';

export { callProfile } from './call-profile/call-profile.ts';

export { activeRanks, bipartiteOf } from './commgram/bipartite.ts';

export { commgramNeeds, readCommgramModel } from './commgram/commgram-inputs.ts';
export { type CommgramJson, commgramJson } from './commgram/commgram-json.ts';
export { buildCommgramModel, type CommgramModel } from './commgram/commgram-model.ts';
export {
  type CommgramModelFrames,
  commgramModel,
  modelOfFrames,
} from './commgram/commgram-model-analysis.ts';
export { commgramParams } from './commgram/commgram-params.ts';
export {
  type Commgram,
  type CommgramOptions,
  type CommgramPhase,
  type CommgramSession,
  createCommgramSession,
} from './commgram/commgram-session.ts';

export { messagePhasesNeeds, readMessagePhases } from './commgram/message-phases.ts';
export {
  bytesWithin,
  type PhasePicture,
  type PhaseTraffic,
  phaseModularity,
} from './commgram/phase-picture.ts';
export { type PhaseSequence, phaseSequences } from './commgram/phase-sequences.ts';
export type { ZoomStep } from './commgram/phase-tree.ts';
export { phaseRibbons, type Ribbons } from './commgram/ribbons.ts';
export { suggestCommunities } from './commgram/suggest-communities.ts';
export { STANDARD_ATOMS, STANDARD_PHASES, suggestPhases } from './commgram/suggest-phases.ts';

export { bestCount } from './community-clustering/best-communities.ts';
export { type CommunityTree, clusterCommunities } from './community-clustering/cluster-communities.ts';
export { communityTree } from './community-clustering/community-tree.ts';
export { communityNode, cutCommunities, cutCommunity } from './community-clustering/cut-communities.ts';
export { modularity } from './community-clustering/modularity.ts';
export { buildGraph } from './community-clustering/weighted-graph.ts';
export { type PathPart, walkCriticalPath } from './critical-path/walk-critical-path.ts';
export { findings } from './finding-order/findings-analysis.ts';
export { findingsParamsOf } from './finding-order/findings-params.ts';
export { type ListedFinding, listFindings } from './finding-order/list-findings.ts';
export { type Calibration, calibrate } from './fingerprint/calibrate.ts';
export {
  compareFingerprints,
  type FeatureDifference,
  featureSpreads,
} from './fingerprint/compare-fingerprints.ts';
export { type Evaluation, evaluateLibrary, evaluateRuns } from './fingerprint/evaluate-library.ts';
export { type EvidenceRow, evidenceRows } from './fingerprint/evidence-rows.ts';
export { findFeature } from './fingerprint/features.ts';
export { type Fingerprint, fingerprintOf } from './fingerprint/fingerprint.ts';
export { rankCodes } from './fingerprint/identify-run.ts';
export {
  type ClaimJudgement,
  type Identification,
  judgeClaim,
  judgeIdentity,
} from './fingerprint/judge-claim.ts';
export {
  FINGERPRINT_VERSION,
  formatEntries,
  type LibraryEntry,
  parseEntries,
} from './fingerprint/library.ts';
export { readRunFacts, runFactsNeeds, sendingCalls } from './fingerprint/read-run-facts.ts';
export { type RunFacts, SIZE_CLASSES, sizeClass } from './fingerprint/run-facts.ts';
export { runFingerprint } from './fingerprint/run-fingerprint.ts';
export { sendOrder } from './fingerprint/send-order.ts';
export { type Adjacency, adjacencyOf, breadthFirstOrder, simplify } from './graph-measures/adjacency.ts';
export { sumDependencies } from './graph-measures/betweenness.ts';
export { degrees } from './graph-measures/degrees.ts';
export { distanceMeasures } from './graph-measures/distance-sample.ts';
export { sumDistances } from './graph-measures/distances.ts';
export {
  type MeasureChoice,
  measureRanks,
  type RankMeasures,
  standardChoice,
} from './graph-measures/measure-ranks.ts';
export { findMeasure, type Measure, type MeasureName, measures } from './graph-measures/measures.ts';
export { pageRank } from './graph-measures/page-rank.ts';
export { rankMeasures } from './graph-measures/rank-measures.ts';
export {
  type RunTasks,
  runInTurn,
  runSourceTask,
  type SourceSums,
  type SourceTask,
} from './graph-measures/source-task.ts';
export { transitivity } from './graph-measures/transitivity.ts';
export { sumWeightedDependencies } from './graph-measures/weighted-betweenness.ts';
export { hottestLinks } from './hottest-links/hottest-links.ts';
export { linkShares } from './link-shares/link-shares.ts';
export { logicalTime } from './logical-time/logical-time.ts';
export { matrixTiles } from './matrix-tiles/matrix-tiles.ts';
export { sumPairs } from './matrix-tiles/pair-sums.ts';
export { orderRanks, type RankOrder, rankOrders } from './matrix-tiles/rank-order.ts';
export { sumPairTiles, sumPerRank } from './matrix-tiles/sum-pair-tiles.ts';
export { topPairs } from './matrix-tiles/top-pairs.ts';
export { waitingPairs } from './matrix-tiles/waiting-pairs.ts';
export { messageCalls } from './message-calls/message-calls.ts';
export { createDeliveredBytes, type DeliveredBytes } from './message-flight/delivered-bytes.ts';
export {
  countActivity,
  createFlightState,
  type FlightState,
  flightsAt,
  placeFlight,
} from './message-flight/flight-state.ts';
export { type Flights, planFlights } from './message-flight/flights.ts';
export {
  countQueues,
  createMessageQueues,
  heapUp,
  longestQueues,
  type MessageQueues,
} from './message-flight/message-queues.ts';
export { indexHops } from './message-flight/recorded-hops.ts';
export { messageRibbons } from './message-ribbons/message-ribbons.ts';
export { describePeriod } from './pattern-detection/find-period-section.ts';
export { type MessageBatch, messageBatch, splitFrame } from './queries/message-batches.ts';
export { sortNumbers } from './radix-sort/radix-sort.ts';
export { type RankGraph, RankGraphBuilder } from './rank-graph/rank-graph.ts';
export {
  type RankGraphChoice,
  type RankGraphRead,
  rankGraphNeeds,
  readRankGraph,
} from './rank-graph/read-rank-graph.ts';
export { findRegion } from './regions/find-region.ts';
export { regionNames } from './regions/region-names.ts';
export { timelineStack } from './regions/timeline-stack.ts';
export { analyses, findAnalysis } from './registry.ts';
export { callEndingAt, callIndex } from './spans/call-index.ts';
export { type SpanColumns, spansOfEvents, spansOfFrame } from './spans/span-columns.ts';
export { type StepTimes, stepTimes } from './stragglers/step-times.ts';
export { clusterTimes } from './temporal-clustering/cluster-times.ts';
export { cutTimes } from './temporal-clustering/cut-times.ts';
export { type CallStep, findCall } from './timeline/find-call.ts';
export { framesOfTiles, type PackedTiles, tilesOfFrames } from './timeline/pack-tiles.ts';
export { shownCalls } from './timeline/shown-calls.ts';
export { cellsOfRange, snapRange } from './timeline/snap-range.ts';
export { countRuns, rowsOfRuns, spanRuns } from './timeline/span-index.ts';
export { NO_CALL, sumTiles, type TileGrid } from './timeline/sum-tiles.ts';
export { timeline } from './timeline/timeline.ts';
export { timelineCall } from './timeline/timeline-call.ts';
export {
  type CollapsedTorus,
  type CollapsedTraffic,
  collapseTorus,
  createCollapsedTraffic,
  sumAlong,
} from './torus-collapse/collapse-torus.ts';
export { bisectionMapping } from './torus-mapping/bisection-mapping.ts';
export {
  bestMapping,
  type ComparedMapping,
  compareMappings,
  type NamedMapping,
} from './torus-mapping/compare-mappings.ts';
export { givenNodes, mostPerNode } from './torus-mapping/given-nodes.ts';
export { greedyMapping } from './torus-mapping/greedy-mapping.ts';
export { allOrders, orderMapping, randomMapping } from './torus-mapping/order-mapping.ts';
export { type RankPairs, sumRankPairs } from './torus-mapping/rank-pairs.ts';
export { readMapFile } from './torus-mapping/read-map-file.ts';
export { searchedMappings } from './torus-mapping/searched-mappings.ts';
export { torusMappings } from './torus-mapping/torus-mappings.ts';
export { directionFigures } from './torus-statistics/direction-figures.ts';
export { type GroupFigures, groupFigures } from './torus-statistics/group-figures.ts';
export { hiddenSpread, planeHidingLeast } from './torus-statistics/hidden-spread.ts';
export { describeFinding, findImbalance, type TorusFinding } from './torus-statistics/torus-finding.ts';
export { linkGroups, torusStatistics } from './torus-statistics/torus-statistics.ts';
export { type VarianceRow, varianceTable } from './torus-statistics/variance-table.ts';
export { type RankHosts, rankHosts } from './turning-layers/rank-hosts.ts';
export { layerShares, sumTurningLayers } from './turning-layers/sum-turning-layers.ts';
export {
  type TreeBlocks,
  treeBlocks,
  treeLevels,
  turningLevel,
  uniformShares,
} from './turning-layers/tree-blocks.ts';
export { turningLayers } from './turning-layers/turning-layers.ts';
export { collectiveFlow } from './waits/collective-partners.ts';
export { findWaits } from './waits/find-waits.ts';
export type { WaitWindow } from './waits/longest-wait.ts';
export { waits } from './waits/waits.ts';
