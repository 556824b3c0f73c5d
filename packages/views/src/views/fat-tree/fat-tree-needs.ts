import type { Network, TableFrame } from '@weft/model';
import { type DataRequest, needNetwork, needTable } from '../../data-request.ts';

export type FatTreeNeeds = {
  network: DataRequest<Network>;
  jobs: DataRequest<TableFrame<'jobs'>>;
  ranks: DataRequest<TableFrame<'ranks'>>;
};

export function fatTreeNeeds(): FatTreeNeeds {
  return { network: needNetwork(), jobs: needTable('jobs'), ranks: needTable('ranks') };
}
