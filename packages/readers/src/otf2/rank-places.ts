import { NONE } from '@weft/model';
import type { GlobalDefinitions } from './global-definitions.ts';

/** Bits of what a tree node stands for. */
const SHARED_MEMORY = 1 << 1;
const SOCKET = 1 << 3;
const CORE = 1 << 5;
const DEEPEST = 64;

/** Host by name, null = not recorded; socket and core by number, NONE = not recorded. */
export interface RankPlace {
  readonly host: string | null;
  readonly socket: number;
  readonly core: number;
}

/** Where locations are in the tree of the system. */
export function placeLocations(definitions: GlobalDefinitions, locations: readonly bigint[]): RankPlace[] {
  const { nodes, strings } = definitions;
  return locations.map((location) => {
    const path = pathToHost(definitions, location);
    if (!path) return { host: null, socket: NONE, core: NONE };
    const { host, below } = path;
    return {
      host: strings.get(nodes.get(host)?.name ?? -1) || null,
      socket: numberOf(
        definitions,
        below.find((id) => isA(definitions, id, SOCKET, /socket|package/i)),
      ),
      core: numberOf(
        definitions,
        below.find((id) => isA(definitions, id, CORE, /core/i)),
      ),
    };
  });
}

/** The nearest tree node that shares memory or is called a node, and those below it; EZTrace's only one is the program. */
function pathToHost(definitions: GlobalDefinitions, location: bigint) {
  const { locations, locationGroups, nodes } = definitions;
  const below: number[] = [];
  let id = locationGroups.get(locations.get(location)?.group ?? -1)?.systemTreeParent ?? -1;
  for (let steps = 0; steps < DEEPEST && nodes.has(id); steps++) {
    if (isA(definitions, id, SHARED_MEMORY, /^(?!.*numa).*(node|host)/i)) return { host: id, below };
    below.push(id);
    id = nodes.get(id)?.parent ?? -1;
  }
  return null;
}

function isA(
  { nodes, nodeDomains, strings }: GlobalDefinitions,
  id: number,
  domain: number,
  named: RegExp,
): boolean {
  return (
    ((nodeDomains.get(id) ?? 0) & domain) !== 0 || named.test(strings.get(nodes.get(id)?.class ?? -1) ?? '')
  );
}

/** The number at the end of a node's name. */
function numberOf({ nodes, strings }: GlobalDefinitions, id: number | undefined): number {
  const name = strings.get(nodes.get(id ?? -1)?.name ?? -1) ?? '';
  const digits = /(\d{1,6})$/.exec(name);
  return digits ? Number(digits[1]) : NONE;
}
