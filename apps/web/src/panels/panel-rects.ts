import type { PanelLeaf, PanelNode, PanelTree } from './panel-tree.ts';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Border {
  readonly split: number;
  /** Between child `index` and the next. */
  readonly index: number;
  readonly direction: 'row' | 'column';
  readonly rect: Rect;
  /** Pixels of both children together, and the share of the tree they hold. */
  readonly span: number;
  readonly start: number;
  readonly share: number;
  readonly bothShares: number;
}

interface PanelRects {
  readonly panels: ReadonlyMap<number, Rect>;
  readonly borders: readonly Border[];
}

/** Hairline between panels. */
const GAP = 1;

/** Narrower pages stand all panels below each other and scroll. */
const STACKED = 640;
/** Height of a panel on such a page: a chart of time needs less than others, views with many settings need more. */
const STACKED_HEIGHT = 460;
const OTHER_HEIGHTS: Readonly<Record<string, number>> = {
  'time-chart': 180,
  torus: 620,
  hive: 560,
  machine: 640,
};

/** Of the list of jobs: its rows, and what stands above and below them. */
const [JOB_ROW, JOB_BARS] = [24, 148];

/** From top to bottom; of panels side by side, one as wide as all others together is what they stand beside. */
function stackOrder(node: PanelNode): PanelLeaf[] {
  if (node.kind === 'panel') return [node];
  const wide = node.direction === 'row' ? node.shares.findIndex((share) => share >= 0.5) : -1;
  const first = node.children.filter((_, at) => at === wide);
  return [...first, ...node.children.filter((_, at) => at !== wide)].flatMap(stackOrder);
}

function stackPanels(tree: PanelTree, width: number, jobs: number): PanelRects {
  const panels = new Map<number, Rect>();
  let y = 0;
  for (const { id, view } of stackOrder(tree.root)) {
    const rows = view === 'jobs' ? JOB_BARS + JOB_ROW * Math.max(jobs, 2) : STACKED_HEIGHT;
    const height = OTHER_HEIGHTS[view ?? ''] ?? Math.min(rows, STACKED_HEIGHT);
    panels.set(id, { x: 0, y, width, height });
    y += height + GAP;
  }
  return { panels, borders: [] };
}

/** Whole pixels for every panel, so that canvases stay sharp. */
export function panelRects(
  tree: PanelTree,
  width: number,
  height: number,
  jobs = Number.POSITIVE_INFINITY,
): PanelRects {
  const panels = new Map<number, Rect>();
  const borders: Border[] = [];
  const whole = { x: 0, y: 0, width, height };
  if (width < STACKED && tree.maximised === null && tree.root.kind === 'split')
    return stackPanels(tree, width, jobs);
  placeNode(tree.root, whole, panels, borders);
  if (tree.maximised === null || !panels.has(tree.maximised)) return { panels, borders };
  return { panels: new Map([[tree.maximised, whole]]), borders: [] };
}

function placeNode(node: PanelNode, rect: Rect, panels: Map<number, Rect>, borders: Border[]): void {
  if (node.kind === 'panel') {
    panels.set(node.id, rect);
    return;
  }
  const row = node.direction === 'row';
  const edges = edgesOf(node.shares, row ? rect.width : rect.height);
  node.children.forEach((child, i) => {
    const [from, to] = edges[i];
    const size = Math.max(0, to - from);
    placeNode(
      child,
      row ? { ...rect, x: rect.x + from, width: size } : { ...rect, y: rect.y + from, height: size },
      panels,
      borders,
    );
    if (i + 1 === node.children.length) return;
    borders.push({
      split: node.id,
      index: i,
      direction: node.direction,
      rect: row ? { ...rect, x: rect.x + to, width: GAP } : { ...rect, y: rect.y + to, height: GAP },
      span: edges[i + 1][1] - from,
      start: (row ? rect.x : rect.y) + from,
      share: node.shares[i],
      bothShares: node.shares[i] + node.shares[i + 1],
    });
  });
}

function edgesOf(shares: readonly number[], size: number): [number, number][] {
  const room = size - GAP * (shares.length - 1);
  let sum = 0;
  let from = 0;
  return shares.map((share, i) => {
    sum += share;
    const to = i + 1 === shares.length ? size : Math.round(sum * room) + i * GAP;
    const edge: [number, number] = [from, to];
    from = to + GAP;
    return edge;
  });
}
