import { computed, type ReadonlySignal } from '@preact/signals';
import {
  directionFigures,
  type GroupFigures,
  groupFigures,
  linkGroups,
  type VarianceRow,
  varianceTable,
} from '@weft/analysis';
import type { Theme } from '@weft/draw';
import { describeTotals } from '../../../kit/describe-totals.ts';
import { showsDifference } from '../../../kit/shared-extent.ts';
import type { TorusSource } from '../source/torus-source.ts';

/** Figures per dimension, direction or class of links, and what explains their variance. */
export interface StatisticsPicture {
  readonly theme: Theme;
  readonly groups: readonly GroupFigures[];
  readonly variance: readonly VarianceRow[];
  readonly unit: string;
  readonly title: string;
}

const BINS = 24;

export function createStatisticsPicture(source: TorusSource): ReadonlySignal<StatisticsPicture> {
  const { network, shape, dataset, workspace, options } = source;
  const all = computed(() => [...linkGroups(network, shape)]);
  return computed(() => {
    const totals = workspace.linkValues.totals.value ?? new Float64Array(network.linkCount);
    const groups = all.value.filter(({ kind }) => kind === options.groups.value);
    return {
      theme: workspace.theme.value,
      groups: groupFigures(groups, totals, BINS),
      variance: varianceTable(shape, directionFigures(shape, totals)),
      unit: workspace.linkValues.unit.value,
      title: describeTotals(dataset, workspace.selection.value, showsDifference(workspace)),
    };
  });
}
