import { type Cube, type Network, type TableFrame, utilisationMetric } from '@weft/model';
import { type DataRequest, later, needCube, needNetwork, needTable } from '../../data-request.ts';
import type { DatasetInfo } from '../../workspace.ts';

export type TimeChartNeeds = {
  /** Null while the sums of steps are drawn in its place. */
  cube: DataRequest<Cube | null>;
  network: DataRequest<Network>;
  /** Left out where the dataset has none of the metric. */
  sums?: DataRequest<TableFrame<'step_sums'>>;
};

/** Samples from which the sums of all links are drawn until every step of every link is there. */
const MANY_SAMPLES = 20_000_000;

export function timeChartNeeds({ manifest }: DatasetInfo, metric: string | null): TimeChartNeeds {
  const name = metric ?? manifest.metrics[0]?.name ?? '';
  const { counters, step_sums } = manifest.tables;
  const hasSums = (step_sums?.rows ?? 0) > 0 && name !== utilisationMetric.name && !name.startsWith('=');
  if (!hasSums || (counters?.rows ?? 0) < MANY_SAMPLES)
    return { cube: needCube(name), network: needNetwork() };
  const sums = needTable('step_sums', {
    where: [{ op: 'in', column: 'metric', values: [name] }],
    orderBy: ['time'],
  });
  return { cube: later(needCube(name)), network: needNetwork(), sums };
}
