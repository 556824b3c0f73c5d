import { defineLayout } from '../layout.ts';
import { blankPositions, setPosition } from '../positions.ts';
import { blockCell, layeredBlocks } from './layered-blocks.ts';
import { treeAddress } from './tree-address.ts';

/** Nodes as pillars on the diagonal; the switches of a block as its vertical columns (LANL-16, LANL-21). */
export const layeredBlock = defineLayout({
  name: 'LB',
  title: 'Layered block',
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
  blocks: layeredBlocks,
});
