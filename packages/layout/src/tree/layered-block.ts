import type { Network } from '@weft/model';
import type { Layout } from '../layout.ts';
import { blankPositions, setPosition } from '../positions.ts';
import { type Subtree, subtrees } from './subtrees.ts';
import { treeAddress } from './tree-address.ts';

/** A block of LB: a square over the hosts it serves, on the level of its switches, below the ground plane. */
export interface Block {
  readonly level: number;
  /** Corner and side on the ground plane, in hosts: host i stands at (i, i). */
  readonly start: number;
  readonly size: number;
  readonly top: number;
  readonly thickness: number;
  readonly switches: readonly number[];
}

export interface LayeredBlocks {
  readonly blocks: readonly Block[];
  /** Hosts in the order of the diagonal. */
  readonly diagonal: readonly number[];
  readonly levelGap: number;
}

/** Switch groups of layer l span the 4^l nodes they serve, per side; 4^(L-l) blocks of 4^(l-1) switches (LANL-17). */
export function layeredBlocks(network: Network): LayeredBlocks {
  const address = treeAddress(network)!;
  const levelGap = Math.max(1, address.sizes[0] / (3 * address.levels));
  const blocks: Block[] = [];
  const diagonal: number[] = [];
  const visit = (tree: Subtree): void => {
    if (tree.level === 0) {
      diagonal.push(...tree.hosts);
      return;
    }
    const start = diagonal.length;
    tree.children.forEach(visit);
    const thickness = levelGap * 0.5;
    blocks.push({
      level: tree.level,
      start,
      size: diagonal.length - start,
      top: -tree.level * levelGap,
      thickness,
      switches: tree.switches,
    });
  };
  subtrees(network, address).forEach(visit);
  return { blocks, diagonal, levelGap };
}

/** Where switch i of a block stands on the ground plane, when the block is cut vertically into its switches (LANL-21). */
export function blockCell(
  { start, size, switches }: Block,
  i: number,
): { x: number; z: number; side: number } {
  const side = Math.ceil(Math.sqrt(switches.length));
  const step = size / side;
  return {
    x: start + ((i % side) + 0.5) * step,
    z: start + (Math.floor(i / side) + 0.5) * step,
    side: step,
  };
}

/** Nodes as pillars on the diagonal; the switches of a block as its vertical columns (LANL-16, LANL-21). */
export const layeredBlock: Layout = {
  name: 'LB',
  title: 'Layered block',
  defaults: {},
  refuses: (network) => (treeAddress(network) ? null : 'LB draws trees: this network has no levels'),
  layout: (network) => {
    const positions = blankPositions(network, 3);
    const { blocks, diagonal } = layeredBlocks(network);
    const middle = diagonal.length / 2;
    diagonal.forEach((host, i) => setPosition(positions, host, i + 0.5 - middle, 0, i + 0.5 - middle));
    for (const block of blocks) {
      block.switches.forEach((vertex, i) => {
        const { x, z } = blockCell(block, i);
        setPosition(positions, vertex, x - middle, block.top - block.thickness / 2, z - middle);
      });
    }
    return positions;
  },
};

/** The way of a message in LB: from (i, i) to the matrix point (i, j), a turn of 90 degrees, on to (j, j) (LANL-20). */
export function pipePath(from: number, to: number): readonly (readonly [number, number])[] {
  return [
    [from, from],
    [from, to],
    [to, to],
  ];
}
