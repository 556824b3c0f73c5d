import type { DatatypeSizes } from './datatype-sizes.ts';
import type { LostOperations } from './lost-operations.ts';
import { readI16, readI32 } from './read-values.ts';

/** A terabyte in one call comes from a damaged datatype. */
export const MOST_BYTES = 2 ** 40;

/** Bytes of a count and the datatype behind it. */
export class Volumes {
  private readonly sizes: DatatypeSizes;
  private readonly lost: LostOperations;

  constructor(sizes: DatatypeSizes, lost: LostOperations) {
    this.sizes = sizes;
    this.lost = lost;
  }

  /** Bytes that are moved; 0 and counted where the size of the datatype is unknown. */
  moved(bytes: Uint8Array, at: number): number {
    const type = readI16(bytes, at + 4);
    const size = this.sizes.sizeOf(type);
    const volume = Math.max(0, readI32(bytes, at)) * size;
    if (this.sizes.isGuess(type)) this.lost.guessedTypeSize++;
    if (size >= 0 && volume <= MOST_BYTES) return volume;
    this.lost.unknownTypeSize++;
    return 0;
  }

  /** Room of a receive's buffer in bytes. */
  room(bytes: Uint8Array, at: number): number {
    const size = this.sizes.sizeOf(readI16(bytes, at + 4));
    return Math.min(MOST_BYTES, Math.max(0, readI32(bytes, at)) * Math.max(0, size));
  }
}
