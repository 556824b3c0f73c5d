import type { PageFabric } from '../workspace/create-fabric.ts';

/** What a tour may say of the picture on screen: `shown.links`, `all.links`, `shown.L2`, `all.L2`. */
export function pageNumber(name: string, fabric: PageFabric): number | null {
  const network = fabric.network.value;
  const remainder = fabric.remainder.value;
  if (!network || !remainder) return null;
  const [which, what] = name.split('.');
  if (what === 'links') return which === 'shown' ? remainder.links : remainder.ofLinks;
  const level = Number(what.slice(1));
  const marks = which === 'shown' ? fabric.routes.value?.vertices : null;
  if (which === 'shown' && !marks) return null;
  return network.switches.filter(
    (vertex) => network.vertices.level[vertex] === level && (!marks || marks[vertex] === 1),
  ).length;
}
