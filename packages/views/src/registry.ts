import type { View } from './view.ts';
import { commgram } from './views/commgram/index.ts';
import { fatTree } from './views/fat-tree/index.ts';
import { histogram } from './views/histogram/index.ts';
import { jobs } from './views/jobs/index.ts';
import { phaseGraph } from './views/phase-graph/index.ts';
import { summary } from './views/summary/index.ts';
import { timeChart } from './views/time-chart/index.ts';

/** Every view of the product: one line each. */
// biome-ignore lint/suspicious/noExplicitAny: each view has its own needs
export const views: readonly View<any>[] = [
  fatTree,
  commgram,
  phaseGraph,
  timeChart,
  histogram,
  jobs,
  summary,
];
