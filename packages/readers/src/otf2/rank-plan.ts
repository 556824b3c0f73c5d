import { type GlobalDefinitions, PARADIGM_MPI } from './global-definitions.ts';

const PROCESS = 1;
const SHARED_MEMORY = 1;

/** Who is which rank. */
export interface RankPlan {
  readonly ranks: number;
  /** Rank of a location; -1 = belongs to no MPI process. */
  rankOf(location: bigint): number;
  /** The location that MPI knows the rank by. */
  isMain(location: bigint): boolean;
  /** Name of the host of each rank; null = not recorded. */
  readonly hosts: readonly (string | null)[];
}

export function planRanks(definitions: GlobalDefinitions): RankPlan {
  const main = mainLocations(definitions);
  const rankOfMain = new Map(main.map((location, rank) => [location, rank]));
  const rankOfGroup = new Map<number, number>();
  main.forEach((location, rank) => {
    const group = definitions.locations.get(location)?.group;
    if (group !== undefined && !rankOfGroup.has(group)) rankOfGroup.set(group, rank);
  });
  return {
    ranks: main.length,
    rankOf: (location) =>
      rankOfMain.get(location) ?? rankOfGroup.get(definitions.locations.get(location)?.group ?? -1) ?? -1,
    isMain: (location) => rankOfMain.has(location),
    hosts: main.map((location) => hostOf(definitions, location)),
  };
}

/** The list of MPI's locations; without one, the first location of each process, if there is MPI at all. */
function mainLocations(definitions: GlobalDefinitions): bigint[] {
  const list = definitions.locationLists.find(({ paradigm }) => paradigm === PARADIGM_MPI);
  if (list) return [...list.members];
  if (!usesMpi(definitions)) return [];
  const firstOfGroup = new Map<number, bigint>();
  for (const { id, group } of definitions.locations.values()) {
    const isProcess = definitions.locationGroups.get(group)?.type === PROCESS;
    if (isProcess && !firstOfGroup.has(group)) firstOfGroup.set(group, id);
  }
  return [...firstOfGroup.values()];
}

function usesMpi({ groups, regions }: GlobalDefinitions): boolean {
  const isMpi = ({ paradigm }: { paradigm: number }) => paradigm === PARADIGM_MPI;
  return [...groups.values()].some(isMpi) || [...regions.values()].some(isMpi);
}

/** The nearest tree node that shares memory or is called a node; EZTrace's only one is the program. */
function hostOf(
  { locations, locationGroups, nodes, nodeDomains, strings }: GlobalDefinitions,
  location: bigint,
) {
  const group = locationGroups.get(locations.get(location)?.group ?? -1);
  let id = group?.systemTreeParent ?? -1;
  for (let steps = 0; steps < 64; steps++) {
    const node = nodes.get(id);
    if (!node) return null;
    const isHost = nodeDomains.get(id) === SHARED_MEMORY || /node|host/i.test(strings.get(node.class) ?? '');
    if (isHost) return strings.get(node.name) || null;
    id = node.parent;
  }
  return null;
}
