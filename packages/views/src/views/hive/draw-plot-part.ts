import {
  drawHive,
  drawHiveScales,
  drawHiveSelection,
  fitHive,
  type HiveFrame,
  type RenderTarget,
  shortValue,
} from '@weft/draw';
import { type HiveAxis, type HivePlot, selectInHive, spanOf } from '@weft/layout';
import { formatExact } from '@weft/model';
import { describeEdges } from './describe-hive.ts';
import type { MeasuredRun } from './hive-columns.ts';
import type { HiveScene } from './use-hive-scene.ts';

const [ASIDE, ABOVE, BELOW] = [52, 44, 8];

export function plotFrame(width: number, height: number): HiveFrame {
  return fitHive(ASIDE, ABOVE, width - 2 * ASIDE, height - ABOVE - BELOW);
}

/** The large plot with its scales and what its axes hold. */
export function drawPlotPart(
  target: RenderTarget,
  scene: Pick<HiveScene, 'current' | 'row' | 'painter' | 'colours'>,
  width: number,
  height: number,
): void {
  const { current, row, painter, colours } = scene;
  const { run } = current;
  if (!run || run.ranks === 0) return;
  const frame = plotFrame(width, height);
  const plot = row.plot(run, 'large');
  const drawing = { nodes: plot.marks, edges: plot.edges, ranks: plot.bins?.ranks };
  drawHive(target, { ...drawing, paint: painter.paint(run, plot) }, frame, colours);
  const values = plot.bins ? null : run.values[row.measure.name];
  drawHiveScales(target, plot.marks, plot.traffic, values, row.rules, frame, colours);
  drawCaptions(target, scene, plot, width, height);
}

export function drawPlotSelection(
  target: RenderTarget,
  scene: HiveScene,
  width: number,
  height: number,
): void {
  const { current, row, colours, chosen } = scene;
  const ranks = chosen.value.get(current.id);
  if (!current.run || !ranks) return;
  const plot = row.plot(current.run, 'large');
  const drawing = { nodes: plot.marks, ranks: plot.bins?.ranks };
  const selected = selectInHive(plot, current.run.traffic, ranks);
  drawHiveSelection(target, drawing, selected, plotFrame(width, height), colours);
}

const names = ['low', 'middle', 'high'] as const;

function drawCaptions(
  target: RenderTarget,
  { row, colours }: Pick<HiveScene, 'row' | 'colours'>,
  { counts }: HivePlot,
  width: number,
  height: number,
): void {
  const places = [
    { x: width / 2, y: 16, align: 'middle' },
    { x: 8, y: height - 22, align: 'start' },
    { x: width - 8, y: height - 22, align: 'end' },
  ] as const;
  places.forEach(({ x, y, align }, at) => {
    const text = axisText(row, at === 0 ? 0 : at === 1 ? 1 : 2);
    target.text(x, y, text, { fill: colours.ink, size: 12, weight: 'bold', align });
    const ranks = `${formatExact(counts[at], 'count')} ${counts[at] === 1 ? 'rank' : 'ranks'}`;
    target.text(x, y + 14, ranks, { fill: colours.muted, align });
  });
}

function axisText(row: HiveScene['row'], axis: HiveAxis): string {
  if (row.axes) return row.axes[axis];
  const [from, to] = spanOf(axis, row.rules);
  const above = axis === 0 ? '' : 'above ';
  return `${names[axis]} · ${above}${shortValue(from)} to ${shortValue(to)}`;
}

/** What the picture of a run does not show, in words. */
export function plotNotes(run: MeasuredRun, plot: HivePlot, measure: string): readonly string[] {
  const { broadcasts, nowhere } = run;
  const count = (value: number): string => formatExact(value, 'count');
  return [
    describeEdges(run),
    ...(plot.bins ? [`${count(plot.bins.ranks.length)} bins of ranks, ribbons for edges`] : []),
    ...(plot.bins && plot.bins.leftOut > 0 ? [`${count(plot.bins.leftOut)} edges not drawn`] : []),
    ...sampleNote(run, measure),
    ...(broadcasts > 0 ? [`${count(broadcasts)} messages of broadcasts left out`] : []),
    ...(nowhere > 0 ? [`${count(nowhere)} messages without sender or receiver left out`] : []),
  ];
}

/** That a measure is not exact, and how far it can be trusted. */
function sampleNote({ ranks, sources, distanceSources }: MeasuredRun, measure: string): readonly string[] {
  const of = (some: number): string =>
    `${formatExact(some, 'count')} of ${formatExact(ranks, 'count')} ranks`;
  if (measure === 'betweenness' && sources < ranks) return [`estimated from ${of(sources)}`];
  if (distanceSources === ranks) return [];
  if (measure === 'closeness') return [`estimated from ${of(distanceSources)}`];
  return measure === 'eccentricity' ? [`at least: the furthest of ${of(distanceSources)}`] : [];
}
