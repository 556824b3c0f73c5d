import { defineAnalysis } from '../analysis.ts';
import {
  communitiesFrame,
  membersFrame,
  motifsFrame,
  phasesFrame,
  sectionsFrame,
  summaryFrame,
} from './commgram-frames.ts';
import { commgramNeeds, modelFromInputs } from './commgram-inputs.ts';
import { type CommgramParams, commgramParams } from './commgram-params.ts';
import { createCommgramSession } from './commgram-session.ts';
import { ribbonsFrame } from './ribbons.ts';

export const commgram = defineAnalysis<CommgramParams>({
  name: 'commgram',
  title: 'CommGram',
  doc: 'Phases of a trace, the communities of each, the traffic between them and the curve of their change.',
  params: commgramParams,
  needs: commgramNeeds,
  async run(inputs, params) {
    const model = await modelFromInputs(inputs, params, params.phases);
    const result = createCommgramSession(model, params.weight).cut(params);
    return {
      phases: phasesFrame(result),
      communities: communitiesFrame(result),
      members: membersFrame(result),
      ribbons: ribbonsFrame(result),
      sections: sectionsFrame(result),
      motifs: motifsFrame(result),
      summary: summaryFrame(model, result),
    };
  },
});
