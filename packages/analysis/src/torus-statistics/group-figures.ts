import { type BoxStatistics, boxStatistics } from '../box-statistics/box-statistics.ts';

export interface LinkGroup {
  readonly kind: 'dimension' | 'direction' | 'class';
  readonly name: string;
  readonly links: Int32Array;
}

interface HistogramBin {
  readonly from: number;
  readonly to: number;
  readonly links: number;
}

export interface GroupFigures extends Pick<LinkGroup, 'kind' | 'name'> {
  readonly box: BoxStatistics;
  readonly bins: readonly HistogramBin[];
}

/** Quartiles and histogram of each group that has links; all histograms have the same intervals. */
export function groupFigures(
  groups: readonly LinkGroup[],
  totals: Float64Array,
  count: number,
): GroupFigures[] {
  const filled = groups.filter(({ links }) => links.length > 0);
  const values = filled.map(({ links }) => Float64Array.from(links, (link) => totals[link] ?? 0));
  const extremes = values.map(extremesOf);
  const low = Math.min(0, ...extremes.map(({ minimum }) => minimum));
  const high = Math.max(0, ...extremes.map(({ maximum }) => maximum));
  return filled.map(({ kind, name }, i) => ({
    kind,
    name,
    box: boxStatistics(values[i], extremes[i]),
    bins: histogramOf(values[i], low, high, count),
  }));
}

function extremesOf(values: Float64Array) {
  let [minimum, maximum, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const value of values) {
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
    sum += value;
  }
  return { minimum, maximum, sum };
}

function histogramOf(values: Float64Array, low: number, high: number, count: number): HistogramBin[] {
  const width = (high - low) / count || 1;
  const links = new Int32Array(count);
  for (const value of values) links[Math.min(count - 1, Math.floor((value - low) / width))]++;
  return Array.from(links, (own, bin) => ({
    from: low + bin * width,
    to: low + (bin + 1) * width,
    links: own,
  }));
}
