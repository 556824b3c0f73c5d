import type { PageLinkValues } from '../workspace/create-link-values.ts';

/** What a tour may say of the picture on screen: `shown.links`, `all.links`, `shown.L2`, `all.L2`. */
export function pageNumber(name: string, linkValues: PageLinkValues): number | null {
  const network = linkValues.network.value;
  const remainder = linkValues.remainder.value;
  if (!network || !remainder) return null;
  const [which, what] = name.split('.');
  if (what === 'links') return which === 'shown' ? remainder.links : remainder.ofLinks;
  const level = Number(what.slice(1));
  const marks = which === 'shown' ? linkValues.routes.value?.vertices : null;
  if (which === 'shown' && !marks) return null;
  return network.switches.filter(
    (vertex) => network.vertices.level[vertex] === level && (!marks || marks[vertex] === 1),
  ).length;
}
