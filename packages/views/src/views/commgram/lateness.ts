import type { Commgram } from '@weft/analysis';
import type { LatenessFrames } from './needs.ts';

/** Largest lateness (ns) of each rank in each phase, at [phase * ranks + rank]; -1 where it sends nothing. */
export function latenessOfPhases({ phases, ranks }: Commgram, late: LatenessFrames): Float64Array {
  const rows = late.lateness.columns;
  const phaseOf = phasesOfSteps(phases, late.steps.columns.messages);
  const values = new Float64Array(phases.length * ranks).fill(-1);
  for (let row = 0; row < late.lateness.rows; row++) {
    const phase = phaseOf[rows.step[row]];
    if (phase < 0) continue;
    const at = phase * ranks + rows.rank[row];
    values[at] = Math.max(values[at], rows.lateness[row]);
  }
  return values;
}

/** Phases of logical time are unions of whole steps in order: their messages add up alike. */
function phasesOfSteps(phases: Commgram['phases'], messages: Float64Array): Int32Array {
  let phase = 0;
  let before = 0;
  let seen = 0;
  return Int32Array.from(messages, (count) => {
    while (phase < phases.length && seen >= before + phases[phase].messages) {
      before += phases[phase].messages;
      phase++;
    }
    seen += count;
    return phase < phases.length ? phase : -1;
  });
}
