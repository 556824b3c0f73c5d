import { formatQuantity, formatTimeRange, formatTimes } from '@weft/model';
import { defineFinding } from '../../finding.ts';
import type { LinkTraffic } from '../../finding-facts/link-traffic.ts';
import { MOST_FACTOR, quantile, RARE_EFOLDS, sigmasAbove, standOut } from '../../finding-facts/stand-out.ts';

/** Fewer steps have no usual level. */
const FEWEST_STEPS = 8;
/** A longer part of the run is no exception. */
const LONGEST = 1 / 3;
/** Where a run rises and falls, as over a day, steps are compared with the median of so many around them; a longer part would be that median. */
const AROUND = 1 / 3;
const LONGEST_AROUND = 1 / 6;
/** Medians are taken at so many places of the run. */
const PLACES = 128;
const LEAST_FACTOR = 1.45;
/** Above the median; where steps differ much, as over a day, chance also leaves no such lead by how the next ones lie. */
const LEAST_SIGMAS = 4;

interface BusyWindow {
  /** Steps from <= s < to. */
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  /** Its rate over that which 5 % of the other steps exceed, and over their median. */
  readonly factor: number;
  readonly overMedian: number;
  readonly others: 'other steps' | 'steps around it';
}

export const busyTime = defineFinding({
  kind: 'busy-time',
  doc: 'A part of the run in which links carry far more than in the rest.',
  find: ({ traffic, origin, rhythm, jobs }) => {
    const busy = traffic && busyWindow(traffic);
    if (!busy) return [];
    const [from, to] = [traffic.edges[busy.from], traffic.edges[busy.to]];
    if ((jobs?.shares.length ?? 0) < 2 && to - from < rhythm) return [];
    return [
      {
        kind: 'busy-time',
        text: `In ${formatTimeRange([from, to], origin)} the links carry ${formatQuantity(busy.bytes, traffic.unit)}, ${formatTimes(busy.overMedian)} as much per second as in the median of the ${busy.others}.`,
        value: busy.bytes,
        unit: traffic.unit,
        factor: busy.factor,
        where: { from, to },
      },
    ];
  },
});

/** The steps that are an exception among all, or among those around them; null where none are. */
function busyWindow({ edges, steps }: LinkTraffic): BusyWindow | null {
  const rates = Array.from(steps, (bytes, step) => bytes / (edges[step + 1] - edges[step]));
  if (rates.length < FEWEST_STEPS) return null;
  const ofAll = exception(rates, LONGEST);
  const found = ofAll ?? exceptionAround(rates);
  if (!found) return null;
  const bytes = steps.subarray(found.from, found.to).reduce((sum, amount) => sum + amount, 0);
  return { ...found, bytes, others: ofAll ? 'other steps' : 'steps around it' };
}

/** Compared with the steps around each; null where these carry nothing for a while, so that there is no usual level. */
function exceptionAround(rates: readonly number[]): ReturnType<typeof exception> {
  const usual = mediansAround(rates);
  if (usual.some((median) => !(median > 0))) return null;
  return exception(
    rates.map((rate, step) => rate / usual[step]),
    LONGEST_AROUND,
  );
}

function exception(
  rates: readonly number[],
  longest: number,
): Pick<BusyWindow, 'from' | 'to' | 'factor' | 'overMedian'> | null {
  const [from, to] = busiestSteps(rates);
  if (to - from > Math.max(1, longest * rates.length)) return null;
  // The steps at both ends may be busy in part.
  const others = rates.filter((_, step) => step < from - 1 || step > to);
  const rate = rates.slice(from, to).reduce((sum, one) => sum + one, 0) / (to - from);
  const next = quantile(others, 0.95);
  const median = quantile(others, 0.5);
  const factor = next > 0 ? Math.min(MOST_FACTOR, rate / next) : MOST_FACTOR;
  if (!(median > 0) || factor < LEAST_FACTOR || !isFarAbove(rate, others)) return null;
  return { from, to, factor, overMedian: rate / median };
}

function isFarAbove(rate: number, others: readonly number[]): boolean {
  if (sigmasAbove(others, rate) >= LEAST_SIGMAS) return true;
  const most = standOut([rate, ...others]);
  return most !== null && most.at === 0 && most.leadEfolds >= RARE_EFOLDS;
}

/** From <= s < to: the steps that are together furthest above the middle between the busiest and the median; a short lull parts none. */
function busiestSteps(rates: readonly number[]): [from: number, to: number] {
  const middle = Math.sqrt(Math.max(...rates) * quantile(rates, 0.5));
  let best = { from: 0, to: 1, above: Number.NEGATIVE_INFINITY };
  let [from, above] = [0, 0];
  rates.forEach((rate, step) => {
    if (above <= 0) [from, above] = [step, 0];
    above += Math.log(rate / middle);
    if (above > best.above) best = { from, to: step + 1, above };
  });
  return [best.from, best.to];
}

/** For each step the median of a third of the run around it. */
function mediansAround(rates: readonly number[]): Float64Array {
  const width = Math.ceil(AROUND * rates.length);
  const stride = Math.ceil(rates.length / PLACES);
  let median = Number.NaN;
  return Float64Array.from(rates, (_, step) => {
    if (step % stride > 0) return median;
    const from = Math.max(0, Math.min(rates.length - width, step - (width >> 1)));
    median = quantile(rates.slice(from, from + width), 0.5);
    return median;
  });
}
