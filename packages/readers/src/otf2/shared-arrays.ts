/** Numbers in memory that all threads see: a task carries them without a copy. */
export function sharedInt32(values: ArrayLike<number>): Int32Array {
  const array = new Int32Array(new SharedArrayBuffer(values.length * 4));
  array.set(values);
  return array;
}

export function sharedUint32(values: ArrayLike<number>): Uint32Array {
  const array = new Uint32Array(new SharedArrayBuffer(values.length * 4));
  array.set(values);
  return array;
}

export function sharedFloat64(values: ArrayLike<number>): Float64Array {
  const array = new Float64Array(new SharedArrayBuffer(values.length * 8));
  array.set(values);
  return array;
}
