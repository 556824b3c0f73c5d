import type { View } from './view.ts';
import { callProfile } from './views/call-profile/index.ts';
import { commMatrix } from './views/comm-matrix/index.ts';
import { commgram } from './views/commgram/index.ts';
import { compare } from './views/compare/index.ts';
import { dragonfly } from './views/dragonfly/index.ts';
import { fatTree } from './views/fat-tree/index.ts';
import { histogram } from './views/histogram/index.ts';
import { hive } from './views/hive/index.ts';
import { hottestLinks } from './views/hottest-links/index.ts';
import { jobs } from './views/jobs/index.ts';
import { linkDetail } from './views/link-detail/index.ts';
import { machine } from './views/machine/index.ts';
import { phaseGraph } from './views/phase-graph/index.ts';
import { summary } from './views/summary/index.ts';
import { timeChart } from './views/time-chart/index.ts';
import { timeline } from './views/timeline/index.ts';
import { torus } from './views/torus/index.ts';
import { why } from './views/why/index.ts';

/** Every view of the product: one line each. */
// biome-ignore lint/suspicious/noExplicitAny: each view has its own needs
export const views: readonly View<any>[] = [
  fatTree,
  dragonfly,
  torus,
  commgram,
  machine,
  timeChart,
  timeline,
  commMatrix,
  histogram,
  jobs,
  summary,
  hottestLinks,
  linkDetail,
  why,
  compare,
  callProfile,
  hive,
  phaseGraph,
];
