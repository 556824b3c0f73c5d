import { defineView } from '../../view.ts';

export const dragonfly = defineView({
  id: 'dragonfly',
  title: 'Dragonfly',
  help:
    'One cell a link, coloured by its total in the active time range. Links between groups stand in one matrix, from the group of the row to that of the column, those of a pair side by side. ' +
    'Each group has a matrix for each of its rows and one for each of its columns, from switch to switch; the halves of a switch show the largest link into and out of it, a cross is a cable that others of its kind have. ' +
    'Click a switch, port (link) or host to follow routes from it, shift-click to follow them up to it; a chosen link tells who fills it; drag and wheel move and zoom.',
  hues: ({ jobs }) => (jobs > 0 ? ['job'] : []),
  refuses: ({ manifest }) => {
    if ((manifest.tables.links?.rows ?? 0) === 0) {
      return 'This dataset has no network. Import a fabric, or simulate a scenario, to see its links.';
    }
    const family = manifest.network?.family ?? 'network';
    return /^(dragonfly|cray-xc)$/.test(family)
      ? null
      : `A ${family} has no groups. The machine view draws it.`;
  },
  load: () => import('../fat-tree/fat-tree-view.ts'),
});
