import { type Network, outLinksOf } from '@weft/model';

interface Coordinates {
  readonly dimensions: 2 | 3;
  readonly coordinates: Float32Array;
}

/** Of the way from a host to its switch: where its NIC is, if the layout does not place it itself. */
const NIC_SHARE = 0.35;

/** NICs that are not drawn yet go between their host and their switch. */
export function placeNics<P extends Coordinates>(network: Network, positions: P): P {
  const { coordinates, dimensions } = positions;
  const { kind } = network.vertices;
  const nic = kind.dictionary.indexOf('nic');
  const host = kind.dictionary.indexOf('host');
  for (let v = 0; nic >= 0 && v < network.vertexCount; v++) {
    if (kind.codes[v] !== nic || !Number.isNaN(coordinates[v * dimensions])) continue;
    const peers = Array.from(outLinksOf(network, v), (link) => network.links.dst[link]);
    const from = peers.find((peer) => kind.codes[peer] === host);
    const to = peers.find((peer) => kind.codes[peer] !== host);
    if (from === undefined || to === undefined) continue;
    for (let axis = 0; axis < dimensions; axis++) {
      const start = coordinates[from * dimensions + axis];
      coordinates[v * dimensions + axis] = start + (coordinates[to * dimensions + axis] - start) * NIC_SHARE;
    }
  }
  return positions;
}
