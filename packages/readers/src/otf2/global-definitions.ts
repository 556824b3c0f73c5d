import type { WeftError } from '@weft/model';
import { type ByteCursor, UNDEFINED_32, UNDEFINED_64 } from './byte-cursor.ts';
import { walkDefinitions } from './definition-file.ts';

export const PARADIGM_MPI = 4;
const BASE_BINARY = 0;
const GROUP_COMM_LOCATIONS = 4;
const GROUP_COMM_GROUP = 5;
export const GROUP_COMM_SELF = 6;

interface ClockProperties {
  readonly ticksPerSecond: bigint;
  readonly globalOffset: bigint;
  readonly length: bigint;
  /** Unix time in nanoseconds of globalOffset; null where not recorded. */
  readonly realtime: bigint | null;
}

interface SystemTreeNode {
  readonly name: number;
  readonly class: number;
  readonly parent: number;
}

interface LocationGroup {
  readonly id: number;
  readonly name: number;
  readonly type: number;
  readonly systemTreeParent: number;
  /** Group of the process behind an accelerator; UNDEFINED_32 where not recorded. */
  readonly creator: number;
}

export interface Location {
  /** Up to 64 bits: it names the event file. */
  readonly id: bigint;
  readonly name: number;
  readonly type: number;
  readonly events: bigint;
  readonly group: number;
}

interface Region {
  readonly name: number;
  readonly paradigm: number;
}

/** Something that is measured. */
interface MetricMember {
  readonly name: number;
  readonly description: number;
  readonly mode: number;
  /** By what recorded values are to be multiplied. */
  readonly factor: number;
  readonly unit: number;
}

export interface Group {
  readonly id: number;
  readonly name: number;
  readonly type: number;
  readonly paradigm: number;
  /** Events name members by their place among all locations, not inside the group. */
  readonly globalMembers: boolean;
  readonly members: BigUint64Array;
}

export interface Communicator {
  readonly id: number;
  readonly name: number;
  /** One group, or two of an inter-communicator. */
  readonly groups: readonly number[];
}

/** The global definitions as they stand in the file; ids are sparse, and of two equal ids one wins. */
export interface GlobalDefinitions {
  records: number;
  clock: ClockProperties | null;
  readonly counts: Map<number, number>;
  readonly strings: Map<number, string>;
  readonly nodes: Map<number, SystemTreeNode>;
  /** What a tree node stands for, bit by bit: 0 machine, 1 shared memory, 2 NUMA, 3 socket, 4 cache, 5 core, 6 thread of it. */
  readonly nodeDomains: Map<number, number>;
  readonly locationGroups: Map<number, LocationGroup>;
  readonly locations: Map<bigint, Location>;
  readonly regions: Map<number, Region>;
  readonly callingContexts: Map<number, number>;
  readonly groups: Map<number, Group>;
  /** Every list of all locations of a paradigm, kept apart: EZTrace gives its id to another group later. */
  readonly locationLists: Group[];
  readonly communicators: Map<number, Communicator>;
  /** Communicator of each window. */
  readonly windows: Map<number, number>;
  readonly metricMembers: Map<number, MetricMember>;
  /** Members of each class of metrics. */
  readonly metricClasses: Map<number, readonly number[]>;
  /** Class of each instance, among whose ids those of the classes are. */
  readonly metricInstances: Map<number, number>;
}

export function readGlobalDefinitions(
  bytes: Uint8Array,
  file: string,
  chunkSize: number,
  onLoss: ((error: WeftError) => void) | null,
): GlobalDefinitions {
  const definitions: GlobalDefinitions = {
    records: 0,
    clock: null,
    counts: new Map(),
    strings: new Map(),
    nodes: new Map(),
    nodeDomains: new Map(),
    locationGroups: new Map(),
    locations: new Map(),
    regions: new Map(),
    callingContexts: new Map(),
    groups: new Map(),
    locationLists: [],
    communicators: new Map(),
    windows: new Map(),
    metricMembers: new Map(),
    metricClasses: new Map(),
    metricInstances: new Map(),
  };
  const visit = (id: number, cursor: ByteCursor): void => {
    definitions.counts.set(id, (definitions.counts.get(id) ?? 0) + 1);
    cursor.record = recordNames[id] ?? `definition of kind ${id}`;
    visitors[id]?.(cursor, definitions);
  };
  definitions.records = walkDefinitions(bytes, file, chunkSize, visit, onLoss);
  return definitions;
}

const recordNames: Readonly<Record<number, string>> = {
  5: 'ClockProperties',
  10: 'String',
  12: 'SystemTreeNode',
  13: 'LocationGroup',
  14: 'Location',
  15: 'Region',
  18: 'Group',
  19: 'MetricMember',
  20: 'MetricClass',
  21: 'MetricInstance',
  22: 'Comm',
  24: 'RmaWin',
  27: 'SystemTreeNodeDomain',
  34: 'CallingContext',
  43: 'InterComm',
};

type Visitor = (cursor: ByteCursor, into: GlobalDefinitions) => void;

const visitors: Readonly<Record<number, Visitor>> = {
  5: (c, into) => {
    const [ticksPerSecond, globalOffset, length] = [c.v64(), c.v64(), c.v64()];
    const realtime = c.hasMore ? c.v64() : UNDEFINED_64;
    into.clock = {
      ticksPerSecond,
      globalOffset,
      length,
      realtime: realtime === UNDEFINED_64 ? null : realtime,
    };
  },
  10: (c, into) => into.strings.set(c.v32(), c.string()),
  12: (c, into) => into.nodes.set(c.v32(), { name: c.v32(), class: c.v32(), parent: c.v32() }),
  13: (c, into) => {
    const id = c.v32();
    const [name, type, systemTreeParent] = [c.v32(), c.u8(), c.v32()];
    const creator = c.hasMore ? c.v32() : UNDEFINED_32;
    into.locationGroups.set(id, { id, name, type, systemTreeParent, creator });
  },
  14: (c, into) => {
    const id = c.v64();
    into.locations.set(id, { id, name: c.v32(), type: c.u8(), events: c.v64(), group: c.v32() });
  },
  15: readRegion,
  18: readGroup,
  19: readMetricMember,
  20: (c, into) => {
    const id = c.v32();
    const count = c.u8();
    into.metricClasses.set(
      id,
      Array.from({ length: count }, () => c.v32()),
    );
  },
  21: (c, into) => into.metricInstances.set(c.v32(), c.v32()),
  22: (c, into) => define(into.communicators, { id: c.v32(), name: c.v32(), groups: [c.v32()] }),
  24: (c, into) => {
    const [id, , comm] = [c.v32(), c.v32(), c.v32()];
    into.windows.set(id, comm);
  },
  27: (c, into) => {
    const node = c.v32();
    into.nodeDomains.set(node, (into.nodeDomains.get(node) ?? 0) | (1 << c.u8()));
  },
  34: (c, into) => into.callingContexts.set(c.v32(), c.v32()),
  43: (c, into) => define(into.communicators, { id: c.v32(), name: c.v32(), groups: [c.v32(), c.v32()] }),
};

/** The later of two equal ids wins, but no nameless one over a named: EZTrace's other modules define 0 again. */
function define<T extends { readonly id: number; readonly name: number }>(
  into: Map<number, T>,
  made: T,
): void {
  const known = into.get(made.id);
  if (made.name !== UNDEFINED_32 || known === undefined || known.name === UNDEFINED_32)
    into.set(made.id, made);
}

function readRegion(c: ByteCursor, into: GlobalDefinitions): void {
  const id = c.v32();
  const name = c.v32();
  c.v32();
  c.u8();
  for (let skipped = 0; skipped < 3; skipped++) c.v32();
  let paradigm = 0;
  let canonicalName = UNDEFINED_32;
  if (c.hasMore) {
    canonicalName = c.v32();
    c.u8();
    paradigm = c.u8();
  }
  into.regions.set(id, { name: name === UNDEFINED_32 ? canonicalName : name, paradigm });
}

function readMetricMember(c: ByteCursor, into: GlobalDefinitions): void {
  const [id, name, description] = [c.v32(), c.v32(), c.v32()];
  c.u8();
  const mode = c.u8();
  c.u8();
  const base = c.u8() === BASE_BINARY ? 2 : 10;
  const factor = base ** Number(c.s64());
  into.metricMembers.set(id, { name, description, mode, factor, unit: c.v32() });
}

function readGroup(c: ByteCursor, into: GlobalDefinitions): void {
  const id = c.v32();
  const name = c.v32();
  const oldType = c.u8();
  const count = c.v32();
  if (count > c.end - c.pos) throw c.fail(`a group of ${count} members in ${c.end - c.pos} bytes`);
  const members = new BigUint64Array(count);
  for (let i = 0; i < count; i++) members[i] = c.v64();
  const kind = c.hasMore
    ? { type: c.u8(), paradigm: c.u8(), globalMembers: (c.v32() & 1) === 1 }
    : { type: oldGroupType(oldType), paradigm: PARADIGM_MPI, globalMembers: false };
  const group = { id, name, members, ...kind };
  if (group.type === GROUP_COMM_LOCATIONS) into.locationLists.push(group);
  define(into.groups, group);
}

/** Files before 1.2 have only the old type. */
function oldGroupType(oldType: number): number {
  if (oldType === 4) return GROUP_COMM_GROUP;
  if (oldType === 5) return GROUP_COMM_SELF;
  if (oldType === 6) return GROUP_COMM_LOCATIONS;
  return oldType;
}
