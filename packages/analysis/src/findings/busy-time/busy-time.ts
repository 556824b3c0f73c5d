import { formatQuantity, formatTimeRange } from '@weft/model';
import { defineFinding } from '../../finding.ts';
import type { LinkTraffic } from '../../finding-facts/link-traffic.ts';
import type { PhaseFacts } from '../../finding-facts/phase-facts.ts';
import { MOST_FACTOR, quantile, sigmasAbove } from '../../finding-facts/stand-out.ts';

/** Fewer steps have no usual level. */
const FEWEST_STEPS = 8;
/** A longer part of the run is no exception. */
const LONGEST = 1 / 3;
const LEAST_FACTOR = 1.45;
const LEAST_SIGMAS = 4;

interface BusyWindow {
  /** Steps from <= s < to. */
  readonly from: number;
  readonly to: number;
  readonly bytes: number;
  /** Its rate over that which 5 % of the other steps exceed, and over their median. */
  readonly factor: number;
  readonly overMedian: number;
}

export const busyTime = defineFinding({
  kind: 'busy-time',
  doc: 'A part of the run in which links carry far more than in the rest.',
  find: ({ traffic, origin, phases, jobs }) => {
    const busy = traffic && busyWindow(traffic);
    if (!busy) return [];
    const [from, to] = [traffic.edges[busy.from], traffic.edges[busy.to]];
    if ((jobs?.shares.length ?? 0) < 2 && phases && to - from < rhythm(phases)) return [];
    return [
      {
        kind: 'busy-time',
        text: `In ${formatTimeRange([from, to], origin)} the links carry ${formatQuantity(busy.bytes, traffic.unit)}, ${formatQuantity(busy.overMedian, '')} times as much per second as in the median of the other steps.`,
        value: busy.bytes,
        unit: traffic.unit,
        factor: busy.factor,
        where: { from, to },
      },
    ];
  },
});

/** The steps around the busiest that are nearer to it than to the median; null where they are no exception. */
function busyWindow({ edges, steps }: LinkTraffic): BusyWindow | null {
  const rates = Array.from(steps, (bytes, step) => bytes / (edges[step + 1] - edges[step]));
  if (rates.length < FEWEST_STEPS) return null;
  const busiest = rates.indexOf(Math.max(...rates));
  const level = (rates[busiest] + quantile(rates, 0.5)) / 2;
  let [from, to] = [busiest, busiest + 1];
  while (from > 0 && rates[from - 1] >= level) from--;
  while (to < rates.length && rates[to] >= level) to++;
  if (to - from > Math.max(1, LONGEST * rates.length)) return null;
  // The steps at both ends may be busy in part.
  const others = rates.filter((_, step) => step < from - 1 || step > to);
  const bytes = steps.subarray(from, to).reduce((sum, amount) => sum + amount, 0);
  const rate = bytes / (edges[to] - edges[from]);
  const next = quantile(others, 0.95);
  const median = quantile(others, 0.5);
  const factor = next > 0 ? Math.min(MOST_FACTOR, rate / next) : MOST_FACTOR;
  if (!(median > 0) || factor < LEAST_FACTOR || sigmasAbove(others, rate) < LEAST_SIGMAS) return null;
  return { from, to, bytes, factor, overMedian: rate / median };
}

/** How long it takes until a program does the same again: a shorter burst is a part of what it always does. */
function rhythm({ phases, period }: PhaseFacts): number {
  return (period * (phases[phases.length - 1].end - phases[0].start)) / phases.length;
}
