import { isLevelled, type Network } from '@weft/model';

/** Where each vertex stands in a levelled tree: its level, its number within the level, and the level sizes. */
export interface TreeAddress {
  readonly levels: number;
  /** -1 where the vertex has no level. */
  readonly level: Int32Array;
  readonly index: Int32Array;
  /** sizes[l] = vertices on level l; 0 = hosts. */
  readonly sizes: readonly number[];
}

const known = new WeakMap<Network, TreeAddress | null>();

/** From the level column; null where switches have none, or links among equals. NICs share the level of hosts but are not numbered. */
export function treeAddress(network: Network): TreeAddress | null {
  let address = known.get(network);
  if (address === undefined) {
    address = numberLevels(network);
    known.set(network, address);
  }
  return address;
}

function numberLevels(network: Network): TreeAddress | null {
  const { level, kind } = network.vertices;
  if (!isLevelled(level, network.links.src, network.links.dst)) return null;
  const nic = kind.dictionary.indexOf('nic');
  const index = new Int32Array(network.vertexCount).fill(-1);
  const sizes: number[] = [];
  for (let v = 0; v < network.vertexCount; v++) {
    if (kind.codes[v] === nic && nic >= 0) continue;
    const own = level[v];
    if (own < 0) return null;
    index[v] = sizes[own] ?? 0;
    sizes[own] = index[v] + 1;
  }
  for (let l = 0; l < sizes.length; l++) sizes[l] ??= 0;
  return sizes.length > 1 ? { levels: sizes.length - 1, level, index, sizes } : null;
}

/** The arity k of a complete k-ary n-tree (every layer k^(n-1) switches, k^n hosts), or null. */
export function uniformArity({ levels, sizes }: TreeAddress): number | null {
  const perLayer = sizes[1];
  const arity = levels === 1 ? sizes[0] : Math.round(perLayer ** (1 / (levels - 1)));
  if (arity < 2 || arity ** (levels - 1) !== perLayer || arity ** levels !== sizes[0]) return null;
  return sizes.slice(1).every((size) => size === perLayer) ? arity : null;
}
