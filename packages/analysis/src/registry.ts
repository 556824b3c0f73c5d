import type { Analysis } from './analysis.ts';
import { callProfile } from './call-profile/call-profile.ts';
import { commgram } from './commgram/commgram.ts';
import { commgramModel } from './commgram/commgram-model-analysis.ts';
import { communicationMatrix } from './communication-matrix/communication-matrix.ts';
import { logicalTime } from './logical-time/logical-time.ts';
import { messageCalls } from './message-calls/message-calls.ts';
import { messageRibbons } from './message-ribbons/message-ribbons.ts';
import { turningLayers } from './turning-layers/turning-layers.ts';

/** Every analysis the server offers: one line each. */
// biome-ignore lint/suspicious/noExplicitAny: each analysis has its own parameters, checked by its schema
export const analyses: readonly Analysis<any>[] = [
  commgram,
  commgramModel,
  communicationMatrix,
  callProfile,
  messageCalls,
  messageRibbons,
  logicalTime,
  turningLayers,
];

// biome-ignore lint/suspicious/noExplicitAny: as above
export function findAnalysis(name: string): Analysis<any> | undefined {
  return analyses.find((analysis) => analysis.name === name);
}
