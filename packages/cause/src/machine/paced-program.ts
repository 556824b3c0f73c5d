import type { RankProgram } from '@weft/simulate';

/** How long each rank computes in all, nanoseconds. */
export function computeOfRanks({ offsets, compute }: RankProgram): Float64Array {
  const sums = new Float64Array(offsets.length - 1);
  for (let rank = 0; rank < sums.length; rank++) {
    for (let step = offsets[rank]; step < offsets[rank + 1]; step++) sums[rank] += compute[step];
  }
  return sums;
}

/** The program with ranks that compute so long in all (one number = all alike), each step in proportion. */
export function pacedProgram(program: RankProgram, wanted: Float64Array): RankProgram {
  const { offsets } = program;
  const present = computeOfRanks(program);
  const compute = program.compute.slice();
  for (let rank = 0; rank < present.length; rank++) {
    const asked = wanted[wanted.length === 1 ? 0 : rank];
    if (asked === present[rank] || present[rank] === 0) continue;
    for (let step = offsets[rank]; step < offsets[rank + 1]; step++) compute[step] *= asked / present[rank];
  }
  return { ...program, compute };
}
