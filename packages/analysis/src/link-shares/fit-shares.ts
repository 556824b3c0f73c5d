import { fitWindow, type LinkReadings, redrawFit, type WindowFit } from './fit-window.ts';

/** Bytes of each job over one link, with the range that holds in 95 of 100 cases. */
interface FittedShares {
  readonly bytes: Float64Array;
  readonly low: Float64Array;
  readonly high: Float64Array;
  readonly windows: number;
}

const DRAWS = 200;
/** Of 200 draws: the fifth from below and from above bound 95 %. */
const BEYOND = 5;
/** A window is cut in two where that leaves less than this part of the error. */
const WORTH_A_CUT = 0.7;
/** Mean square of what is left over, in units of what was fitted, below which a fit is good as it is. */
const GOOD_FIT = 1e-5;
const LEAST_STEPS = 24;
const STEPS_PER_JOB = 4;

/** The part of its bytes that a job sends over the link is constant in a window; windows are cut where it changes. */
export function fitShares(readings: LinkReadings, cuts: readonly number[] = []): FittedShares {
  const edges = [0, ...cuts, readings.carried.length];
  const windows = edges.slice(1).flatMap((to, at) => cutWhereItChanges(readings, edges[at], to));
  const jobs = readings.sent.length;
  const bytes = new Float64Array(jobs);
  const drawn = Array.from({ length: jobs }, () => new Float64Array(DRAWS));
  for (const window of windows) {
    const draws = redrawFit(readings, window, DRAWS);
    const widening = Math.sqrt(window.rows.length / Math.max(1, window.rows.length - jobs));
    readings.sent.forEach((sent, job) => {
      const total = sumOf(sent, window);
      bytes[job] += window.factors[job] * total;
      draws.forEach((factors, draw) => {
        drawn[job][draw] += total * (factors[job] - window.factors[job]) * widening;
      });
    });
  }
  const bound = (job: number, place: number) => bytes[job] + drawn[job].toSorted()[place];
  return {
    bytes,
    low: bytes.map((_, job) => Math.max(0, bound(job, BEYOND - 1))),
    high: bytes.map((_, job) => bound(job, DRAWS - BEYOND)),
    windows: windows.length,
  };
}

function cutWhereItChanges(readings: LinkReadings, from: number, to: number): WindowFit[] {
  if (from >= to) return [];
  const whole = fitWindow(readings, from, to);
  const middle = (from + to) >> 1;
  const least = Math.max(LEAST_STEPS, STEPS_PER_JOB * readings.sent.length);
  if (middle - from < least || whole.error < GOOD_FIT * whole.rows.length) return [whole];
  const halves = [fitWindow(readings, from, middle), fitWindow(readings, middle, to)];
  if (halves[0].error + halves[1].error >= WORTH_A_CUT * whole.error) return [whole];
  return halves.flatMap((half) => cutWhereItChanges(readings, half.from, half.to));
}

function sumOf(values: Float64Array, { from, to }: WindowFit): number {
  let sum = 0;
  for (let step = from; step < to; step++) sum += values[step];
  return sum;
}
