import { createRandom, type Random } from '@weft/model';
import { type CounterFeature, plantCounters } from './plant-counters.ts';
import { type ProgramFeature, plantProgram } from './plant-program.ts';
import { plantScenario, type ScenarioFeature } from './plant-scenario.ts';
import type { Feature, Planted } from './planted.ts';

interface Maker {
  readonly feature: Feature;
  plant(random: Random): Promise<Planted>;
}

function makersOf<F extends Feature>(
  features: readonly F[],
  plant: (feature: F, random: Random) => Promise<Planted>,
): Maker[] {
  return features.map((feature) => ({ feature, plant: (random) => plant(feature, random) }));
}

const counters: readonly CounterFeature[] = [
  'hot-link',
  'busy-time',
  'dominant-job',
  'level-imbalance',
  'pod-imbalance',
  'dimension-imbalance',
  'shared-links',
  'nothing',
];
const programs: readonly ProgramFeature[] = ['slow-rank', 'heavy-rank', 'period', 'outlier-phase', 'nothing'];
const scenarios: readonly ScenarioFeature[] = [
  'hot-link',
  'busy-time',
  'dominant-job',
  'dimension-imbalance',
  'slow-rank',
  'period',
  'outlier-phase',
  'nothing',
];

/** Those of one feature with `WEFT_FEATURE`, else all. */
const makers = [
  ...makersOf(counters, plantCounters),
  ...makersOf(programs, plantProgram),
  ...makersOf(scenarios, plantScenario),
].filter(({ feature }) => feature === (process.env.WEFT_FEATURE ?? feature));

/** The n-th dataset of the corpus: kinds of features take turns. */
export function plant(at: number, seed: number): Promise<Planted> {
  return makers[at % makers.length].plant(createRandom(seed));
}
