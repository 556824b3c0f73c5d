import { defineView } from '../../view.ts';

export const commMatrix = defineView({
  id: 'comm-matrix',
  title: 'Communication matrix',
  help:
    'Each cell is what the ranks of its row sent to the ranks of its column in the active time range, or how long the column waited for the row; with many ranks a cell is a block of them, and the bars beside the matrix are what each rank amounts to in all. ' +
    'Turn the wheel to zoom down to single ranks, drag to move, click a cell or one of the largest pairs to select its ranks; n and p go through those pairs, arrow keys from cell to cell; order the ranks by community to bring those together that talk to each other, or by host. ' +
    'Bands along the diagonal are neighbours, blocks are groups, a full row or column is a master, a bright row of waiting is a rank that others wait for (the matrices that CommGram clusters: Wu, “Visual Analytics for Large Communication Trace Data”, 2015).',
  ownAmounts: true,
  refuses: (dataset) =>
    (dataset.manifest.tables.messages?.rows ?? 0) > 0
      ? null
      : 'This dataset has no messages between ranks. Import an MPI trace (DUMPI, OTF2 or IPM) or simulate a scenario.',
  load: () => import('./comm-matrix-view.ts'),
});
