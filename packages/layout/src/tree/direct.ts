import type { Network } from '@weft/model';
import { defineLayout, type Layout, type LayoutTraits, type Positions } from '../layout.ts';
import { blankPositions, setPosition } from '../positions.ts';
import { type TreeAddress, treeAddress } from './tree-address.ts';

/** The direct representations: every processor and switch drawn where the wiring diagram has it (LANL-12..15). */

export const quaternarySchema: Layout = direct(
  'QS',
  'Flat layered drawing',
  2,
  (address, positions, vertex) => {
    const { level, index } = at(address, vertex);
    setPosition(positions, vertex, alongLine(address, level, index), level * rowGap(address));
  },
  { upright: true },
);

export const directLinear: Layout = direct(
  'DL',
  'Direct linear',
  3,
  (address, positions, vertex) => {
    const { level, index } = at(address, vertex);
    setPosition(positions, vertex, alongLine(address, level, index), level * rowGap(address), 0);
  },
  { upright: true },
);

/** The line of DL wrapped to a circle: hosts spread as a cone below the cylinder of switch layers. */
export const directCone: Layout = direct('DC', 'Direct cone', 3, (address, positions, vertex) => {
  const { level, index } = at(address, vertex);
  const radius = address.sizes[0] / (2 * Math.PI) / (level === 0 ? 1 : 2);
  const angle = (2 * Math.PI * (index + 0.5)) / address.sizes[level];
  const height = level * (address.sizes[0] / (2 * Math.PI)) * 0.4;
  setPosition(positions, vertex, radius * Math.cos(angle), height, radius * Math.sin(angle));
});

/** Each level on a square grid of the same footprint, stacked: 64 x 64 hosts and 32 x 32 switches a layer for L = 6. */
export const directRectangular: Layout = direct(
  'DR',
  'Direct rectangular',
  3,
  (address, positions, vertex) => {
    const { level, index } = at(address, vertex);
    const side = Math.ceil(Math.sqrt(address.sizes[level]));
    const footprint = Math.ceil(Math.sqrt(address.sizes[0]));
    const spacing = footprint / side;
    const x = ((index % side) + 0.5) * spacing - footprint / 2;
    const z = (Math.floor(index / side) + 0.5) * spacing - footprint / 2;
    setPosition(positions, vertex, x, (level * footprint) / (address.levels + 2), z);
  },
);

type Place = (address: TreeAddress, positions: Positions, vertex: number) => void;

function direct(
  name: string,
  title: string,
  dimensions: 2 | 3,
  place: Place,
  traits: Partial<LayoutTraits> = {},
): Layout {
  return defineLayout({
    name,
    title,
    traits,
    refuses: (network) => (treeAddress(network) ? null : `${name} draws trees: this network has no levels`),
    layout: (network: Network) => {
      const positions = blankPositions(network, dimensions);
      const address = treeAddress(network)!;
      for (let v = 0; v < network.vertexCount; v++) if (address.index[v] >= 0) place(address, positions, v);
      return positions;
    },
  });
}

function at(address: TreeAddress, vertex: number): { level: number; index: number } {
  return { level: address.level[vertex], index: address.index[vertex] };
}

function alongLine({ sizes }: TreeAddress, level: number, index: number): number {
  return ((index + 0.5) * sizes[0]) / sizes[level] - sizes[0] / 2;
}

function rowGap({ sizes, levels }: TreeAddress): number {
  return Math.max(2, sizes[0] / (2.5 * levels));
}
