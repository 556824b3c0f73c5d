import { formatQuantity, type MetricInfo } from '@weft/model';
import type { ComparedSide } from '@weft/views';

interface Compared {
  readonly a: ComparedSide;
  readonly b: ComparedSide;
}

/** What is larger on side B than on side A, in one sentence; null until both are there. */
export function compareVerdict(
  { a, b }: Compared,
  unit: string,
  kind: MetricInfo['kind'] = 'amount',
): string | null {
  const [totalsA, totalsB] = [a.totals.value, b.totals.value];
  if (!totalsA || !totalsB) return null;
  const largest = [most(totalsA), most(totalsB)] as const;
  // Levels do not add up over links.
  const [word, all] = kind === 'gauge' ? (['mean', mean] as const) : (['total', sum] as const);
  const total = [all(totalsA), all(totalsB)] as const;
  return `${b.label.value} against ${a.label.value}: largest link ${change(...largest)} (${formatQuantity(largest[1], unit)} against ${formatQuantity(largest[0], unit)}), ${word} ${change(...total)} (${formatQuantity(total[1], unit)} against ${formatQuantity(total[0], unit)}).`;
}

function change(before: number, after: number): string {
  if (before === after) return 'the same';
  if (before === 0) return 'from 0';
  const percent = (100 * (after - before)) / before;
  return `${percent > 0 ? '+' : ''}${formatQuantity(percent, '%')}`;
}

function most(values: Float64Array): number {
  return values.reduce((largest, value) => Math.max(largest, value), 0);
}

function sum(values: Float64Array): number {
  return values.reduce((all, value) => all + value, 0);
}

function mean(values: Float64Array): number {
  return sum(values) / Math.max(1, values.length);
}
