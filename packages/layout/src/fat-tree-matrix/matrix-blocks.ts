import type { Network } from '@weft/model';

/**
 * A pod as a matrix: the switches of one even level (columns) against the level below (rows on top) and the level
 * above (rows at the bottom, split by bundle). Taller trees have such blocks on levels 2, 4, ...
 */
export interface MatrixBlock {
  /** Of networks whose switches fall into several planes: which one. */
  readonly plane: number | null;
  readonly level: number;
  /** Number of the block among those of its plane and level. */
  readonly number: number;
  readonly lowerRows: readonly number[];
  readonly bundles: readonly MatrixBundle[];
}

export interface MatrixBundle {
  /** Number of the bundle among all of its level; shared by the blocks of different pods. Null on the top level. */
  readonly number: number | null;
  readonly columns: readonly number[];
  readonly upperRows: readonly number[];
}

/** Pods are what the level below joins, bundles what the level above joins. Hosts join nothing, so planes stay apart. */
export function matrixBlocks(network: Network): MatrixBlock[] {
  const { level } = network.vertices;
  const levels = network.switches.reduce((top, vertex) => Math.max(top, level[vertex]), 0);
  const planeOf = planesOf(network);
  const blocks: MatrixBlock[] = [];
  for (let columnLevel = 2; columnLevel <= levels; columnLevel += 2) {
    const pods = componentsOf(network, (l) => l === columnLevel - 1 || l === columnLevel);
    const bundles = componentsOf(network, (l) => l === columnLevel || l === columnLevel + 1);
    adoptStrays(network, pods, columnLevel - 1, columnLevel, network.vertices.pod);
    if (columnLevel < levels)
      adoptStrays(network, bundles, columnLevel, columnLevel + 1, network.vertices.bundle);
    const members = groupBy(
      network.switches.filter((v) => level[v] === columnLevel - 1 || level[v] === columnLevel),
      pods,
    );
    for (const vertices of members) {
      const columns = vertices.filter((v) => level[v] === columnLevel);
      if (columns.length === 0) continue;
      const lowerRows = vertices.filter((v) => level[v] === columnLevel - 1);
      const plane = planeOf(columns[0]);
      blocks.push({
        plane,
        level: columnLevel,
        number: blocks.filter((b) => b.level === columnLevel && b.plane === plane).length,
        lowerRows,
        bundles:
          columnLevel < levels
            ? splitBundles(network, columns, bundles, columnLevel)
            : [{ number: null, columns, upperRows: [] }],
      });
    }
  }
  return blocks;
}

/** Planes are switches joined to each other; null where there is only one. A switch without any cable is no plane. */
function planesOf(network: Network): (vertex: number) => number | null {
  const component = componentsOf(network, (l) => l > 0);
  const size = new Map<number, number>();
  for (const vertex of network.switches) size.set(component[vertex], (size.get(component[vertex]) ?? 0) + 1);
  const planes = [...size].filter(([, count]) => count > 1).map(([first]) => first);
  return (vertex) => (planes.length < 2 ? null : Math.max(0, planes.indexOf(component[vertex])));
}

/** A switch that lost every cable to the other level still belongs to its pod or bundle: its cables are missing. */
function adoptStrays(
  network: Network,
  component: Int32Array,
  low: number,
  high: number,
  group: Int32Array,
): void {
  const { level } = network.vertices;
  const size = new Map<number, number>();
  const members = network.switches.filter((v) => level[v] === low || level[v] === high);
  for (const v of members) size.set(component[v], (size.get(component[v]) ?? 0) + 1);
  const isStray = (v: number): boolean => size.get(component[v]) === 1 && group[v] >= 0;
  const home = new Map<number, number>();
  for (const v of members) if (!isStray(v) && !home.has(group[v])) home.set(group[v], component[v]);
  for (const v of members) if (isStray(v)) component[v] = home.get(group[v]) ?? component[v];
}

function splitBundles(
  network: Network,
  columns: readonly number[],
  component: Int32Array,
  columnLevel: number,
): MatrixBundle[] {
  const { level } = network.vertices;
  const uppers = new Map<number, number[]>();
  const order = new Map<number, number>();
  for (const vertex of network.switches) {
    const own = component[vertex];
    if (level[vertex] === columnLevel && !order.has(own)) order.set(own, order.size);
    if (level[vertex] === columnLevel + 1) uppers.set(own, [...(uppers.get(own) ?? []), vertex]);
  }
  return groupBy(columns, component).map((group) => ({
    number: order.get(component[group[0]])!,
    columns: group,
    upperRows: uppers.get(component[group[0]]) ?? [],
  }));
}

/** Lists of vertices with the same component, both in id order. */
function groupBy(vertices: Iterable<number>, component: Int32Array): number[][] {
  const groups = new Map<number, number[]>();
  for (const vertex of vertices) {
    const known = groups.get(component[vertex]);
    if (known) known.push(vertex);
    else groups.set(component[vertex], [vertex]);
  }
  return [...groups.values()];
}

/** For each vertex the least vertex it is joined to through links whose ends both pass. */
function componentsOf(network: Network, passes: (level: number) => boolean): Int32Array {
  const { level } = network.vertices;
  const { src, dst } = network.links;
  const parent = Int32Array.from({ length: network.vertexCount }, (_, v) => v);
  const find = (vertex: number): number => {
    let at = vertex;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  for (let link = 0; link < network.linkCount; link++) {
    if (!passes(level[src[link]]) || !passes(level[dst[link]])) continue;
    const a = find(src[link]);
    const b = find(dst[link]);
    if (a !== b) parent[Math.max(a, b)] = Math.min(a, b);
  }
  return parent.map((_, vertex) => find(vertex));
}
