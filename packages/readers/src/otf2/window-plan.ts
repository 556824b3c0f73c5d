import type { GlobalDefinitions } from './global-definitions.ts';
import { sharedUint32 } from './shared-arrays.ts';

/** The windows of an archive, by global ids. */
export interface WindowPlan {
  readonly windowIds: Uint32Array;
  readonly windowCommunicators: Uint32Array;
  /** Windows between a host and its accelerators: what goes through them stays inside a rank. */
  readonly deviceWindows: Uint32Array;
}

/** OpenMP, CUDA, HMPP, OpenACC, OpenCL, HIP and Kokkos. */
const deviceParadigms: ReadonlySet<number> = new Set([3, 5, 8, 18, 19, 23, 24]);

export function planWindows(definitions: GlobalDefinitions): WindowPlan {
  const { windows } = definitions;
  const ids = [...windows.keys()];
  return {
    windowIds: sharedUint32(ids),
    windowCommunicators: sharedUint32([...windows.values()]),
    deviceWindows: sharedUint32(ids.filter((id) => isOfDevice(definitions, windows.get(id)))),
  };
}

function isOfDevice({ communicators, groups }: GlobalDefinitions, communicator = -1): boolean {
  const members = communicators.get(communicator)?.groups ?? [];
  return members.some((id) => deviceParadigms.has(groups.get(id)?.paradigm ?? 0));
}
