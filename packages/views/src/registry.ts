import type { View } from './view.ts';
import { callProfile } from './views/call-profile/index.ts';
import { commMatrix } from './views/comm-matrix/index.ts';
import { histogram } from './views/histogram/index.ts';
import { jobs } from './views/jobs/index.ts';
import { summary } from './views/summary/index.ts';
import { timeChart } from './views/time-chart/index.ts';
import { timeline } from './views/timeline/index.ts';

/** Every view of the product: one line each. */
// biome-ignore lint/suspicious/noExplicitAny: each view has its own needs
export const views: readonly View<any>[] = [
  timeChart,
  histogram,
  jobs,
  summary,
  timeline,
  commMatrix,
  callProfile,
];
