import { type Network, textAt } from '@weft/model';

/** Links by a name that is read from each; those without one are left out. */
export function groupLinks(network: Network, nameOf: (link: number) => string | null): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (let link = 0; link < network.linkCount; link++) {
    const name = nameOf(link);
    if (name !== null) addTo(groups, name, link);
  }
  return groups;
}

function addTo<Name>(groups: Map<Name, number[]>, name: Name, link: number): void {
  const group = groups.get(name);
  if (group) group.push(link);
  else groups.set(name, [link]);
}

const DIMENSION = 'dim ';

/** The dimension a link lies along, by its class (`dim a`) or else its direction (`+a`, `-a`); null for links that lie along none. */
export function dimensionOf({ links }: Network, link: number): string | null {
  const name = textAt(links.class, link);
  if (name?.startsWith(DIMENSION)) return name.slice(DIMENSION.length);
  const direction = textAt(links.direction, link);
  return direction?.match(/^[+-](?<dimension>.+)$/)?.groups?.dimension ?? null;
}

/** Fewer links of one class and direction are compared with all of their class. */
const FEWEST = 8;

/** Links of one class and direction, which should carry about the same. */
export function linkPeers(network: Network): number[][] {
  const { class: classes, direction } = network.links;
  const byClass = groupLinks(network, (link) => textAt(classes, link) ?? 'links');
  return [...byClass.values()].flatMap((links) => {
    const ways = new Map<string | null, number[]>();
    for (const link of links) addTo(ways, textAt(direction, link), link);
    const parts = [...ways.values()];
    return parts.every((part) => part.length >= FEWEST) ? parts : [links];
  });
}
