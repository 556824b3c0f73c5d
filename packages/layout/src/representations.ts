import { WeftError } from '@weft/model';
import { type CellFacts, cellFacts } from './compact/cell-facts.ts';
import { type CellLayout, type GeneratingPair, layoutCells } from './compact/generating-pair.ts';
import { f1, f1Space, ht, htSpace, mortonStrip, rotatingFractal } from './compact/pairs.ts';

/** Table 1 of the paper: how each representation does (LANL-36, LANL-37). */
export const representationTable = [
  { name: 'QS', detail: 'very', scalability: 'no', complexity: 'very high' },
  { name: 'DL', detail: 'very', scalability: 'no', complexity: 'high' },
  { name: 'DC', detail: 'very', scalability: 'somewhat', complexity: 'moderate' },
  { name: 'DR', detail: 'very', scalability: 'yes', complexity: 'high' },
  { name: 'LB', detail: 'yes', scalability: 'somewhat', complexity: 'moderate' },
  { name: 'F1', detail: 'somewhat', scalability: 'yes', complexity: 'moderate' },
  { name: 'HT', detail: 'somewhat', scalability: 'very', complexity: 'low' },
] as const;

/** Representations that place switches on cells by Eq. (2). */
export const compactPairs: readonly GeneratingPair[] = [
  f1,
  ht,
  f1Space,
  htSpace,
  mortonStrip,
  rotatingFractal,
];

export interface Representation {
  readonly representation: string;
  readonly levels: number;
  readonly layout: CellLayout;
  readonly facts: CellFacts;
}

/** A compact representation with its facts, on whole-numbered cells. */
export function represent(pair: GeneratingPair, levels: number): Representation {
  const layout = layoutCells(pair, levels);
  const shift = pair.shift?.(levels) ?? 0;
  for (let i = 0; i < layout.coordinates.length; i++) layout.coordinates[i] += shift;
  return { representation: pair.name, levels, layout, facts: cellFacts(layout) };
}

export function findPair(name: string): GeneratingPair {
  const pair = compactPairs.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  if (pair) return pair;
  throw new WeftError({
    code: 'UNKNOWN-REPRESENTATION',
    message: `there is no compact representation «${name}»`,
    advice: `There are ${compactPairs.map((candidate) => candidate.name).join(', ')}; --A and --B make one of your own, and --network draws a network by any layout.`,
  });
}
