import { defineView } from '../../view.ts';

export const callProfile = defineView({
  id: 'call-profile',
  title: 'Call profile',
  help:
    'Each row is an MPI call (or, by rank, a rank) with how often it was made, the bytes sent by it and the time spent inside, in the active time range or the whole run; bars compare the rows of a column, and the share is that of the time of all ranks. ' +
    'Waiting is the part of the time until the last sender, receiver or rank of a collective call came; imbalance is the time of the busiest rank over the mean of all ranks (1 is even, the number of ranks means that one rank does it all), and a rank has its own time over that mean. ' +
    'Open a call to see its ranks or a rank to see its calls (Enter, or the arrow), click a rank to select it in every view (the profile that mpiP and IPM print).',
  hues: () => ['call'],
  ownAmounts: true,
  refuses: (dataset) =>
    (dataset.manifest.tables.calls?.rows ?? 0) > 0
      ? null
      : 'This dataset has no profile of calls. Import an MPI trace (DUMPI or OTF2) or an IPM log to see where the time went.',
  load: () => import('./call-profile-view.ts'),
});
