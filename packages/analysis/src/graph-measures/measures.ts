/** Scale on which the values of a measure spread best. */
type MeasureScale = 'linear' | 'log' | 'log1p';

export interface Measure {
  readonly name: MeasureName;
  readonly title: string;
  readonly doc: string;
  readonly scale: MeasureScale;
}

export type MeasureName =
  | 'degree'
  | 'betweenness'
  | 'closeness'
  | 'eccentricity'
  | 'pagerank'
  | 'transitivity';

/** Every measure of a rank: one line each. */
export const measures: readonly Measure[] = [
  {
    name: 'degree',
    title: 'Degree',
    doc: 'edges at the rank: one per partner, direction and call',
    scale: 'log',
  },
  {
    name: 'betweenness',
    title: 'Betweenness',
    doc: 'shortest paths between other ranks that pass through it',
    scale: 'log1p',
  },
  {
    name: 'closeness',
    title: 'Closeness',
    doc: 'one over the mean distance to the ranks it reaches',
    scale: 'linear',
  },
  {
    name: 'eccentricity',
    title: 'Eccentricity',
    doc: 'distance to the furthest rank it reaches',
    scale: 'linear',
  },
  {
    name: 'pagerank',
    title: 'PageRank',
    doc: 'share of a walk along messages that is spent there',
    scale: 'log',
  },
  {
    name: 'transitivity',
    title: 'Transitivity',
    doc: 'share of its pairs of partners that are partners themselves',
    scale: 'linear',
  },
];

export function findMeasure(name: string): Measure | undefined {
  return measures.find((measure) => measure.name === name);
}
