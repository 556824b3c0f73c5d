import type { AnyAnalysis } from './analysis.ts';
import { linkCandidates } from './attribution/link-candidates.ts';
import { linkPairs } from './attribution/link-pairs.ts';
import { callProfile } from './call-profile/call-profile.ts';
import { commgram } from './commgram/commgram.ts';
import { commgramModel } from './commgram/commgram-model-analysis.ts';
import { criticalPath } from './critical-path/critical-path.ts';
import { findings } from './finding-order/findings-analysis.ts';
import { runFingerprint } from './fingerprint/run-fingerprint.ts';
import { rankMeasures } from './graph-measures/rank-measures.ts';
import { hottestLinks } from './hottest-links/hottest-links.ts';
import { linkErrors } from './link-errors/link-errors.ts';
import { linkShares } from './link-shares/link-shares.ts';
import { logicalTime } from './logical-time/logical-time.ts';
import { matrixTiles } from './matrix-tiles/matrix-tiles.ts';
import { messageCalls } from './message-calls/message-calls.ts';
import { messageRibbons } from './message-ribbons/message-ribbons.ts';
import { findRegion } from './regions/find-region.ts';
import { regionNames } from './regions/region-names.ts';
import { timelineStack } from './regions/timeline-stack.ts';
import { slowLinks } from './slow-links/slow-links.ts';
import { stragglers } from './stragglers/stragglers.ts';
import { timeline } from './timeline/timeline.ts';
import { timelineCall } from './timeline/timeline-call.ts';
import { torusMappings } from './torus-mapping/torus-mappings.ts';
import { torusStatistics } from './torus-statistics/torus-statistics.ts';
import { turningLayers } from './turning-layers/turning-layers.ts';
import { waitOwners } from './wait-owners/wait-owners.ts';
import { waits } from './waits/waits.ts';

/** Every analysis the server offers: one line each. */
export const analyses: readonly AnyAnalysis[] = [
  callProfile,
  commgram,
  commgramModel,
  criticalPath,
  findings,
  findRegion,
  hottestLinks,
  linkCandidates,
  linkErrors,
  linkPairs,
  linkShares,
  logicalTime,
  matrixTiles,
  messageCalls,
  messageRibbons,
  rankMeasures,
  regionNames,
  runFingerprint,
  slowLinks,
  stragglers,
  timeline,
  timelineCall,
  timelineStack,
  torusMappings,
  torusStatistics,
  turningLayers,
  waitOwners,
  waits,
];

export function findAnalysis(name: string): AnyAnalysis | undefined {
  return analyses.find((analysis) => analysis.name === name);
}
