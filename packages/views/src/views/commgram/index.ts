import { COMMGRAM } from '../../papers.ts';
import { defineView } from '../../view.ts';

export const commgram = defineView({
  id: 'commgram',
  title: 'CommGram',
  help:
    'Time runs in phases from left to right; in each, bars are communities of ranks, senders left and receivers right, and ribbons are what they send: wider, darker and more opaque is more bytes. ' +
    'The red curve stays level while the pattern stays the same and jumps when it changes; equal patterns have names (k1) and grey bands show who moves to another community. ' +
    `Click selects a phase, ribbon or jump for every view, double-click opens it in a sub-window down to single messages, the sliders set the level of detail (${COMMGRAM}).`,
  hues: () => ['curve'],
  ownAmounts: true,
  refuses: ({ manifest }) =>
    (manifest.tables.messages?.rows ?? 0) + (manifest.tables.collectives?.rows ?? 0) > 0
      ? null
      : 'This dataset has no messages. Import a DUMPI or OTF2 trace, or simulate a scenario with messages.',
  load: () => import('./commgram-view.ts'),
});
