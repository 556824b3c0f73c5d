import type { Cube, Network } from '@weft/model';
import { type DataRequest, needCube, needNetwork } from '../../data-request.ts';
import type { DatasetInfo } from '../../workspace.ts';

export type TimeChartNeeds = { cube: DataRequest<Cube>; network: DataRequest<Network> };

export function timeChartNeeds({ manifest }: DatasetInfo, metric: string | null): TimeChartNeeds {
  return {
    cube: needCube(metric ?? manifest.metrics[0]?.name ?? ''),
    network: needNetwork(),
  };
}
