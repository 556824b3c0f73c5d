import { type Measure, type MeasureName, measures, type RankMeasures } from '@weft/analysis';
import {
  bytesLooks,
  bytesPaint,
  type CcdfPlot,
  callColours,
  callsPaint,
  type HivePaint,
  type HivePanelRow,
  hivePanelSvg,
  plainPaint,
  runColour,
  themeColours,
} from '@weft/draw';
import {
  axisOf,
  ccdf,
  type HiveCuts,
  type HiveMode,
  type HiveRules,
  type HiveTraffic,
  largeHive,
  layoutHive,
  placeOf,
  pooledCuts,
} from '@weft/layout';
import { formatQuantity } from '@weft/model';
import type { HiveRun } from './read-hive-runs.ts';

export type HiveColour = 'none' | 'bytes' | 'calls';

interface HiveChoice {
  readonly measures: readonly MeasureName[];
  readonly mode: HiveMode;
  /** Each measure on the scale that spreads it best, or linear. */
  readonly scale: 'auto' | 'linear';
  readonly lengths: 'alike' | 'true';
  readonly colour: HiveColour;
}

export function cutsOf(runs: readonly HiveRun[], name: MeasureName): HiveCuts {
  return pooledCuts(runs.map(({ measures: { values } }) => values[name]));
}

export function hivePicture(runs: readonly HiveRun[], choice: HiveChoice): string {
  const shown = measures.filter(({ name }) => choice.measures.includes(name));
  const cut = 'Axes are cut at 25 and 75 % of the values of all runs shown. Each axis is drawn twice.';
  const columns = runs.map(({ name, graph }, at) => ({
    name,
    note: `${graph.src.length} edges`,
    colour: runColour(at),
  }));
  return hivePanelSvg(
    { runs: columns, rows: shown.map((measure) => panelRow(runs, measure, choice)) },
    shown.map((measure) => ccdfPlot(runs, measure, choice)),
    [cut, ...colourNotes(runs, choice.colour), ...sampleNotes(runs)].join(' '),
  );
}

function rulesOf(runs: readonly HiveRun[], { name, scale }: Measure, choice: HiveChoice): HiveRules {
  return {
    cuts: cutsOf(runs, name),
    mode: choice.mode,
    scale: choice.scale === 'auto' ? scale : 'linear',
    lengths: choice.lengths,
  };
}

function panelRow(runs: readonly HiveRun[], measure: Measure, choice: HiveChoice): HivePanelRow {
  const rules = rulesOf(runs, measure, choice);
  const paint = paintOf(runs, choice.colour);
  return {
    title: measure.title,
    note: `${rules.scale === 'linear' ? 'linear' : 'log'} scale`,
    cuts: rules.cuts,
    axes: null,
    cell: (at) => {
      const { graph, measures: measured } = runs[at];
      if (graph.ranks === 0) return { instead: 'no ranks' };
      const plot = layoutHive(measured.values[measure.name], graph, rules, largeHive);
      return {
        drawing: {
          nodes: plot.marks,
          edges: plot.edges,
          paint: paint(plot.traffic, graph.calls),
          ranks: plot.bins?.ranks,
        },
        counts: plot.counts,
      };
    },
  };
}

function ccdfPlot(runs: readonly HiveRun[], measure: Measure, choice: HiveChoice): CcdfPlot {
  const { cuts, scale, ...rest } = rulesOf(runs, measure, choice);
  return {
    lines: runs.map(({ name, measures: { values } }, at) => ({
      name,
      ccdf: ccdf(values[measure.name]),
      colour: runColour(at),
    })),
    cuts,
    scale,
    place: (value) => placeOf(value, 0, { ...rest, cuts, scale, span: 'whole' }),
    title: measure.title,
    named: runs.length <= 8,
  };
}

function paintOf(
  runs: readonly HiveRun[],
  colour: HiveColour,
): (traffic: HiveTraffic, calls: readonly string[]) => HivePaint {
  const plain = plainPaint(themeColours('light').ink);
  if (colour === 'none') return () => plain;
  if (colour === 'calls') {
    const colours = callColours(runs.flatMap(({ graph }) => graph.calls));
    return ({ call }, calls) => callsPaint(call, calls, colours);
  }
  const range = bytesRange(runs);
  const looks = bytesLooks('cividis', 'light');
  return ({ bytes }) => bytesPaint(bytes, range, looks);
}

function bytesRange(runs: readonly HiveRun[]): readonly [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const { graph } of runs) {
    for (const bytes of graph.bytes) {
      least = Math.min(least, bytes);
      most = Math.max(most, bytes);
    }
  }
  return [Math.min(least, most), most];
}

function colourNotes(runs: readonly HiveRun[], colour: HiveColour): string[] {
  if (colour === 'none') return [];
  if (colour === 'calls') return ['The hue of an edge is its call.'];
  const [least, most] = bytesRange(runs).map((bytes) => formatQuantity(bytes, 'B'));
  return [`Darker and thicker: more bytes on an edge, ${least} to ${most}.`];
}

/** What is not exact says so. */
function sampleNotes(runs: readonly HiveRun[]): string[] {
  return runs.flatMap(({ name, graph, measures }) =>
    describeSamples(graph.ranks, measures).map((note) => `${name}: ${note}.`),
  );
}

/** Which measures are estimated, and from how many ranks. */
export function describeSamples(
  ranks: number,
  { sources, distanceSources }: Pick<RankMeasures, 'sources' | 'distanceSources'>,
): string[] {
  return [
    ...(sources < ranks ? [`betweenness is estimated from ${sources} of ${ranks} ranks`] : []),
    ...(distanceSources < ranks
      ? [
          `closeness is estimated from ${distanceSources} of ${ranks} ranks, eccentricity is the distance to the furthest of these`,
        ]
      : []),
  ];
}

export function hiveJson(runs: readonly HiveRun[]): object {
  const cuts = Object.fromEntries(measures.map(({ name }) => [name, cutsOf(runs, name)]));
  return {
    cuts,
    runs: runs.map(({ name, graph, leftOut, measures: { values, sources, error, ...rest } }) => ({
      name,
      ranks: graph.ranks,
      edges: graph.src.length,
      leftOut,
      betweennessSources: sources,
      distanceSources: rest.distanceSources,
      ...(sources < graph.ranks ? { betweennessError: [...error] } : {}),
      ...(rest.distanceSources < graph.ranks ? { closenessError: [...rest.closenessError] } : {}),
      measures: Object.fromEntries(measures.map(({ name: one }) => [one, Array.from(values[one], orNull)])),
      axes: Object.fromEntries(
        measures.map(({ name: one }) => [one, Array.from(values[one], (value) => axisOf(value, cuts[one]))]),
      ),
    })),
  };
}

function orNull(value: number): number | null {
  return Number.isNaN(value) ? null : value;
}
