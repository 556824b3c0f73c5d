import { parsePanels } from '../panels/panel-text.ts';
import { filterPanels, type PanelTree } from '../panels/panel-tree.ts';

/** A above B where time is long, A beside B and their difference where space is, and what changed below. */
const COMPARED =
  'v(150:h(500:time-chart~side!a,500:time-chart~side!b),' +
  '530:h(333:MAIN~side!a,333:MAIN~side!b,334:MAIN~side!d),' +
  '320:h(240:histogram~side!d,240:summary~side!d,520:compare~side!d))';

/** The workspace of a comparison, with the view that shows the network best. */
export function comparePanels(viewIds: readonly string[]): PanelTree {
  const main = ['fat-tree', 'summary'].find((id) => viewIds.includes(id)) ?? 'histogram';
  const tree = parsePanels(COMPARED.replaceAll('MAIN', main))!;
  const root = filterPanels(tree.root, ({ view }) => view !== null && viewIds.includes(view));
  return root ? { ...tree, root } : tree;
}
