import type { MetricInfo, Selection } from '@weft/model';

/** What the selection leaves of the network's links. */
export interface Remainder {
  readonly links: number;
  readonly ofLinks: number;
  /** Sum over these links, or the largest where sums make no sense; null without a cube. */
  readonly amount: number | null;
}

export function remainderOf(
  visible: Uint8Array | null,
  totals: Float64Array | null,
  metric: MetricInfo | null,
  aggregate: Selection['aggregate'],
): Remainder | null {
  if (!visible) return null;
  let links = 0;
  for (let link = 0; link < visible.length; link++) links += visible[link];
  const largest = aggregate === 'max' || metric?.kind === 'gauge';
  const amount = totals && (largest ? largestVisible(visible, totals) : sumVisible(visible, totals));
  return { links, ofLinks: visible.length, amount };
}

function sumVisible(visible: Uint8Array, totals: Float64Array): number {
  let sum = 0;
  for (let link = 0; link < visible.length; link++) sum += visible[link] * totals[link];
  return sum;
}

function largestVisible(visible: Uint8Array, totals: Float64Array): number {
  let largest = 0;
  for (let link = 0; link < visible.length; link++) {
    const value = visible[link] * totals[link];
    if (value > largest) largest = value;
  }
  return largest;
}
