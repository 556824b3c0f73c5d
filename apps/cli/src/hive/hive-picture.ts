import { type Measure, type MeasureName, measures } from '@weft/analysis';
import { type HivePanelRow, hivePanelSvg } from '@weft/draw';
import {
  axisOf,
  type HiveCuts,
  type HiveMode,
  type HiveRules,
  layoutHiveEdges,
  placeOf,
  placeOnAxes,
  pooledCuts,
} from '@weft/layout';
import type { HiveRun } from './read-hive-runs.ts';

interface HiveChoice {
  readonly measures: readonly MeasureName[];
  readonly mode: HiveMode;
  /** Each measure on the scale that spreads it best, or linear. */
  readonly scale: 'auto' | 'linear';
  readonly lengths: 'alike' | 'true';
}

export function cutsOf(runs: readonly HiveRun[], name: MeasureName): HiveCuts {
  return pooledCuts(runs.map(({ measures: { values } }) => values[name]));
}

export function hivePicture(runs: readonly HiveRun[], choice: HiveChoice): string {
  const rows = measures
    .filter(({ name }) => choice.measures.includes(name))
    .map((measure) => panelRow(runs, measure, choice));
  const cut = 'Axes are cut at 25 and 75 % of the values of all runs shown. Each axis is drawn twice.';
  return hivePanelSvg(
    runs.map(({ name }) => name),
    rows,
    [cut, ...sampleNotes(runs)].join(' '),
  );
}

function panelRow(
  runs: readonly HiveRun[],
  { name, title, doc, scale }: Measure,
  choice: HiveChoice,
): HivePanelRow {
  const cuts = cutsOf(runs, name);
  const rules: HiveRules = {
    cuts,
    mode: choice.mode,
    scale: choice.scale === 'auto' ? scale : 'linear',
    lengths: choice.lengths,
  };
  const whole: HiveRules = { ...rules, cuts: { ...cuts, low: cuts.most, high: cuts.most } };
  return {
    title,
    doc,
    cuts,
    place: (value) => placeOf(value, 0, whole),
    cells: runs.map(({ graph, measures: { values } }) => {
      const nodes = placeOnAxes(values[name], rules);
      return { values: values[name], nodes, edges: layoutHiveEdges(nodes, graph.src, graph.dst) };
    }),
  };
}

/** Betweenness that is not exact says so. */
function sampleNotes(runs: readonly HiveRun[]): string[] {
  return runs
    .filter(({ graph, measures: { sources } }) => sources < graph.ranks)
    .map(
      ({ name, graph, measures: { sources } }) =>
        `Betweenness of ${name} is estimated from ${sources} of ${graph.ranks} ranks.`,
    );
}

export function hiveJson(runs: readonly HiveRun[]): object {
  const cuts = Object.fromEntries(measures.map(({ name }) => [name, cutsOf(runs, name)]));
  return {
    cuts,
    runs: runs.map(({ name, graph, leftOut, measures: { values, sources, error } }) => ({
      name,
      ranks: graph.ranks,
      edges: graph.src.length,
      leftOut,
      betweennessSources: sources,
      ...(sources < graph.ranks ? { betweennessError: [...error] } : {}),
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
