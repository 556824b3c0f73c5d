import { HIVE } from '../../papers.ts';
import { defineView } from '../../view.ts';

export const hive = defineView({
  id: 'hive',
  title: 'Hive panel',
  help:
    'Each plot shows the ranks of one run on three axes, low, middle and high by one measure of the graph of messages, cut at the same values for all runs; a curve joins sender and receiver, clockwise curves bow out, the others in, and curves within an axis go from its left copy to its right one. ' +
    'A row is a measure, a column a run: add runs by their menu, click a plot to see it large, drag along an axis or the curves below to select the ranks with these values in every run. ' +
    `Two codes whose plots look alike in one row and not in another differ by that measure alone (${HIVE}).`,
  hues: () => ['run'],
  ownAmounts: true,
  refuses: (dataset) =>
    (dataset.manifest.tables.messages?.rows ?? 0) > 0 || (dataset.manifest.tables.collectives?.rows ?? 0) > 0
      ? null
      : 'This dataset has no messages between ranks, so there is no graph of them. Import an MPI trace (DUMPI, OTF2 or IPM) or simulate a scenario.',
  load: () => import('./hive-view.ts'),
});
