import { type CallGroup, callGroup } from './call-groups.ts';

/** Lines along the bar of a call, so that calls differ by more than their hue. */
export interface CallPattern {
  /** Where the lines lie: 0 = upper edge, 1 = lower edge. */
  readonly lines: readonly number[];
  /** Lengths of dashes and gaps; empty = solid. */
  readonly dash: readonly number[];
}

/** Sends have their line above, receives below, waits in the middle, collective calls both above and below. */
const linesOfGroup: Readonly<Record<CallGroup, readonly number[]>> = {
  sending: [0.25],
  receiving: [0.75],
  waiting: [0.5],
  collective: [0.25, 0.75],
  'one-sided': [0.25, 0.5],
  files: [0.5, 0.75],
  'set-up': [],
  other: [],
};
const DASHES: readonly (readonly number[])[] = [[], [4, 2], [1, 2]];

/** The place of the lines tells what a call is for, their dashes tell the calls of one kind apart, by name. */
export function callPatterns(names: Iterable<string>): Map<string, CallPattern> {
  const before = new Map<CallGroup, number>();
  return new Map(
    [...new Set(names)].sort().map((name) => {
      const group = callGroup(name);
      const place = before.get(group) ?? 0;
      before.set(group, place + 1);
      return [name, { lines: linesOfGroup[group], dash: DASHES[place % DASHES.length] }];
    }),
  );
}

/** The same where calls of one kind look alike. */
export function groupPatterns(names: Iterable<string>): Map<string, CallPattern> {
  return new Map([...names].map((name) => [name, { lines: linesOfGroup[callGroup(name)], dash: [] }]));
}
