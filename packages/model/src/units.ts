/**
 * Index and unit types. They are plain numbers: the name says what a number means.
 * Int64 quantities (times, bytes, ids) are JavaScript numbers holding exact integers below 2^53:
 * 104 days in nanoseconds, 9 PB in bytes.
 */
export type VertexIndex = number;
export type LinkIndex = number;
export type JobIndex = number;
export type Nanoseconds = number;

/** The value that stands for "none" in every integer column. */
export const NONE = -1;

/** The unit of a difference: shares of a whole differ by percentage points, since percent would say how much relatively. */
export function differenceUnit(unit: string): string {
  return unit === '%' ? 'pp' : unit;
}

export type Unit = 'ns' | 'B' | 'B/s' | 'packets' | 'messages' | 'count' | '';
