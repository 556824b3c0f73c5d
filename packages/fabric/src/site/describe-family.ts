import { isLevelled, listAt, type Manifest, type Network } from '@weft/model';
import type { RecognisedFabric } from '@weft/network';

/** The family that the manifest tells. Of a network of none, what pictures of it go by: coordinates that the files told, groups, rows and columns of a Cray XC, or levels. */
export function describeFamily({
  family,
  params,
  network,
}: RecognisedFabric): NonNullable<Manifest['network']> {
  if (family !== 'graph') return { family, params: { ...params } };
  const sizes = gridSizes(network);
  if (sizes) return { family: 'torus', params: { sizes, io: false, hostsPerSwitch: 0 } };
  const cray = craySizes(network);
  if (cray) return { family: 'cray-xc', params: cray };
  const levels = levelsOf(network);
  return { family, params: { ...params, ...(levels > 1 && { levels }) } };
}

function levelsOf({ switches, vertices: { level }, links: { src, dst } }: Network): number {
  return isLevelled(level, src, dst) ? switches.reduce((top, vertex) => Math.max(top, level[vertex]), 0) : 0;
}

/** Routers that are known by group, row and column. */
function craySizes({ switches, vertices }: Network): Record<string, number> | null {
  const coords = Array.from(switches, (vertex) => listAt(vertices.coord, vertex));
  if (coords.length === 0 || coords.some((coord) => coord.length !== 3)) return null;
  const [groups, rows, columns] = [0, 1, 2].map((at) => new Set(coords.map((coord) => coord[at])).size);
  return groups > 1 ? { groups, rows, columns } : null;
}

/** Sizes of a torus whose hosts the files placed, all links along one dimension. */
function gridSizes({ switches, hosts, vertices, links, linkCount }: Network): number[] | null {
  const coords = Array.from(hosts, (vertex) => listAt(vertices.coord, vertex));
  const [first] = coords;
  if (switches.length > 0 || linkCount === 0 || !first || first.length === 0) return null;
  if (coords.some((coord) => coord.length !== first.length)) return null;
  if (links.class.codes.some((code) => !links.class.dictionary[code]?.startsWith('dim '))) return null;
  const sizes = Array.from(first, (_, at) => 1 + Math.max(...coords.map((coord) => coord[at])));
  return sizes.reduce((product, size) => product * size, 1) === hosts.length ? sizes : null;
}
