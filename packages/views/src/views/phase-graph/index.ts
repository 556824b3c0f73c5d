import { COMMGRAM } from '../../papers.ts';
import { defineView } from '../../view.ts';

export const phaseGraph = defineView({
  id: 'phase-graph',
  title: 'Phase as a graph',
  help:
    'The plain node-link picture of one phase: each circle is a community of ranks (larger has more members), each arrow what one sends to another, a loop what stays inside. ' +
    'It shows the messages of the active time range, so selecting a phase in the CommGram shows that phase; without a range it shows the whole run. ' +
    `Compare it with the ribbons: the same traffic, but arrows cross and time is lost (${COMMGRAM}, Figure 3.2).`,
  ownAmounts: true,
  refuses: ({ manifest }) =>
    (manifest.tables.messages?.rows ?? 0) > 0
      ? null
      : 'This dataset has no messages. Import a trace or simulate a scenario with messages.',
  load: () => import('./phase-graph-view.ts'),
});
