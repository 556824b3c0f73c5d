import { VISTORUS } from '../../papers.ts';
import { defineView } from '../../view.ts';

export const torus = defineView({
  id: 'torus',
  title: 'Torus',
  help:
    'A torus of any number of dimensions on a flat screen: two dimensions span the planes, the others lay them out across and down; drag a dimension to another role, or focus it and press the arrow keys. ' +
    'Detailed planes show every link within them, composite planes are seen edge on and show the links between them as means; + is above or right, − below or left, the line that closes a ring is a stub with a ring at the far edge, and ◇ marks a mean of links that differ by more than 5 %. ' +
    `Click a group of planes to magnify it and nodes to see all of their directions as polygons; drag and wheel move and zoom (global plane approach of ${VISTORUS}). ` +
    'Compact collapses all but two or three dimensions into the nodes: click a grid to show it large, and its nodes to see inside. Mapping shows which rank sits where and compares other mappings.',
  refuses: ({ manifest }) => {
    if ((manifest.tables.links?.rows ?? 0) === 0) {
      return 'This dataset has no network. Import a fabric, or simulate a scenario, to see its links.';
    }
    const family = manifest.network?.family;
    return family && !/^(torus|mesh)$/.test(family)
      ? `A ${family} has no dimensions to walk along. The machine view draws it.`
      : null;
  },
  load: () => import('./torus-view.ts'),
});
