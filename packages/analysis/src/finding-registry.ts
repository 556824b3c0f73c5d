import type { FindingSearch } from './finding.ts';
import { busyTime } from './findings/busy-time/busy-time.ts';
import { dimensionImbalance } from './findings/dimension-imbalance/dimension-imbalance.ts';
import { dominantJob } from './findings/dominant-job/dominant-job.ts';
import { heavyRank } from './findings/heavy-rank/heavy-rank.ts';
import { hotLink } from './findings/hot-link/hot-link.ts';
import { levelImbalance } from './findings/level-imbalance/level-imbalance.ts';
import { linkErrorsFinding } from './findings/link-errors/link-errors-finding.ts';
import { outlierPhase } from './findings/outlier-phase/outlier-phase.ts';
import { period } from './findings/period/period.ts';
import { podImbalance } from './findings/pod-imbalance/pod-imbalance.ts';
import { sharedLinks } from './findings/shared-links/shared-links.ts';
import { slowRank } from './findings/slow-rank/slow-rank.ts';
import { unread } from './findings/unread/unread.ts';
import { wait } from './findings/wait/wait.ts';

/** Every kind of finding: one line each. */
export const findingSearches: readonly FindingSearch[] = [
  busyTime,
  dimensionImbalance,
  dominantJob,
  heavyRank,
  hotLink,
  levelImbalance,
  linkErrorsFinding,
  outlierPhase,
  period,
  podImbalance,
  sharedLinks,
  slowRank,
  unread,
  wait,
];
