import { Interner } from '@weft/model';
import { DEVICE_COPY } from './device-copies.ts';
import { completingCalls, plainCallNames } from './event-kinds.ts';
import { type GlobalDefinitions, PARADIGM_MPI } from './global-definitions.ts';
import { regionKind } from './region-kinds.ts';
import { sharedInt32, sharedUint32 } from './shared-arrays.ts';

/** The calls and regions of an archive, by code: calls of MPI, copies to and from devices, then all other regions. */
export interface CallPlan {
  readonly callNames: readonly string[];
  /** Calls of MPI have the codes below. */
  readonly mpiCalls: number;
  /** Kind of each code, as a place in `kindNames`, in which MPI is the first. */
  readonly callKinds: Int32Array;
  readonly kindNames: readonly string[];
  /** Call of a region by global id. */
  readonly regionIds: Uint32Array;
  readonly regionCalls: Int32Array;
  /** Region of a calling context by global id. */
  readonly contextIds: Uint32Array;
  readonly contextRegions: Uint32Array;
}

/** Name of regions whose definition is missing. */
export const UNKNOWN_REGION = 'unknown region';

export function planCalls({ regions, strings, callingContexts }: GlobalDefinitions): CallPlan {
  const calls = new Interner();
  for (const name of completingCalls) calls.code(name);
  const codes = new Map<number, number>();
  for (const [id, { name, paradigm }] of regions) {
    const call = callName(strings.get(name) ?? '', paradigm);
    if (call !== null) codes.set(id, calls.code(call));
  }
  for (const name of plainCallNames) calls.code(name);
  const mpiCalls = calls.dictionary.length;
  const kinds = new Kinds(calls, mpiCalls);
  kinds.code(DEVICE_COPY, 'copy');
  kinds.code(UNKNOWN_REGION, 'other');
  for (const [id, { name, paradigm }] of regions) {
    if (!codes.has(id)) codes.set(id, kinds.code(strings.get(name) || `region ${id}`, regionKind(paradigm)));
  }
  return {
    callNames: calls.dictionary,
    mpiCalls,
    callKinds: sharedInt32(kinds.ofCalls),
    kindNames: kinds.names.dictionary,
    regionIds: sharedUint32([...codes.keys()]),
    regionCalls: sharedInt32([...codes.values()]),
    contextIds: sharedUint32([...callingContexts.keys()]),
    contextRegions: sharedUint32([...callingContexts.values()]),
  };
}

/** Gives regions that are no calls of MPI their codes; of equal names of different kinds the later carries its kind. */
class Kinds {
  readonly names = new Interner();
  readonly ofCalls: number[];
  private readonly calls: Interner;

  constructor(calls: Interner, mpiCalls: number) {
    this.calls = calls;
    this.ofCalls = new Array<number>(mpiCalls).fill(this.names.code('mpi'));
  }

  code(name: string, kind: string): number {
    const wanted = this.names.code(kind);
    const plain = this.calls.code(name);
    const code = (this.ofCalls[plain] ?? wanted) === wanted ? plain : this.calls.code(`${name} (${kind})`);
    this.ofCalls[code] = wanted;
    return code;
  }
}

/**
 * `MPI_Isend` for `MPI_Isend`, `PMPI_Isend`, `mpi_isend_`, `MPI_ISEND` and TAU's `MPI_Isend()`; null for what is no MPI call.
 * EZTrace and TAU mark them as user code.
 */
function callName(region: string, paradigm: number): string | null {
  const match = /^p?mpi_(\w+?)_*(?:\(\))?\s*$/i.exec(region);
  if (!match) return paradigm === PARADIGM_MPI && region !== '' ? region : null;
  const [, name] = match;
  if (/^P?MPI_[A-Z][a-z]/.test(region) || /^P?MPI_[TX]_/.test(region)) return `MPI_${name}`;
  return `MPI_${name[0].toUpperCase()}${name.slice(1).toLowerCase()}`;
}
