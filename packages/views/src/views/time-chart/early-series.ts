import type { TableFrame } from '@weft/model';

interface EarlySeries {
  readonly times: Float64Array;
  readonly values: Float64Array;
}

/** Mean over all links in each step, of rows in order of time of which several may tell parts of one step; null = none. */
export function earlySeries(
  { rows, columns: { time, value } }: TableFrame<'step_sums'>,
  links: number,
  interval: number | null,
): EarlySeries | null {
  if (rows === 0 || links === 0) return null;
  const ends: number[] = [];
  const values: number[] = [];
  for (let row = 0; row < rows; row++) {
    if (time[row] !== ends.at(-1)) {
      ends.push(time[row]);
      values.push(0);
    }
    values[values.length - 1] += value[row] / links;
  }
  const first = ends[0] - (interval ?? (ends.length > 1 ? ends[1] - ends[0] : 1));
  return { times: Float64Array.from([first, ...ends]), values: Float64Array.from(values) };
}
