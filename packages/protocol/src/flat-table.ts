import { badAnswer } from './bad-answer.ts';

/** A table of FlatBuffers whose every access stays inside its bytes. */
export interface FlatTable {
  /** Where the field with this offset in the vtable is; null where it is left out. */
  field(slot: number): number | null;
}

/** The table that the offset at `at` leads to. */
export function flatTable(bytes: DataView, at: number): FlatTable {
  const table = at + int32(bytes, at);
  const vtable = table - int32(bytes, table);
  const size = int16(bytes, vtable);
  return {
    field: (slot) => {
      const offset = slot < size ? int16(bytes, vtable + slot) : 0;
      return offset === 0 ? null : inside(bytes, table + offset, 1);
    },
  };
}

/** Places of the entries of a vector, `stride` bytes each; none where it is left out. */
export function flatVector(bytes: DataView, at: number | null, stride: number): number[] {
  if (at === null) return [];
  const base = at + int32(bytes, at);
  const count = int32(bytes, base);
  if (count < 0) throw outside();
  inside(bytes, base + 4, count * stride);
  return Array.from({ length: count }, (_, entry) => base + 4 + entry * stride);
}

export function uint8(bytes: DataView, at: number): number {
  return bytes.getUint8(inside(bytes, at, 1));
}

export function int32(bytes: DataView, at: number): number {
  return bytes.getInt32(inside(bytes, at, 4), true);
}

/** Beyond 2 ** 53 it is not exact, which no length is. */
export function int64(bytes: DataView, at: number): number {
  return Number(bytes.getBigInt64(inside(bytes, at, 8), true));
}

/** Inside a table: never below zero. */
function int16(bytes: DataView, at: number): number {
  const value = bytes.getInt16(inside(bytes, at, 2), true);
  if (value < 0) throw outside();
  return value;
}

function inside({ byteLength }: DataView, at: number, length: number): number {
  if (at < 0 || at + length > byteLength) throw outside();
  return at;
}

function outside() {
  return badAnswer('it points outside of its own bytes');
}
