import type { Network } from '@weft/model';
import { type DataRequest, needNetwork } from '../../data-request.ts';

export type HistogramNeeds = { network: DataRequest<Network> };

export function histogramNeeds(): HistogramNeeds {
  return { network: needNetwork() };
}
