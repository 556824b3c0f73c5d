import type { Cube, Network, TableFrame } from '@weft/model';
import { type DataRequest, later, needCube, needNetwork, needTable } from '../../data-request.ts';
import type { DatasetInfo } from '../../workspace.ts';

export type FatTreeNeeds = {
  network: DataRequest<Network>;
  jobs: DataRequest<TableFrame<'jobs'>>;
  ranks: DataRequest<TableFrame<'ranks'>>;
  /** Left out where the dataset has no metric. */
  cube?: DataRequest<Cube | null>;
};

export function fatTreeNeeds({ manifest }: DatasetInfo, metric: string | null): FatTreeNeeds {
  const name = metric ?? manifest.metrics[0]?.name;
  return {
    network: needNetwork(),
    jobs: needTable('jobs'),
    ranks: needTable('ranks'),
    ...(name === undefined ? {} : { cube: later(needCube(name)) }),
  };
}
