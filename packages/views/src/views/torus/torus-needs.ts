import { type AnswerOf, torusMappings } from '@weft/analysis';
import type { Network } from '@weft/model';
import { type DataRequest, later, needAnalysis, needNetwork } from '../../data-request.ts';
import type { NeedsContext } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';
import { mappedJob } from './mapping/mapped-job.ts';

export type TorusNeeds = {
  readonly network: DataRequest<Network>;
  /** Null while they are compared; asked for where they are shown. */
  readonly mappings?: DataRequest<AnswerOf<typeof torusMappings> | null>;
};

export function torusNeeds(
  _dataset: DatasetInfo,
  _metric: string | null,
  { options, selection }: Pick<NeedsContext, 'options' | 'selection'>,
): TorusNeeds {
  return {
    network: needNetwork(),
    ...(options.tab === 'mapping' && {
      mappings: later(needAnalysis(torusMappings, { job: mappedJob(selection) })),
    }),
  };
}
