import { PARADIGM_MPI } from './global-definitions.ts';

/** Names of OTF2's paradigms as kinds of spans, by their number. */
const kinds: readonly string[] =
  `other user compiler openmp mpi cuda measurement pthread hmpp ompss hardware gaspi upc shmem winthread qtthread
acethread tbb openacc opencl mtapi sampling other hip kokkos`.split(/\s+/);

/** The kind of the regions of a paradigm; never that of MPI, whose calls are told by their names, too. */
export function regionKind(paradigm: number): string {
  return paradigm === PARADIGM_MPI ? 'other' : (kinds[paradigm] ?? 'other');
}

/** The paradigm of regions of a kind. */
export function paradigmOf(kind: string): number {
  return Math.max(0, kinds.indexOf(kind));
}
