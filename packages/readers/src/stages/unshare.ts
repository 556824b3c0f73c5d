/**
 * Copies plain data with typed arrays in shared memory, which no file can hold, into memory of its own. What several
 * values refer to is copied once.
 */
export function unshare(): <V>(value: V) => V {
  const copies = new Map<object, object>();
  const copy = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const before = copies.get(value);
    if (before) return before;
    const made = copyObject(value, copy);
    copies.set(value, made);
    return made;
  };
  return <V>(value: V) => copy(value) as V;
}

function copyObject(value: object, copy: (value: unknown) => unknown): object {
  if (ArrayBuffer.isView(value)) return copyView(value);
  if (Array.isArray(value)) return value.map(copy);
  if (value instanceof Map) return new Map([...value].map(([key, entry]) => [copy(key), copy(entry)]));
  if (value instanceof Set) return new Set([...value].map(copy));
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copy(entry)]));
}

function copyView(view: ArrayBufferView): object {
  if (view instanceof Int32Array) return new Int32Array(view);
  if (view instanceof Uint32Array) return new Uint32Array(view);
  if (view instanceof Float64Array) return new Float64Array(view);
  if (view instanceof BigInt64Array) return new BigInt64Array(view);
  if (view instanceof BigUint64Array) return new BigUint64Array(view);
  if (view instanceof Int8Array) return new Int8Array(view);
  if (view instanceof Uint16Array) return new Uint16Array(view);
  if (view instanceof Uint8Array) return new Uint8Array(view);
  throw new TypeError(`cannot copy ${view.constructor.name}`);
}
