/** Big-endian integers out of bytes already known to be there. */
export function readI32(bytes: Uint8Array, at: number): number {
  return (bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3];
}

export function readI16(bytes: Uint8Array, at: number): number {
  return ((bytes[at] << 24) >> 16) | bytes[at + 1];
}

/** An array with its own length at `at`; the record's end was checked before. */
export function readI32Array(bytes: Uint8Array, at: number): number[] {
  return Array.from({ length: readI32(bytes, at) }, (_, i) => readI32(bytes, at + 4 + i * 4));
}

export function arrayEnd(bytes: Uint8Array, at: number, size: number): number {
  return at + 4 + readI32(bytes, at) * size;
}
