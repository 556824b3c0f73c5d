import { type AnswerOf, commgramModel } from '@weft/analysis';
import { type DataRequest, needAnalysis } from '../../data-request.ts';
import { hasMessageSums } from '../../kit/message-overview.ts';
import type { NeedsContext } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';

export type PhaseGraphNeeds = { model: DataRequest<AnswerOf<typeof commgramModel>> };

export function phaseGraphNeeds(
  { manifest }: DatasetInfo,
  _metric: string | null,
  { selection }: NeedsContext,
): PhaseGraphNeeds {
  return {
    model: needAnalysis(commgramModel, {
      time: selection.time,
      reading: hasMessageSums(manifest) ? 'sums' : 'messages',
      timeModel: 'physical',
      atoms: 1,
    }),
  };
}
