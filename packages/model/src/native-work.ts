import { WeftError } from './weft-error.ts';

/** Stands in the place of the count once no more native work may begin. */
const ENDED = -(2 ** 30);

let underWay = new Int32Array(1);

/** Counts the native work of this thread in memory that is shared with who may end the thread. */
export function countNativeWorkIn(shared: Int32Array<ArrayBuffer>): void {
  underWay = shared;
}

/** Begins work of native code; returns what ends it. A thread that is ended inside such work takes the whole process down. */
export function beginNativeWork(): () => void {
  if (Atomics.add(underWay, 0, 1) < 0) {
    throw new WeftError({ code: 'CANCELLED', message: 'the work was cancelled' });
  }
  return () => void Atomics.sub(underWay, 0, 1);
}

/** Whether the thread that counts in this memory is outside of native work; it begins none from then on. */
export function stopNativeWork(shared: Int32Array): boolean {
  return Atomics.compareExchange(shared, 0, 0, ENDED) <= 0;
}
