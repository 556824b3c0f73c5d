import { listAt, type Network } from '@weft/model';
import { defineLayout } from '../layout.ts';
import { blankPositions, placeAround, setPosition } from '../positions.ts';

/** Tori, meshes and HyperX by their coordinates: the first three dimensions in space, the others as nested repeats. */
export const coordinateGrid = defineLayout({
  name: 'grid',
  title: 'Coordinates in space',
  refuses: (network) => (hasCoordinates(network) ? null : 'the vertices have no coordinates'),
  layout: (network) => {
    const positions = blankPositions(network, 3);
    const strides = axisStrides(network);
    const attached = new Map<number, number[]>();
    for (let v = 0; v < network.vertexCount; v++) {
      const coord = listAt(network.vertices.coord, v);
      if (coord.length === 0) {
        const owner = network.links.dst[network.outLinks[network.outOffsets[v]]];
        if (owner !== undefined) attached.set(owner, [...(attached.get(owner) ?? []), v]);
        continue;
      }
      const place = [0, 0, 0];
      coord.forEach((value, dimension) => {
        place[dimension % 3] += value * strides[dimension];
      });
      setPosition(positions, v, place[0], place[1], place[2]);
    }
    for (const [owner, vertices] of attached) {
      const at = owner * 3;
      placeAround(
        positions,
        vertices,
        positions.coordinates[at],
        positions.coordinates[at + 1],
        positions.coordinates[at + 2] + 0.3,
        0.5,
      );
    }
    return positions;
  },
});

function hasCoordinates(network: Network): boolean {
  return network.vertices.coord.values.length > 0;
}

/** Dimension d steps over the whole extent of dimension d - 3, plus a gap. */
function axisStrides(network: Network): number[] {
  const sizes: number[] = [];
  for (let v = 0; v < network.vertexCount; v++) {
    listAt(network.vertices.coord, v).forEach((value, dimension) => {
      sizes[dimension] = Math.max(sizes[dimension] ?? 0, value + 1);
    });
  }
  const strides: number[] = [];
  for (let d = 0; d < sizes.length; d++) strides[d] = d < 3 ? 1 : strides[d - 3] * (sizes[d - 3] + 1);
  return strides;
}
