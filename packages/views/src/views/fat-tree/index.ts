import { TREESCOPE } from '../../papers.ts';
import { defineView } from '../../view.ts';

export const fatTree = defineView({
  id: 'fat-tree',
  title: 'Fat tree',
  help:
    'Each pod is a matrix: its L1 switches are rows above, its L2 switches columns, the L3 switches rows below; a cell is one directed link, coloured by its total in the active time range. ' +
    'Left columns hold all links into their L2 switch, right columns all links out of it; the halves of a switch show the largest link into and out of it. ' +
    `Click a switch, port (link) or host to follow routes from it, shift-click to follow them up to it; a chosen link tells who fills it; drag and wheel move and zoom (encoding of ${TREESCOPE}).`,
  hues: ({ jobs }) => (jobs > 0 ? ['job'] : []),
  refuses: ({ manifest }) => {
    if ((manifest.tables.links?.rows ?? 0) === 0) {
      return 'This dataset has no network. Import a fabric, or simulate a scenario, to see its links.';
    }
    if (/torus|mesh|hyperx|dragonfly|cray-xc/.test(manifest.network?.family ?? '')) {
      return `A ${manifest.network?.family} has no levels to stack. The machine view draws it.`;
    }
    return null;
  },
  load: () => import('./fat-tree-view.ts'),
});
