import type { Network } from '@weft/model';
import { type DataRequest, needNetwork } from '../../data-request.ts';

export type SummaryNeeds = { network: DataRequest<Network> };

export function summaryNeeds(): SummaryNeeds {
  return { network: needNetwork() };
}
