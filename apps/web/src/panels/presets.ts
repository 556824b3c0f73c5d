import type { Manifest } from '@weft/model';
import { parsePanels } from './panel-text.ts';
import { flatten, normalise, type PanelNode, type PanelTree } from './panel-tree.ts';

/** The first workspace of each kind of data, in the text of an address. Views that do not exist are left out. */
export const presets = {
  fabric: 'v(190:time-chart,810:h(210:jobs,540:fat-tree,250:v(500:histogram,500:summary)))',
  torus: 'v(190:time-chart,810:h(210:jobs,540:torus,250:v(500:histogram,500:summary)))',
  program: 'v(480:commgram,520:h(400:rank-matrix,600:timeline))',
  machine: 'h(720:machine,280:v(500:summary,500:histogram))',
} as const;

export type PresetName = keyof typeof presets;

export function choosePreset(manifest: Manifest): PresetName {
  const rows = (table: string) => manifest.tables[table]?.rows ?? 0;
  if (rows('counters') === 0 && rows('messages') > 0) return 'program';
  if (rows('counters') === 0 && rows('loads') === 0) return 'machine';
  return /torus|mesh|hyperx/.test(manifest.network?.family ?? '') ? 'torus' : 'fabric';
}

/** The preset with the views that are there; one panel with the choice of views when none is. */
export function presetPanels(name: PresetName, viewIds: readonly string[]): PanelTree {
  const tree = parsePanels(presets[name])!;
  const root = keepViews(tree.root, viewIds);
  if (root) return { ...tree, root: flatten(root) };
  const view = viewIds[0] ?? null;
  return { ...tree, root: { kind: 'panel', id: tree.nextId, view, options: {} }, nextId: tree.nextId + 1 };
}

function keepViews(node: PanelNode, viewIds: readonly string[]): PanelNode | null {
  if (node.kind === 'panel') return node.view !== null && viewIds.includes(node.view) ? node : null;
  const children: PanelNode[] = [];
  const shares: number[] = [];
  node.children.forEach((child, i) => {
    const kept = keepViews(child, viewIds);
    if (!kept) return;
    children.push(kept);
    shares.push(node.shares[i]);
  });
  return children.length > 0 ? { ...node, children, shares: normalise(shares) } : null;
}
