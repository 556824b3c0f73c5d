import { formatQuantity } from '@weft/model';
import { defineFinding } from '../../finding.ts';
import { cutNote, cutOf } from '../../finding-facts/phase-facts.ts';
import { MOST_FACTOR } from '../../finding-facts/stand-out.ts';

/** It has at most this share of its traffic in common with any other phase. */
const MOST_COMMON = 0.6;
/** Or this one where it is the only one unlike others, which have at least so much in common, and none that a run begins or ends with. */
const MOST_COMMON_ALONE = 0.7;
const LEAST_COMMON_OF_OTHERS = 0.95;

export const outlierPhase = defineFinding({
  kind: 'outlier-phase',
  doc: 'A phase whose communication is unlike that of all others, in a program that repeats itself otherwise.',
  find: ({ phases: found }) => {
    if (!found) return [];
    const { phases, outliers, common } = found;
    const [phase] = outliers
      .filter((at) => common[at] <= (isAlone(common, at) ? MOST_COMMON_ALONE : MOST_COMMON))
      .sort((a, b) => common[a] - common[b] || a - b);
    if (phase === undefined) return [];
    const { start, end, bytes } = phases[phase];
    return [
      {
        kind: 'outlier-phase',
        text: `Phase t${phase} of t0 to t${phases.length - 1} sends ${formatQuantity(bytes, 'B')} and is unlike all others: it has at most ${formatQuantity(100 * common[phase], '%')} of its traffic in common with any of them${cutNote(found)}.`,
        value: bytes,
        unit: 'B',
        factor: Math.min(MOST_FACTOR, 1 / Math.max(1e-9, common[phase])),
        where: { phase, ...cutOf(found), from: start, to: end },
      },
    ];
  },
});

function isAlone(common: Float64Array, phase: number): boolean {
  const inside = phase > 0 && phase < common.length - 1;
  return inside && common.every((share, at) => at === phase || share >= LEAST_COMMON_OF_OTHERS);
}
