import { UNDEFINED_32 } from './byte-cursor.ts';
import { type GlobalDefinitions, type Location, PARADIGM_MPI } from './global-definitions.ts';
import { placeLocations, type RankPlace } from './rank-places.ts';

const PROCESS = 1;
const ACCELERATOR_STREAM = 2;
const METRIC_RECORDER = 3;

/** A thread, stream or recorder of metrics below a rank. */
interface Stream {
  readonly rank: number;
  readonly stream: number;
  readonly name: string;
  readonly kind: string;
}

/** Who is which rank. */
export interface RankPlan {
  readonly ranks: number;
  /** Rank of a location; -1 = belongs to no process that is one. */
  rankOf(location: bigint): number;
  /** The location that MPI knows the rank by. */
  isMain(location: bigint): boolean;
  /** Number of a location below its rank; 0 = the main one. */
  streamOf(location: bigint): number;
  /** All locations of the ranks that have several. */
  readonly streams: readonly Stream[];
  /** Where each rank ran. */
  readonly places: readonly RankPlace[];
}

export function planRanks(definitions: GlobalDefinitions): RankPlan {
  const main = mainLocations(definitions);
  const rankOfMain = new Map(main.map((location, rank) => [location, rank]));
  const rankOfGroup = new Map<number, number>();
  main.forEach((location, rank) => {
    const group = definitions.locations.get(location)?.group;
    if (group !== undefined && !rankOfGroup.has(group)) rankOfGroup.set(group, rank);
  });
  const rankOf = (location: bigint): number =>
    rankOfMain.get(location) ?? rankOfGroup.get(processOf(definitions, location)) ?? -1;
  const numbers = numberStreams(definitions, rankOf, (location) => rankOfMain.has(location));
  return {
    ranks: main.length,
    rankOf,
    isMain: (location) => rankOfMain.has(location),
    streamOf: (location) => numbers.get(location) ?? 0,
    streams: listStreams(definitions, rankOf, numbers),
    places: placeLocations(definitions, main),
  };
}

/** The group of a location, or of the process that an accelerator works for. */
function processOf({ locations, locationGroups }: GlobalDefinitions, location: bigint): number {
  const group = locations.get(location)?.group ?? -1;
  const creator = locationGroups.get(group)?.creator ?? UNDEFINED_32;
  return creator === UNDEFINED_32 ? group : creator;
}

/** Locations of each rank from 1 on, as they were defined; the main one is 0. */
function numberStreams(
  { locations }: GlobalDefinitions,
  rankOf: (location: bigint) => number,
  isMain: (location: bigint) => boolean,
): Map<bigint, number> {
  const numbers = new Map<bigint, number>();
  const last = new Map<number, number>();
  for (const id of locations.keys()) {
    const rank = rankOf(id);
    if (rank < 0 || isMain(id)) continue;
    const number = (last.get(rank) ?? 0) + 1;
    last.set(rank, number);
    numbers.set(id, number);
  }
  return numbers;
}

function listStreams(
  { locations, strings }: GlobalDefinitions,
  rankOf: (location: bigint) => number,
  numbers: ReadonlyMap<bigint, number>,
): Stream[] {
  const several = new Set([...numbers.keys()].map(rankOf));
  const listed = [...locations.values()].filter(({ id }) => several.has(rankOf(id)));
  return listed.map((location) => {
    const { id } = location;
    const kind = streamKind(location);
    const [rank, stream] = [rankOf(id), numbers.get(id) ?? 0];
    return { rank, stream, name: strings.get(location.name) || kind, kind };
  });
}

function streamKind({ type }: Location): string {
  if (type === ACCELERATOR_STREAM) return 'accelerator';
  return type === METRIC_RECORDER ? 'metrics' : 'thread';
}

/** The list of MPI's locations; without one, the first location of each process. */
function mainLocations(definitions: GlobalDefinitions): bigint[] {
  const list = definitions.locationLists.find(({ paradigm }) => paradigm === PARADIGM_MPI);
  if (list) return [...list.members];
  const firstOfGroup = new Map<number, bigint>();
  for (const { id, group } of definitions.locations.values()) {
    const isProcess = definitions.locationGroups.get(group)?.type === PROCESS;
    if (isProcess && !firstOfGroup.has(group)) firstOfGroup.set(group, id);
  }
  return [...firstOfGroup.values()];
}
