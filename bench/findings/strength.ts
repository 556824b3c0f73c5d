import type { Random } from '@weft/model';

type Range = readonly [low: number, high: number];

/** How many times more than usual a planted feature is, and how far links and steps differ by chance. */
interface Strengths {
  readonly link: Range;
  readonly linkInStep: Range;
  /** Gigabytes per second of one flow beside others of 0.2. */
  readonly flow: Range;
  readonly time: Range;
  /** Share of the first job in all traffic. */
  readonly job: Range;
  readonly group: Range;
  readonly slowRank: Range;
  readonly heavyRank: Range;
  /** How often a period comes again, and how many times larger the messages of an unusual phase are. */
  readonly repeats: Range;
  readonly outlier: Range;
  readonly noiseOfLink: Range;
  readonly noiseOfStep: Range;
}

const plain: Strengths = {
  link: [3, 10],
  linkInStep: [6, 15],
  flow: [4, 4],
  time: [1.8, 5],
  job: [0.5, 0.75],
  group: [2.5, 6],
  slowRank: [1.5, 4.5],
  heavyRank: [5, 15],
  repeats: [5, 8],
  outlier: [8, 8],
  noiseOfLink: [0, 0.2],
  noiseOfStep: [0.05, 0.5],
};

/** What can only just be told from chance: `WEFT_STRENGTH=weak`. */
const weak: Strengths = {
  link: [1.5, 2.5],
  linkInStep: [3, 5],
  flow: [1.5, 3],
  time: [1.5, 2],
  job: [0.4, 0.5],
  group: [1.7, 2.5],
  slowRank: [1.3, 1.5],
  heavyRank: [3.2, 5],
  repeats: [3, 5],
  outlier: [4, 6],
  noiseOfLink: [0, 0.06],
  noiseOfStep: [0.05, 0.3],
};

export const strengths = process.env.WEFT_STRENGTH === 'weak' ? weak : plain;

export function draw(random: Random, [low, high]: Range): number {
  return low + (high - low) * random.next();
}
