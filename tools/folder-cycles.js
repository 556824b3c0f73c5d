/**
 * Folders of a package depend on each other one way. A node is a folder below src, or a file that lies directly in
 * src: a package keeps its interfaces and its registry there, which are the lowest and the highest of its files.
 */
import { dirname, posix } from 'node:path';

/**
 * `imports` holds pairs of paths relative to src, both with forward slashes: who imports, what is imported. Returns
 * one cycle for each group of nodes that reach each other, as the list of its nodes; nested folders count both as
 * themselves and as part of the folder at the top.
 */
export function folderCycles(imports) {
  const nested = cyclesOf(imports.map((pair) => pair.map(folderOf)));
  const top = cyclesOf(imports.map((pair) => pair.map((path) => folderOf(path).split('/')[0])));
  const seen = new Set(nested.map(String));
  return [...nested, ...top.filter((cycle) => !seen.has(String(cycle)))];
}

/** The file an import names, relative to src; null where it names a package. */
export function resolveImport(file, target) {
  return target.startsWith('.') ? posix.join(dirname(file), target) : null;
}

function folderOf(path) {
  const folder = dirname(path);
  return folder === '.' ? path : folder;
}

function cyclesOf(edges) {
  const next = new Map();
  for (const [from, to] of edges) {
    if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const cycles = [];
  const known = new Set();
  for (const node of [...next.keys()].sort()) {
    if (known.has(node)) continue;
    const cycle = shortestWayBack(node, next);
    if (!cycle) continue;
    for (const member of cycle) known.add(member);
    cycles.push(cycle);
  }
  return cycles;
}

/** The fewest nodes that lead from a node back to it, by breadth-first search; null where none do. */
function shortestWayBack(start, next) {
  const cameFrom = new Map();
  const queue = [start];
  for (const node of queue) {
    for (const neighbour of next.get(node) ?? []) {
      if (neighbour === start) return pathTo(node, start, cameFrom);
      if (cameFrom.has(neighbour)) continue;
      cameFrom.set(neighbour, node);
      queue.push(neighbour);
    }
  }
  return null;
}

function pathTo(end, start, cameFrom) {
  const path = [end];
  while (path[0] !== start) path.unshift(cameFrom.get(path[0]));
  return path;
}
