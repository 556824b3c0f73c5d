import type { Random } from '@weft/model';
import type { MessagePhase } from '@weft/simulate';
import { findWorkload } from '@weft/simulate';

/** A pattern of communication that the library knows by name; every workload it names may follow on another. */
export interface Pattern {
  readonly code: string;
  /** Numbers of ranks of its generated runs, where those of the others do not show what it is. */
  readonly sizes?: readonly number[];
  readonly steps: (
    ranks: number,
  ) => readonly (readonly [workload: string, params: Readonly<Record<string, unknown>>])[];
}

const side = (ranks: number): number => 2 ** Math.floor(Math.log2(ranks) / 2);

export const patterns: readonly Pattern[] = [
  { code: 'halo-2d', steps: () => [['halo', { axes: 2 }]] },
  { code: 'halo-3d', steps: () => [['halo', { axes: 3 }]] },
  { code: 'torus-3d', steps: () => [['halo', { axes: 3, periodic: true }]] },
  { code: 'binary-swap', steps: () => [['binary-swap', { bytes: 4194304 }]] },
  // For powers of two it is the binary swap.
  {
    code: 'two-three-swap',
    sizes: [18, 36, 72, 144, 288],
    steps: () => [['two-three-swap', { bytes: 4194304 }]],
  },
  { code: 'butterfly', steps: (ranks) => butterflySteps(ranks) },
  { code: 'all-to-all', steps: () => [['all-to-all', { bytes: 4096 }]] },
  {
    code: 'transpose-2d',
    steps: (ranks) => [
      ['all-to-all', { bytes: 16384, group: side(ranks) }],
      ['all-to-all', { bytes: 16384, group: ranks / side(ranks), stride: side(ranks) }],
    ],
  },
  { code: 'ring', steps: () => [['ring', { both: true }]] },
  { code: 'tree-reduce', steps: () => [['tree', { operation: 'reduce', bytes: 8192 }]] },
  { code: 'master-worker', steps: () => [['master-worker', { rounds: 1 }]] },
  { code: 'irregular', steps: () => [['irregular', { degree: 5 }]] },
  { code: 'multigrid', steps: () => [['multigrid', {}]] },
  { code: 'amr', steps: (ranks) => [['amr', { shape: 'polytropic', communities: ranks / 8 }]] },
  { code: 'uniform', steps: () => [['uniform', { messages: 4 }]] },
  {
    code: 'in-situ',
    steps: () => [
      ['halo', { axes: 3 }],
      ['halo', { axes: 3 }],
      ['two-three-swap', { bytes: 1048576 }],
    ],
  },
];

/** Each stage pairs ranks whose numbers differ in one bit, with messages of one size. */
function butterflySteps(ranks: number): [string, Readonly<Record<string, unknown>>][] {
  const stages = Math.round(Math.log2(ranks));
  const phases = Array.from({ length: stages }, (_, stage) => ({
    messages: Array.from({ length: ranks }, (_unused, rank) => [rank, rank ^ (1 << stage), 65536]),
  }));
  return [['messages', { phases }]];
}

export function* patternPhases(
  pattern: Pattern,
  ranks: number,
  iterations: number,
  random: Random,
): Iterable<MessagePhase> {
  for (let iteration = 0; iteration < iterations; iteration++) {
    for (const [name, given] of pattern.steps(ranks)) {
      const workload = findWorkload(name);
      if (workload) yield* workload.phases(ranks, workload.params.parse(given), random);
    }
  }
}
