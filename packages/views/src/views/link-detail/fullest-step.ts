import { formatQuantity, formatTimeRange, NONE, type TableColumns } from '@weft/model';
import { jobName, type LinkModel, runOf } from './link-model.ts';

interface Fullest {
  readonly time: readonly [number, number];
  /** Bytes per second. */
  readonly rate: number;
  /** Of those that run then, the one with the largest share of the link; NONE where none is known. */
  readonly job: number;
}

/** The step in which the links carried most per second; null where nothing was measured, or in one step alone. */
export function fullestStep(
  { series, times, steps, shares }: Pick<LinkModel, 'series' | 'times' | 'steps' | 'shares'>,
  jobs: TableColumns<'jobs'>,
): Fullest | null {
  if (steps[1] - steps[0] < 2) return null;
  let [at, most] = [NONE, 0];
  for (let step = steps[0]; step < steps[1]; step++) {
    const rate = (series[step] * 1e9) / (times[step + 1] - times[step]);
    if (rate > most) [at, most] = [step, rate];
  }
  if (at === NONE) return null;
  const time = [times[at], times[at + 1]] as const;
  const running = shares.parts.find(({ job }) => job !== NONE && overlaps(runOf(jobs, job), time));
  return { time, rate: most, job: running?.job ?? NONE };
}

/** `Fullest 4 Apr 18:37 – 18:38 UTC: 20.1 % of capacity, while sar.qball runs`. */
export function fullestText(
  { time, rate, job }: Fullest,
  capacity: number,
  jobs: TableColumns<'jobs'>,
  origin: string | null,
): string {
  const amount =
    capacity > 0
      ? `${formatQuantity((100 * rate) / capacity, '%')} of capacity`
      : formatQuantity(rate, 'B/s');
  const cause = job === NONE ? '' : `, while ${jobName(jobs, job)} runs`;
  return `Fullest ${formatTimeRange(time, origin)}: ${amount}${cause}`;
}

function overlaps([from, to]: readonly [number, number], time: readonly [number, number]): boolean {
  return from < time[1] && to > time[0];
}
