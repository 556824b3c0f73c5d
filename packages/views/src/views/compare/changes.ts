import type { MetricInfo, Network } from '@weft/model';
import { linkName } from '@weft/network';
import { groupLabel, type LinkGroups } from '../../kit/link-groups.ts';

/** Rows of the list: one number on both sides. */
export interface Changes {
  readonly rows: number;
  readonly name: readonly string[];
  readonly group: readonly string[];
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly difference: Float64Array;
  /** (B − A) / A; NaN where A is 0 and B is not. */
  readonly relative: Float64Array;
  /** Link of each row; -1 = a statistic. */
  readonly link: Int32Array;
  /** Statistics that count links rather than measure them. */
  readonly counts: Uint8Array;
}

export const changeKeys = ['name', 'group', 'a', 'b', 'difference', 'relative'] as const;
export type ChangeKey = (typeof changeKeys)[number];

/** One row for each link that carries anything on either side. */
export function linkChanges(
  network: Network,
  { groups, groupOf }: LinkGroups,
  a: Float64Array,
  b: Float64Array,
  visible: Uint8Array | null,
): Changes {
  const kept = network.links.id.filter(
    (link) => (a[link] !== 0 || b[link] !== 0) && (visible === null || visible[link] === 1),
  );
  return withDifferences({
    name: Array.from(kept, (link) => linkName(network, link)),
    group: Array.from(kept, (link) => groupLabel(groups[groupOf[link]])),
    a: Float64Array.from(kept, (link) => a[link]),
    b: Float64Array.from(kept, (link) => b[link]),
    link: kept,
    counts: new Uint8Array(kept.length),
  });
}

const statistics: readonly {
  readonly name: string;
  readonly counts: boolean;
  of(values: Float64Array): number;
}[] = [
  {
    name: 'largest',
    counts: false,
    of: (values) => values.reduce((most, value) => Math.max(most, value), 0),
  },
  { name: 'mean', counts: false, of: (values) => total(values) / Math.max(values.length, 1) },
  { name: 'total', counts: false, of: total },
  {
    name: 'links used',
    counts: true,
    of: (values) => values.reduce((used, value) => used + Number(value !== 0), 0),
  },
  { name: 'largest over mean', counts: true, of: unevenness },
];

/** Statistics of all links and of each class and direction. */
export function statisticChanges(
  { groups, groupOf }: LinkGroups,
  a: Float64Array,
  b: Float64Array,
  kind: MetricInfo['kind'] = 'amount',
): Changes {
  // Levels do not add up over links.
  const stated = statistics.filter(({ name }) => kind === 'amount' || name !== 'total');
  const sets = [
    { label: 'all links', a, b },
    ...groups.map((group, index) => {
      const own = (values: Float64Array) => values.filter((_, link) => groupOf[link] === index);
      return { label: groupLabel(group), a: own(a), b: own(b) };
    }),
  ];
  const rows = sets.flatMap((set) => stated.map((statistic) => ({ set, statistic })));
  return withDifferences({
    name: rows.map(({ statistic }) => statistic.name),
    group: rows.map(({ set }) => set.label),
    a: Float64Array.from(rows, ({ set, statistic }) => statistic.of(set.a)),
    b: Float64Array.from(rows, ({ set, statistic }) => statistic.of(set.b)),
    link: new Int32Array(rows.length).fill(-1),
    counts: Uint8Array.from(rows, ({ statistic }) => Number(statistic.counts)),
  });
}

function withDifferences(changes: Pick<Changes, 'name' | 'group' | 'a' | 'b' | 'link' | 'counts'>): Changes {
  const { a, b } = changes;
  return {
    ...changes,
    rows: a.length,
    difference: a.map((value, row) => b[row] - value),
    relative: a.map((value, row) => (value === 0 ? (b[row] === 0 ? 0 : Number.NaN) : b[row] / value - 1)),
  };
}

/** Row numbers in the order of a column; differences by their size. */
export function sortChanges(changes: Changes, key: ChangeKey, descending: boolean): Int32Array {
  const rows = Int32Array.from({ length: changes.rows }, (_, row) => row);
  const sign = descending ? -1 : 1;
  if (key === 'name' || key === 'group') {
    const texts = changes[key];
    const collator = new Intl.Collator('en', { numeric: true });
    return rows.sort((x, y) => sign * collator.compare(texts[x], texts[y]) || x - y);
  }
  const size = (row: number): number => {
    const value = changes[key][row];
    if (key !== 'difference' && key !== 'relative') return value;
    return Number.isNaN(value) ? Number.POSITIVE_INFINITY : Math.abs(value);
  };
  const sizes = Float64Array.from({ length: changes.rows }, (_, row) => size(row));
  return rows.sort((x, y) => (sizes[x] === sizes[y] ? x - y : sign * (sizes[x] < sizes[y] ? -1 : 1)));
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function unevenness(values: Float64Array): number {
  const mean = total(values) / Math.max(values.length, 1);
  return mean > 0 ? values.reduce((most, value) => Math.max(most, value), 0) / mean : 0;
}
