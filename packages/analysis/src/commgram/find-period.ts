import { detectPatterns } from '../pattern-detection/detect-patterns.ts';
import { phaseDistances } from '../pattern-detection/phase-distances.ts';
import { type CommgramModel, phaseRanges } from './commgram-model.ts';
import { joinAtoms, readContent, type Weight } from './phase-picture.ts';
import { suggestPhases } from './suggest-phases.ts';

/** The period of the suggested phases by their traffic alone, and how many phases there are. */
export function findPeriod(model: CommgramModel, weight: Weight): { period: number; phases: number } {
  const profiles = phaseRanges(model, suggestPhases(model)).map(
    (range) => readContent(joinAtoms(model.edges, ...range), model.ranks, weight).profile,
  );
  const phases = profiles.length;
  return { period: detectPatterns(phaseDistances(profiles, null), phases).period, phases };
}
