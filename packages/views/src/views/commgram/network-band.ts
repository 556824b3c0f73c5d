import { bytesWithin, type CommgramModel, type CommgramPhase } from '@weft/analysis';
import type { BandRow } from '@weft/draw';
import { type Cube, formatDuration, type MetricInfo, NONE, stepRange } from '@weft/model';

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * The network during each phase, from its counters: the sum over all links per second of the phase. A counter step that
 * overlaps a phase in part counts by the share of the overlap: where steps are longer than phases the title says so.
 * Levels are averaged over time and links; nanoseconds of waiting per nanosecond are as many as wait at a time.
 */
export function networkBand(
  phases: readonly Span[],
  cubes: readonly { readonly cube: Cube; readonly metric: MetricInfo; readonly title: string }[],
): BandRow[] {
  const bands = cubes.map(({ cube, metric, title }) => {
    const sums = stepSums(cube);
    const gauge = metric.kind === 'gauge';
    const isWaiting = !gauge && metric.unit === 'ns';
    const unit = gauge ? metric.unit : isWaiting ? 'count' : `${metric.unit}/s`;
    const factor = gauge ? 1 / cube.links : isWaiting ? 1 : 1e9;
    const values = Float64Array.from(phases, (phase) => rateIn(cube, sums, phase, gauge) * factor);
    const what = isWaiting ? `${title}, how many packets wait at a time` : title;
    return { title: `${what} (${metric.name}${coarseText(cube, phases)})`, unit, values };
  });
  return bands.filter(({ values }) => values.some((value) => value > 0));
}

/** A step longer than a phase tells of more than the phase. */
function coarseText({ times, steps }: Cube, phases: readonly Span[]): string {
  if (steps === 0 || phases.length === 0) return '';
  const step = times[1] - times[0];
  const shorter = phases.filter(({ start, end }) => end - start < step).length;
  return shorter > 0 ? `; coarse: steps of ${formatDuration(step)}, shorter phases: ${shorter}` : '';
}

/** Shares of the bytes of each phase that stay on their host and never see the network, and on their socket; none where all or nothing does. */
export function placeBands(
  phases: readonly CommgramPhase[],
  { hosts, sockets }: Pick<CommgramModel, 'hosts' | 'sockets'>,
): BandRow[] {
  return [...shareWithin(phases, hosts, 'a host'), ...shareWithin(phases, sockets, 'a socket')];
}

function shareWithin(phases: readonly CommgramPhase[], places: Int32Array, name: string): BandRow[] {
  if (!areSeveral(places)) return [];
  const values = Float64Array.from(phases, ({ bytes, picture }) =>
    bytes > 0 ? (100 * bytesWithin(picture.traffic, places)) / bytes : Number.NaN,
  );
  return values.some((value) => value > 0) ? [{ title: `bytes within ${name}`, unit: '%', values }] : [];
}

/** Are ranks on more than one host, or socket? */
export function areSeveral(places: Int32Array): boolean {
  return places.some((place) => place !== NONE && place !== places[0]);
}

const known = new WeakMap<Cube, Float64Array>();

/** Over all links, once per cube. */
function stepSums(cube: Cube): Float64Array {
  const cached = known.get(cube);
  if (cached) return cached;
  const { links, steps, sums } = cube;
  const totals = Float64Array.from({ length: steps }, (_, step) => {
    let total = 0;
    const low = step * links;
    for (let link = 0; link < links; link++) total += sums[low + links + link] - sums[low + link];
    return total;
  });
  known.set(cube, totals);
  return totals;
}

/** Amount per nanosecond, or the mean level. */
function rateIn(cube: Cube, sums: Float64Array, { start, end }: Span, gauge: boolean): number {
  const to = Math.max(end, start + 1);
  const [first, last] = stepRange(cube, [start, to]);
  let amount = 0;
  let time = 0;
  for (let step = first; step < last; step++) {
    const overlap = Math.min(to, cube.times[step + 1]) - Math.max(start, cube.times[step]);
    if (!(overlap > 0)) continue;
    const length = cube.times[step + 1] - cube.times[step];
    amount += gauge ? sums[step] * overlap : (sums[step] * overlap) / length;
    time += overlap;
  }
  return time > 0 ? amount / time : Number.NaN;
}
