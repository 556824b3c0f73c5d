/** Sets that only grow together; the root of a set is its smallest member. */
export interface UnionFind {
  find(item: number): number;
  union(a: number, b: number): void;
}

export function createUnionFind(size: number): UnionFind {
  const parent = new Int32Array(size).map((_, item) => item);
  const find = (item: number): number => {
    let at = item;
    while (parent[at] !== at) {
      parent[at] = parent[parent[at]];
      at = parent[at];
    }
    return at;
  };
  const union = (a: number, b: number): void => {
    const rootA = find(a);
    const rootB = find(b);
    if (rootA < rootB) parent[rootB] = rootA;
    else parent[rootA] = rootB;
  };
  return { find, union };
}
