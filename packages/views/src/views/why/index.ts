import { defineView } from '../../view.ts';

export const why = defineView({
  id: 'why',
  title: 'Why?',
  help:
    'Choose a link, or a job: the bar divides what it carried, or the time it took, among those who caused it, and the list below names what may be to blame. ' +
    'Test a suspect: the same run is repeated with this one thing changed, and the two bars show the amount before and after; a test can be cancelled. ' +
    'What is blamed has passed its test; proven means that nothing else comes near it.',
  refuses: ({ manifest }) => {
    if ((manifest.tables.links?.rows ?? 0) === 0)
      return 'This dataset has no network. Import a fabric, or simulate a scenario, to ask why its links are full.';
    if ((manifest.tables.messages?.rows ?? 0) === 0)
      return 'This dataset has no messages, so the run cannot be repeated. Simulate the scenario with messages to ask why.';
    return null;
  },
  load: () => import('./why-view.ts'),
});
