import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A call as dumpi2ascii prints it: the function's name and its `type name=value` lines. */
export type TextCallLines = readonly [string, ...string[]];

/** Writes a trace as dumpi2ascii prints it, one file per rank; calls follow each other a millisecond apart. */
export function writeTextTrace(
  folder: string,
  ranks: readonly (readonly TextCallLines[])[],
  sizes: readonly string[] = [],
): string {
  mkdirSync(folder, { recursive: true });
  ranks.forEach((calls, rank) => {
    const text = calls.map(([name, ...values], at) => {
      const time = (nanoseconds: number) =>
        `${100 + Math.floor(nanoseconds / 1e9)}.${String(nanoseconds % 1e9).padStart(9, '0')}`;
      const line = (what: string, nanoseconds: number) =>
        `${name} ${what} at walltime ${time(nanoseconds)}, cputime 0.000000000 seconds in thread 0.`;
      return [line('entering', at * 1e6), ...values, line('returning', at * 1e6 + 1000)].join('\n');
    });
    writeFileSync(
      join(folder, `dumpi-2024.01.01.00.00.00-${String(rank).padStart(4, '0')}.txt`),
      `${[...text, ...sizes].join('\n')}\n`,
    );
  });
  return folder;
}
