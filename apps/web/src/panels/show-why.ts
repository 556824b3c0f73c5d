import { type PanelTree, panelsOf, replaceView, splitPanel } from './panel-tree.ts';

/** Views that have most of the room, the most special first. */
const WIDE = ['dragonfly', 'torus', 'fat-tree', 'machine', 'commgram', 'timeline'];

/** The panels with one that answers "why", beside the widest; as they are where there is one. */
export function showWhy(tree: PanelTree): PanelTree {
  const panels = panelsOf(tree.root);
  const own = panels.find(({ view }) => view === 'why');
  if (own) return tree.maximised === null || tree.maximised === own.id ? tree : { ...tree, maximised: null };
  const wide = WIDE.flatMap((view) => panels.filter((panel) => panel.view === view));
  const beside = wide[0] ?? panels[panels.length - 1];
  return replaceView(splitPanel(tree, beside.id, 'right'), tree.nextId, 'why');
}
