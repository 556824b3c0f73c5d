import type { Calibration } from './calibrate.ts';
import type { Comparison, FeatureDifference } from './compare-fingerprints.ts';
import { type Candidate, margin } from './identify-run.ts';

type Verdict = 'accepted' | 'refused' | 'cannot-tell';

export interface ClaimJudgement {
  readonly claim: string;
  readonly verdict: Verdict;
  /** To the nearest run of the claimed code; NaN where none can be compared. */
  readonly distance: number;
  readonly limit: number;
  /** The nearest other code, and its distance. */
  readonly other: Candidate | undefined;
  /** Features that differ from the nearest run of the claimed code by more than its runs do, largest first. */
  readonly evidence: readonly FeatureDifference[];
  /** All features compared, largest difference first. */
  readonly differences: readonly FeatureDifference[];
}

/** Differences below this are within what runs of one code show. */
const NOTABLE = 2;

/** Whether a run is what it claims to be. */
export function judgeClaim(
  claim: string,
  ranked: readonly Candidate[],
  { limits, ratio }: Calibration,
): ClaimJudgement {
  const claimed = ranked.find(({ code }) => code === claim);
  const other = ranked.find(({ code }) => code !== claim);
  const limit = limits.get(claim) ?? Number.NaN;
  const distance = claimed?.comparison.distance ?? Number.NaN;
  const away = other?.comparison.distance ?? Number.POSITIVE_INFINITY;
  const verdict: Verdict =
    claimed === undefined
      ? 'cannot-tell'
      : distance > limit || distance > ratio * away
        ? 'refused'
        : distance > away
          ? 'cannot-tell'
          : 'accepted';
  return {
    claim,
    verdict,
    distance,
    limit,
    other,
    evidence: claimed ? notable(claimed.comparison) : [],
    differences: claimed?.comparison.differences ?? [],
  };
}

export interface Identification {
  readonly ranked: readonly Candidate[];
  readonly margin: number;
  /** Near enough to be a run of the first code. */
  readonly known: boolean;
  /** Whether the first code stands out against the second. */
  readonly certain: boolean;
  /** Features that tell the first code from the second: those in which the run is nearer to the first. */
  readonly deciding: readonly DecidingFeature[];
}

interface DecidingFeature {
  readonly feature: string;
  readonly value: number;
  readonly first: number;
  readonly second: number;
  /** Difference to the second less that to the first, in spreads within a code. */
  readonly gain: number;
}

export function judgeIdentity(ranked: readonly Candidate[], calibration: Calibration): Identification {
  const [first, second] = ranked;
  const ahead = margin(ranked);
  const limit = first ? (calibration.limits.get(first.code) ?? 0) : 0;
  return {
    ranked,
    margin: ahead,
    known: first !== undefined && first.comparison.distance <= limit,
    certain: ahead >= calibration.leastMargin,
    deciding: first && second ? decidingFeatures(first.comparison, second.comparison) : [],
  };
}

function decidingFeatures(first: Comparison, second: Comparison): DecidingFeature[] {
  const near = new Map(first.differences.map((one) => [one.feature, one]));
  return second.differences
    .flatMap(({ feature, left, right, difference }) => {
      const one = near.get(feature);
      return one
        ? [{ feature, value: left, first: one.right, second: right, gain: difference - one.difference }]
        : [];
    })
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain);
}

function notable({ differences }: Comparison): readonly FeatureDifference[] {
  return differences.filter(({ difference }) => difference >= NOTABLE);
}
