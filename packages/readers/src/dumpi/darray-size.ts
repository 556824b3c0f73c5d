import { arrayEnd, readI32, readI32Array } from './read-values.ts';

/** How a dimension of a distributed array is dealt out. */
const BLOCK = 1;
const CYCLIC = 2;

/**
 * Elements of a distributed array that belong to its rank. The record holds size, rank, ndims, gsizes[], distribs[] of
 * bytes, dargs[], psizes[], order, oldtype, newtype; null where it makes no sense.
 */
export function darrayElements(bytes: Uint8Array, args: number): number | null {
  const gsizes = readI32Array(bytes, args + 12);
  const distribsAt = args + 16 + gsizes.length * 4;
  const dargsAt = arrayEnd(bytes, distribsAt, 1);
  const dargs = readI32Array(bytes, dargsAt);
  const psizes = readI32Array(bytes, arrayEnd(bytes, dargsAt, 4));
  let inner = readI32(bytes, args + 4);
  let elements = 1;
  // Processes are numbered in rows, whatever the order of the array is.
  for (let dimension = gsizes.length - 1; dimension >= 0; dimension--) {
    const processes = psizes[dimension];
    if (!(processes > 0) || !(gsizes[dimension] >= 0)) return null;
    const place = inner % processes;
    inner = Math.floor(inner / processes);
    elements *= share(
      gsizes[dimension],
      processes,
      place,
      bytes[distribsAt + 4 + dimension],
      dargs[dimension],
    );
  }
  return elements;
}

/** A block size below 1 is the name of the default. */
function share(total: number, processes: number, place: number, distribution: number, block: number): number {
  if (distribution === BLOCK) {
    const size = block > 0 ? block : Math.ceil(total / processes);
    return Math.max(0, Math.min(size, total - size * place));
  }
  if (distribution !== CYCLIC) return total;
  const size = block > 0 ? block : 1;
  const round = size * processes;
  const rest = (total % round) - size * place;
  return Math.floor(total / round) * size + Math.max(0, Math.min(size, rest));
}
