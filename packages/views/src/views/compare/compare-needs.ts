import type { Network } from '@weft/model';
import { type DataRequest, needNetwork } from '../../data-request.ts';

export type CompareNeeds = { network: DataRequest<Network> };

export function compareNeeds(): CompareNeeds {
  return { network: needNetwork() };
}
