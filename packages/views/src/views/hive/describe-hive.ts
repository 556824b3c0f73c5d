import type { HivePlot } from '@weft/layout';
import { formatExact, formatQuantity } from '@weft/model';
import type { TooltipLine } from '../../kit/tooltip.tsx';
import { type HiveColumn, type MeasuredRun, measuresOf } from './hive-columns.ts';
import type { HiveRow } from './hive-model.ts';
import type { HivePick } from './pick-in-hive.ts';

interface HiveText {
  readonly title: string;
  readonly lines: readonly TooltipLine[];
}

/** Six digits: enough to find the number again in `weft hive --json`. */
export function formatMeasure(value: number): string {
  return Number.isNaN(value) ? 'none' : formatExact(Number(value.toPrecision(6)), 'count');
}

/** `1 rank`, `2 ranks`. */
export function countOf(count: number, one: string): string {
  return `${formatExact(count, 'count')} ${one}${count === 1 ? '' : 's'}`;
}

/** The edges of a run, or why it has none. */
export function describeEdges({ traffic }: Pick<MeasuredRun, 'traffic'>): string {
  const edges = traffic.src.length;
  return edges === 0 ? 'no point-to-point traffic; Rules can add collective calls' : countOf(edges, 'edge');
}

/** What is under the pointer, in words. */
export function describePick(column: HiveColumn, row: HiveRow, plot: HivePlot, pick: HivePick): HiveText {
  const { run, name } = column;
  if (!run) return { title: name, lines: [] };
  if (pick.kind === 'edge') return describeEdge(column, run, plot, pick.index);
  if (plot.bins) return describeBin(column, run, row, plot, pick.index);
  return {
    title: `rank ${pick.index} of ${name}`,
    lines: measuresOf(run, pick.index).map(([title, value]) => ({
      label: title === row.measure.title ? `${title} (this plot)` : title,
      value: `${formatMeasure(value)}${errorText(run, title, pick.index)}`,
    })),
  };
}

/** How far off an estimate may be. */
function errorText(run: MeasuredRun, title: string, rank: number): string {
  const sampled = run.distanceSources < run.ranks;
  if (title === 'Betweenness' && run.sources < run.ranks) return ` ± ${formatMeasure(run.error[rank])}`;
  if (title === 'Closeness' && sampled) return ` ± ${formatMeasure(run.closenessError[rank])}`;
  return title === 'Eccentricity' && sampled ? ' or more' : '';
}

function describeBin(
  { name }: HiveColumn,
  run: MeasuredRun,
  { measure }: HiveRow,
  { bins }: HivePlot,
  index: number,
): HiveText {
  let [count, least, most] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  bins?.bin.forEach((bin, rank) => {
    if (bin !== index) return;
    count++;
    least = Math.min(least, run.values[measure.name][rank]);
    most = Math.max(most, run.values[measure.name][rank]);
  });
  return {
    title: `${formatExact(count, 'count')} ranks of ${name}`,
    lines: [{ label: measure.title, value: `${formatMeasure(least)} to ${formatMeasure(most)}` }],
  };
}

/** An edge, with the other calls between the same ranks that lie on the same curve. */
function describeEdge({ name }: HiveColumn, run: MeasuredRun, plot: HivePlot, index: number): HiveText {
  const { src, dst, call, messages, bytes } = plot.traffic;
  const [from, to] = [src[index], dst[index]];
  const edges = plot.bins ? plot.bins.edges : null;
  const lines: TooltipLine[] = [];
  for (let e = 0; e < src.length && lines.length < 8; e++) {
    if (src[e] !== from || dst[e] !== to) continue;
    const count = edges ? `${formatExact(edges[e], 'count')} edges, ` : '';
    lines.push({
      label: run.calls[call[e]] ?? 'unnamed call',
      value: `${count}${formatExact(messages[e], 'count')} messages, ${formatQuantity(bytes[e], 'B')}`,
    });
  }
  const title = edges
    ? `${formatExact(plot.bins?.ranks[from] ?? 0, 'count')} ranks → ${formatExact(plot.bins?.ranks[to] ?? 0, 'count')} ranks of ${name}`
    : `rank ${from} → rank ${to} of ${name}`;
  return { title, lines };
}
