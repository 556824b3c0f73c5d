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

export type Unit = 'ns' | 'B' | 'B/s' | 'packets' | 'messages' | 'count' | '';
