import type { RankFile } from './plan-run.ts';
import type { ClockZero } from './record-stream.ts';

export interface AlignedClocks {
  /** The wall time that becomes time 0, per rank: usually the same for all. */
  readonly zeros: ReadonlyMap<number, ClockZero>;
  /** The earliest time, which becomes the first time of the trace. */
  readonly zero: ClockZero;
  /** Ranks whose clock has nothing to do with the others': their first call is put at time 0. */
  readonly unrelated: number;
}

/** Farther apart than any run takes, and near what 2^53 nanoseconds hold. */
const UNRELATED_SECONDS = 50 * 86_400;

/** The first call of all ranks is time 0. Nodes count from their own start, which may lie months apart. */
export function alignClocks(files: readonly RankFile[]): AlignedClocks {
  const starts = files.flatMap(({ scan }) => (scan.firstStart ? [scan.firstStart] : []));
  const zero = starts.reduce((least, start) => (isBefore(start, least) ? start : least), starts[0] ?? NEVER);
  let unrelated = 0;
  const zeros = new Map(
    files.map(({ rank, scan }) => {
      const start = scan.firstStart;
      const far = start !== null && start.seconds - zero.seconds > UNRELATED_SECONDS;
      if (far) unrelated++;
      return [rank, far ? start : zero] as const;
    }),
  );
  return { zeros, zero, unrelated };
}

const NEVER: ClockZero = { seconds: 0, nanoseconds: 0 };

function isBefore(a: ClockZero, b: ClockZero): boolean {
  return a.seconds < b.seconds || (a.seconds === b.seconds && a.nanoseconds < b.nanoseconds);
}
