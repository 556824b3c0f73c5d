import type { WorkContext } from '@weft/model';
import { defineAnalysis, type OpenInput, openFrames, type ResultOf } from '../analysis.ts';
import {
  communitiesFrame,
  membersFrame,
  motifsFrame,
  phasesFrame,
  sectionsFrame,
  summaryFrame,
} from './commgram-frames.ts';
import { type CommgramInputs, commgramNeeds, readCommgramModel } from './commgram-inputs.ts';
import { type CommgramParams, commgramParams } from './commgram-params.ts';
import { commgramResult } from './commgram-result.ts';
import { createCommgramSession } from './commgram-session.ts';
import { ribbonsFrame } from './ribbons.ts';

export const commgram = defineAnalysis({
  name: 'commgram',
  title: 'CommGram',
  doc: 'Phases of a trace, the communities of each, the traffic between them and the curve of their change.',
  params: commgramParams,
  result: commgramResult,
  needs: commgramNeeds,
  run: (inputs, params, context) => runCommgram(openFrames(inputs), params, context),
  runStreamed: runCommgram,
});

async function runCommgram(
  open: OpenInput<CommgramInputs>,
  params: CommgramParams,
  context: WorkContext,
): Promise<ResultOf<typeof commgramResult>> {
  const model = await readCommgramModel(open, params, params.phases, context);
  const result = createCommgramSession(model, params.weight, params.clustering).cut(params);
  return {
    phases: phasesFrame(result),
    communities: communitiesFrame(result),
    members: membersFrame(result),
    ribbons: ribbonsFrame(result),
    sections: sectionsFrame(result),
    motifs: motifsFrame(result),
    summary: summaryFrame(model, result),
  };
}
