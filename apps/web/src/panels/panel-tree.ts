/** Panels as a tree of rows and columns. Plain data; every change gives a new tree. */
export type PanelNode = PanelLeaf | PanelSplit;

/** What a view remembers in its panel: part of the address. */
export type PanelOptions = Readonly<Record<string, string | number | boolean>>;

export interface PanelLeaf {
  readonly kind: 'panel';
  readonly id: number;
  /** Id of a view; null = the panel offers the choice. */
  readonly view: string | null;
  readonly options: PanelOptions;
}

interface PanelSplit {
  readonly kind: 'split';
  readonly id: number;
  /** row: side by side; column: one below the other. */
  readonly direction: 'row' | 'column';
  readonly children: readonly PanelNode[];
  /** Shares of the children; they add up to 1. */
  readonly shares: readonly number[];
}

export interface PanelTree {
  readonly root: PanelNode;
  /** Id of the panel that covers all others. */
  readonly maximised: number | null;
  readonly nextId: number;
}

type Side = 'right' | 'below';

export function panelsOf(node: PanelNode): PanelLeaf[] {
  return node.kind === 'panel' ? [node] : node.children.flatMap(panelsOf);
}

export function splitPanel(tree: PanelTree, id: number, side: Side): PanelTree {
  const direction = side === 'right' ? 'row' : 'column';
  const added: PanelLeaf = { kind: 'panel', id: tree.nextId, view: null, options: {} };
  const root = mapNode(tree.root, id, (panel) => ({
    kind: 'split',
    id: tree.nextId + 1,
    direction,
    children: [panel, added],
    shares: [0.5, 0.5],
  }));
  return { root: flatten(root), maximised: null, nextId: tree.nextId + 2 };
}

/** The last panel cannot go: it becomes a choice of views. */
export function closePanel(tree: PanelTree, id: number): PanelTree {
  const maximised = tree.maximised === id ? null : tree.maximised;
  const root = filterPanels(tree.root, (panel) => panel.id !== id);
  if (root) return { ...tree, root, maximised };
  return {
    root: { kind: 'panel', id: tree.nextId, view: null, options: {} },
    maximised: null,
    nextId: tree.nextId + 1,
  };
}

export function replaceView(tree: PanelTree, id: number, view: string): PanelTree {
  return {
    ...tree,
    root: mapLeaf(tree.root, id, (panel) => ({ ...panel, view, options: keptOptions(panel) })),
  };
}

/** Which side of a comparison a panel shows stays when its view changes. */
function keptOptions({ options }: PanelLeaf): PanelOptions {
  return 'side' in options ? { side: options.side } : {};
}

/** Adds to what the panel remembers; null lets go of an option. */
export function setOptions(
  tree: PanelTree,
  id: number,
  change: Readonly<Record<string, string | number | boolean | null>>,
): PanelTree {
  const changed = (options: PanelOptions): PanelOptions => {
    const kept: Record<string, string | number | boolean> = {};
    for (const [name, value] of Object.entries({ ...options, ...change }))
      if (value !== null) kept[name] = value;
    return kept;
  };
  return {
    ...tree,
    root: mapLeaf(tree.root, id, (panel) => ({ ...panel, options: changed(panel.options) })),
  };
}

export function toggleMaximised(tree: PanelTree, id: number): PanelTree {
  return { ...tree, maximised: tree.maximised === id ? null : id };
}

/** Two panels change places. */
export function swapPanels(tree: PanelTree, a: number, b: number): PanelTree {
  const panels = panelsOf(tree.root);
  const first = panels.find(({ id }) => id === a);
  const second = panels.find(({ id }) => id === b);
  if (!first || !second || a === b) return tree;
  const swap = (node: PanelNode): PanelNode => {
    if (node.kind === 'split') return { ...node, children: node.children.map(swap) };
    return node.id === a ? second : node.id === b ? first : node;
  };
  return { ...tree, root: swap(tree.root) };
}

/** Moves the border between child `index` and the next so that child `index` gets `share`. */
export function moveBorder(tree: PanelTree, split: number, index: number, share: number): PanelTree {
  const root = mapNode(tree.root, split, (node) => {
    if (node.kind !== 'split') return node;
    const both = node.shares[index] + node.shares[index + 1];
    const shares = [...node.shares];
    shares[index] = Math.min(both, Math.max(0, share));
    shares[index + 1] = both - shares[index];
    return { ...node, shares };
  });
  return { ...tree, root };
}

function mapNode(node: PanelNode, id: number, change: (node: PanelNode) => PanelNode): PanelNode {
  if (node.id === id) return change(node);
  if (node.kind === 'panel') return node;
  const children = node.children.map((child) => mapNode(child, id, change));
  return children.every((child, i) => child === node.children[i]) ? node : { ...node, children };
}

function mapLeaf(node: PanelNode, id: number, change: (panel: PanelLeaf) => PanelLeaf): PanelNode {
  return mapNode(node, id, (found) => (found.kind === 'panel' ? change(found) : found));
}

/** The tree with the panels that are kept; null when none is. */
export function filterPanels(node: PanelNode, keep: (panel: PanelLeaf) => boolean): PanelNode | null {
  if (node.kind === 'panel') return keep(node) ? node : null;
  const children: PanelNode[] = [];
  const shares: number[] = [];
  node.children.forEach((child, index) => {
    const kept = filterPanels(child, keep);
    if (!kept) return;
    children.push(kept);
    shares.push(node.shares[index]);
  });
  return children.length > 0 ? flatten({ ...node, children, shares: normalise(shares) }) : null;
}

/** A split of one child is that child; a row inside a row is one longer row. */
export function flatten(node: PanelNode): PanelNode {
  if (node.kind === 'panel') return node;
  const children: PanelNode[] = [];
  const shares: number[] = [];
  node.children.map(flatten).forEach((child, index) => {
    const nested = child.kind === 'split' && child.direction === node.direction;
    const grandchildren = nested ? child.children : [child];
    grandchildren.forEach((grandchild, i) => {
      children.push(grandchild);
      shares.push(node.shares[index] * (nested ? child.shares[i] : 1));
    });
  });
  return children.length === 1 ? children[0] : { ...node, children, shares: normalise(shares) };
}

export function normalise(shares: readonly number[]): number[] {
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => (sum > 0 ? share / sum : 1 / shares.length));
}
