export type Numbers = Int32Array | Float64Array;

/** Whether all rows have the number, bit by bit; the first two tell of most columns that they do not. */
export function isConstant(column: Numbers, from: number, to: number, constant: number): boolean {
  if (!Object.is(column[from], constant)) return false;
  if (to - from === 1) return true;
  if (!Object.is(column[from + 1], constant)) return false;
  const { buffer, byteOffset, BYTES_PER_ELEMENT: width } = column;
  const bytes = new Uint8Array(buffer, byteOffset + from * width, (to - from) * width);
  return Buffer.compare(bytes.subarray(width), bytes.subarray(0, -width)) === 0;
}

/** The same array, or a copy with more room, at least twice as much. */
export function larger<T extends Numbers>(array: T, length: number): T {
  if (array.length >= length) return array;
  const size = Math.max(length, array.length * 2);
  const copy = array instanceof Int32Array ? new Int32Array(size) : new Float64Array(size);
  copy.set(array);
  return copy as T;
}
