import type { Network } from '@weft/model';
import type { Block, LayeredBlocks } from '../blocks.ts';
import { type Subtree, subtrees } from './subtrees.ts';
import { treeAddress } from './tree-address.ts';

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
