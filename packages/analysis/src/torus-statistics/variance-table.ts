import type { TorusShape } from '@weft/network';
import type { DirectionFigures } from './direction-figures.ts';

/** How much of the spread of all links a way to group them explains: one row of an analysis of variance. */
export interface VarianceRow {
  readonly factor: string;
  /** Groups that hold links. */
  readonly groups: number;
  /** Of the sum of squared deviations, 0 to 1. */
  readonly share: number;
  /** The same less what as many groups explain by chance. */
  readonly adjusted: number;
  /** Variance between groups over variance within them; NaN where there is none within. */
  readonly ratio: number;
}

interface Group {
  count: number;
  sum: number;
}

/** Most explaining first, by the adjusted share; of equal ones that with fewer groups. */
export function varianceTable(shape: TorusShape, figures: DirectionFigures): VarianceRow[] {
  const { directions, names, sizes } = shape;
  const all = Array.from({ length: directions }, (_, direction) => direction);
  const rows = [
    rowOf(
      'dimension',
      groupBy(figures, all, (direction) => direction >> 1),
      figures,
    ),
    rowOf(
      'direction',
      groupBy(figures, all, (direction) => direction),
      figures,
    ),
    ...names.flatMap((name, d) => {
      const cells = all.flatMap((direction) =>
        Array.from({ length: sizes[d] }, (_, value) => ({
          direction,
          value,
          ...cellOf(figures, direction, d, value),
        })),
      );
      return [
        rowOf(
          `coordinate ${name}`,
          merge(cells, ({ value }) => value),
          figures,
        ),
        rowOf(`direction and coordinate ${name}`, cells, figures),
      ];
    }),
  ];
  return rows.sort((a, b) => b.adjusted - a.adjusted || a.groups - b.groups);
}

/** Links of a direction that leave nodes with this value of a dimension. */
export function cellOf(
  { valueCounts, valueSums, starts, values }: DirectionFigures,
  direction: number,
  dimension: number,
  value: number,
): Group {
  const at = direction * values + starts[dimension] + value;
  return { count: valueCounts[at], sum: valueSums[at] };
}

function groupBy(
  { counts, sums }: DirectionFigures,
  directions: readonly number[],
  key: (direction: number) => number,
): Group[] {
  return merge(
    directions.map((direction) => ({ direction, count: counts[direction], sum: sums[direction] })),
    ({ direction }) => key(direction),
  );
}

function merge<G extends Group>(groups: readonly G[], key: (group: G) => number): Group[] {
  const merged = new Map<number, Group>();
  for (const group of groups) {
    const own = merged.get(key(group)) ?? { count: 0, sum: 0 };
    own.count += group.count;
    own.sum += group.sum;
    merged.set(key(group), own);
  }
  return [...merged.values()];
}

function rowOf(factor: string, groups: readonly Group[], { links, spread }: DirectionFigures): VarianceRow {
  const filled = groups.filter(({ count }) => count > 0);
  const between = filled.reduce((sum, group) => sum + group.sum ** 2 / group.count, 0);
  const free = filled.length - 1;
  const within = Math.max(0, spread - between) / Math.max(1, links - filled.length);
  const share = spread > 0 ? Math.min(1, between / spread) : 0;
  const adjusted = spread > 0 ? Math.max(0, (between - free * within) / spread) : 0;
  const ratio = free > 0 && within > spread * 1e-12 ? between / free / within : Number.NaN;
  return { factor, groups: filled.length, share, adjusted: Math.min(1, adjusted), ratio };
}
