import type { Frame } from '@weft/model';
import { type DataRequest, needAnalysis } from '../../data-request.ts';
import type { NeedsContext } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';

export type PhaseGraphNeeds = { model: DataRequest<Readonly<Record<string, Frame>>> };

export function phaseGraphNeeds(
  _dataset: DatasetInfo,
  _metric: string | null,
  { selection }: NeedsContext,
): PhaseGraphNeeds {
  return {
    model: needAnalysis('commgram-model', { time: selection.time, timeModel: 'physical', atoms: 1 }),
  };
}
