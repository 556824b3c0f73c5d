import { Interner } from '@weft/model';
import { DEVICE_COPY } from './device-copies.ts';
import { completingCalls, plainCallNames } from './event-kinds.ts';
import { type GlobalDefinitions, PARADIGM_MPI } from './global-definitions.ts';
import { sharedInt32, sharedUint32 } from './shared-arrays.ts';

/** The MPI calls of an archive and which regions they are. */
interface CallPlan {
  readonly callNames: readonly string[];
  readonly regionIds: Uint32Array;
  readonly regionCalls: Int32Array;
  readonly contextIds: Uint32Array;
  readonly contextRegions: Uint32Array;
}

export function planCalls({ regions, strings, callingContexts }: GlobalDefinitions): CallPlan {
  const interner = new Interner();
  for (const name of completingCalls) interner.code(name);
  const ids: number[] = [];
  const codes: number[] = [];
  for (const [id, { name, paradigm }] of regions) {
    const call = callName(strings.get(name) ?? '', paradigm);
    if (call === null) continue;
    ids.push(id);
    codes.push(interner.code(call));
  }
  for (const name of [...plainCallNames, DEVICE_COPY]) interner.code(name);
  return {
    callNames: interner.dictionary,
    regionIds: sharedUint32(ids),
    regionCalls: sharedInt32(codes),
    contextIds: sharedUint32([...callingContexts.keys()]),
    contextRegions: sharedUint32([...callingContexts.values()]),
  };
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
