import type { Network } from '@weft/model';
import { type DataRequest, needNetwork } from '../../data-request.ts';

export type TorusNeeds = { readonly network: DataRequest<Network> };

export function torusNeeds(): TorusNeeds {
  return { network: needNetwork() };
}
