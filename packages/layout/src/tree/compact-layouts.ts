import { type Network, outLinksOf } from '@weft/model';
import {
  type CellLayout,
  type GeneratingPair,
  layoutCells,
  pairFromExpressions,
} from '../compact/generating-pair.ts';
import { layoutHTree } from '../compact/h-tree.ts';
import { f1, f1Space, htSpace, mortonStrip, rotatingFractal } from '../compact/pairs.ts';
import { defineLayout, type Layout, type Positions } from '../layout.ts';
import { blankPositions, placeAround, setPosition } from '../positions.ts';
import { type Subtree, subtrees } from './subtrees.ts';
import { type TreeAddress, treeAddress, uniformArity } from './tree-address.ts';

export const fractalF1 = compact('F1', 'Fractal F1', f1);
export const fractalF1Space = compact('F1-3D', 'Fractal F1 in space', f1Space);
export const fatHSpace = compact('HT-3D', 'Fat H in space', htSpace);
export const mortonStripLayout = compact('MS', 'Morton strip', mortonStrip);
export const rotatingFractalLayout = compact('R8', 'Rotating fractal', rotatingFractal);

/** HT for any levelled tree: by Eq. (7) where it is a complete one, by nested blocks elsewhere. */
export const fatH = defineLayout({
  name: 'HT',
  title: 'Fat H tree',
  traits: { compact: true },
  parameters: {
    scale: {
      kind: 'number',
      title: 'Room of top layers',
      label: 'Scale factor of HT',
      standard: 1,
      minimum: 1,
      maximum: 2,
      step: 0.05,
    },
  },
  refuses: (network) => (treeAddress(network) ? null : 'HT draws trees: this network has no levels'),
  layout: (network, { scale }) => {
    const address = treeAddress(network)!;
    const arity = uniformArity(address);
    if (arity === null) return nestedBlocks(network, address);
    const down = nearestDivisorBelowRoot(arity);
    const across = arity / down;
    return onCells(network, address, layoutHTree(address.levels, { across, down, scale }));
  },
});

/** The reader's own generating functions, by default the paper's F1 with the roles of the layers exchanged. */
export const ownPair = defineLayout({
  name: 'AB',
  title: 'Your own A and B',
  traits: { compact: true },
  parameters: {
    a: { kind: 'text', title: 'A(n, k)', label: 'Generating function A', standard: '3^(n-1) * b' },
    b: { kind: 'text', title: 'B(n, k)', label: 'Generating function B', standard: '3^(n-1) * a' },
  },
  refuses: (network) => arityFault('AB', network, 4),
  layout: (network, { a, b }) => pairPositions(network, pairFromExpressions(a, b)),
  pair: ({ a, b }) => pairFromExpressions(a, b),
});

function compact(name: string, title: string, pair: GeneratingPair): Layout {
  return defineLayout({
    name,
    title,
    traits: { compact: true },
    refuses: (network) => arityFault(name, network, pair.arity),
    layout: (network) => pairPositions(network, pair),
  });
}

function arityFault(name: string, network: Network, arity: number): string | null {
  const address = treeAddress(network);
  if (!address) return `${name} draws trees: this network has no levels`;
  if (uniformArity(address) === arity) return null;
  return `${name} needs a complete ${arity}-ary tree; HT draws any tree`;
}

function pairPositions(network: Network, pair: GeneratingPair): Positions {
  const address = treeAddress(network)!;
  return onCells(network, address, layoutCells(pair, address.levels));
}

/** Switch x of layer l on its cell, hosts inside the cell of their lowest switch. */
function onCells(network: Network, address: TreeAddress, cells: CellLayout): Positions {
  const { dimensions, coordinates, switchesPerLayer } = cells;
  const positions = blankPositions(network, dimensions);
  const hostsOf = new Map<number, number[]>();
  for (let v = 0; v < network.vertexCount; v++) {
    const level = address.level[v];
    if (address.index[v] < 0) continue;
    if (level === 0) {
      const leaf = switchOf(network, v);
      const hosts = hostsOf.get(leaf);
      if (hosts) hosts.push(v);
      else hostsOf.set(leaf, [v]);
      continue;
    }
    const at = ((level - 1) * switchesPerLayer + address.index[v]) * dimensions;
    setPosition(positions, v, coordinates[at], coordinates[at + 1], coordinates[at + 2]);
  }
  for (const [leaf, hosts] of hostsOf) {
    const at = leaf * dimensions;
    placeAround(
      positions,
      hosts,
      positions.coordinates[at],
      positions.coordinates[at + 1],
      positions.coordinates[at + 2],
      0.8,
    );
  }
  return positions;
}

/** The switch of a host, behind its NIC where it has one. */
function switchOf(network: Network, host: number): number {
  const { level } = network.vertices;
  const neighbours = (vertex: number) =>
    Array.from(outLinksOf(network, vertex), (link) => network.links.dst[link]);
  const [next] = neighbours(host);
  return level[next] > 0 ? next : (neighbours(next).find((vertex) => level[vertex] > 0) ?? next);
}

function nearestDivisorBelowRoot(value: number): number {
  let divisor = Math.floor(Math.sqrt(value));
  while (value % divisor !== 0) divisor--;
  return divisor;
}

interface Box {
  readonly width: number;
  readonly height: number;
}

/** Blocks within blocks: children in a grid, the switches above them as a band through its middle. */
function nestedBlocks(network: Network, address: TreeAddress): Positions {
  const positions = blankPositions(network, 2);
  const roots = subtrees(network, address);
  const forest: Subtree =
    roots.length === 1 ? roots[0] : { level: address.levels + 1, switches: [], children: roots, hosts: [] };
  placeBlock(positions, forest, 0, 0);
  return positions;
}

function placeBlock(positions: Positions, tree: Subtree, x: number, y: number): void {
  if (tree.level <= 1) {
    placeAround(positions, tree.switches, x, y, 0, tree.switches.length > 1 ? 1 : 0);
    placeAround(positions, tree.hosts, x, y, 0, 0.8);
    return;
  }
  const { columns, rows, child, own, box } = measure(tree);
  tree.children.forEach((subtree, i) => {
    const column = i % columns;
    const row = Math.floor(i / columns);
    const bandX = column >= Math.ceil(columns / 2) ? own.width : 0;
    const bandY = row >= Math.ceil(rows / 2) ? own.height : 0;
    const cx = x - box.width / 2 + (column + 0.5) * child.width + bandX;
    const cy = y - box.height / 2 + (row + 0.5) * child.height + bandY;
    placeBlock(positions, subtree, cx, cy);
  });
  const ownX = x - box.width / 2 + Math.ceil(columns / 2) * child.width + own.width / 2;
  const ownY = y - box.height / 2 + Math.ceil(rows / 2) * child.height + own.height / 2;
  tree.switches.forEach((vertex, i) => {
    const dx = (i % own.width) - (own.width - 1) / 2;
    const dy = Math.floor(i / own.width) - (own.height - 1) / 2;
    setPosition(positions, vertex, ownX + dx, ownY + dy);
  });
}

function measure(tree: Subtree): { columns: number; rows: number; child: Box; own: Box; box: Box } {
  const columns = Math.ceil(Math.sqrt(tree.children.length));
  const rows = Math.ceil(tree.children.length / Math.max(1, columns));
  const child = largest(tree.children.map((subtree) => (subtree.level <= 1 ? UNIT : measure(subtree).box)));
  const side = Math.ceil(Math.sqrt(tree.switches.length));
  const own = { width: side, height: side > 0 ? Math.ceil(tree.switches.length / side) : 0 };
  return {
    columns,
    rows,
    child,
    own,
    box: { width: columns * child.width + own.width, height: rows * child.height + own.height },
  };
}

const UNIT: Box = { width: 1, height: 1 };

function largest(boxes: readonly Box[]): Box {
  return {
    width: Math.max(0, ...boxes.map((box) => box.width)),
    height: Math.max(0, ...boxes.map((box) => box.height)),
  };
}
