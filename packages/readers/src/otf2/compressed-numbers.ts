/** Bytes a compressed number takes together with its size byte, by that byte; 0 = there is no such size. */
export const width32 = new Uint8Array(256);
export const width64 = new Uint8Array(256);
for (let size = 0; size <= 8; size++) {
  if (size <= 4) width32[size] = size + 1;
  width64[size] = size + 1;
}
width32[255] = width64[255] = 1;

/** A compressed number of at most 32 bits: a size byte and that many bytes; size 255 means undefined. */
export function readV32(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  const size = bytes[at];
  if (size === 0) return 0;
  if (size === 1) return bytes[at + 1];
  if (size === 255) return 0xffffffff;
  return littleEndian ? littleBytes(bytes, at + 1, size) : bigBytes(bytes, at + 1, size);
}

/** A compressed number of at most 64 bits, exact below 2^53. */
export function readV64(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  const size = bytes[at];
  if (size === 0) return 0;
  if (size <= 4) return readV32(bytes, at, littleEndian);
  return readHigh(bytes, at, littleEndian) * 4294967296 + readLow(bytes, at, littleEndian);
}

/** Low 32 bits of a compressed 64-bit number. */
export function readLow(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  const size = bytes[at];
  if (size <= 4 || size === 255) return readV32(bytes, at, littleEndian);
  return littleEndian ? littleBytes(bytes, at + 1, 4) : bigBytes(bytes, at + 1 + size - 4, 4);
}

/** High 32 bits of a compressed 64-bit number. */
export function readHigh(bytes: Uint8Array, at: number, littleEndian: boolean): number {
  const size = bytes[at];
  if (size <= 4) return 0;
  if (size === 255) return 0xffffffff;
  const count = size - 4;
  return littleEndian ? littleBytes(bytes, at + 5, count) : bigBytes(bytes, at + 1, count);
}

function littleBytes(bytes: Uint8Array, at: number, count: number): number {
  let value = bytes[at];
  if (count > 1) value |= bytes[at + 1] << 8;
  if (count > 2) value |= bytes[at + 2] << 16;
  if (count > 3) value |= bytes[at + 3] << 24;
  return value >>> 0;
}

function bigBytes(bytes: Uint8Array, at: number, count: number): number {
  let value = 0;
  for (let i = 0; i < count && i < 4; i++) value = (value << 8) | bytes[at + i];
  return value >>> 0;
}
