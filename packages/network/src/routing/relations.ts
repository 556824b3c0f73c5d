import { type Network, NONE } from '@weft/model';

/** What a link between autonomous systems is to its sender: the way to a customer, to a peer or to a provider. */
export const relation = { customer: 0, peer: 1, provider: 2 } as const;

export const TRANSIT = 'transit';
export const PEERING = 'peering';

/** Whether links tell which autonomous system is the customer of which. */
export function tellsRelations({ links }: Network): boolean {
  return links.class.dictionary.some((name) => name === TRANSIT || name === PEERING);
}

/** Per link what it is to its sender; NONE for links of hosts, and where nothing is told. */
export function relationsOf({ links, linkCount }: Network): Int8Array {
  const codeOf = (column: typeof links.class, name: string) => column.dictionary.indexOf(name);
  const [transit, peering] = [codeOf(links.class, TRANSIT), codeOf(links.class, PEERING)];
  const [up, down] = [codeOf(links.direction, 'up'), codeOf(links.direction, 'down')];
  const relations = new Int8Array(linkCount).fill(NONE);
  for (let link = 0; link < linkCount; link++) {
    const [kind, direction] = [links.class.codes[link], links.direction.codes[link]];
    if (kind < 0) continue;
    if (kind === peering) relations[link] = relation.peer;
    else if (kind === transit && direction === up) relations[link] = relation.provider;
    else if (kind === transit && direction === down) relations[link] = relation.customer;
  }
  return relations;
}
