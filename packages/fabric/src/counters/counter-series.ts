import { type MetricInfo, type Network, NONE } from '@weft/model';
import type { Place, Problems } from '../facts/problems.ts';
import { siteTime } from '../time/site-time.ts';
import type { CounterRows } from './counter-rows.ts';
import { BASE, type Decimal } from './decimal.ts';
import { type CounterMetric, counterMetric } from './metrics.ts';
import { SweepTimes } from './sweep-times.ts';

const TOP_32 = 2 ** 32 - 1;
/** 2^64 as high and low. */
const WRAP_64 = { high: 18_446_744_073, low: 709_551_616 };

/** The last reading of one counter on each link. */
interface Series {
  readonly metric: CounterMetric;
  readonly code: number;
  readonly time: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readings: number;
  intervals: number;
  /** Of the last row: an idle link needs no row where its sweep has one. */
  sweep: number;
}

/** Turns counters that only grow into amounts since the reading before, and amounts into rows. */
export class CounterSeries {
  readonly sweeps = new SweepTimes();
  private readonly byName = new Map<string, Series>();
  private readonly series = new Map<string, Series | null>();
  private readonly network: Network;
  private readonly origin: number;
  private readonly rows: CounterRows;
  private readonly problems: Problems;
  readings = 0;

  constructor(network: Network, origin: number, rows: CounterRows, problems: Problems) {
    this.network = network;
    this.origin = origin;
    this.rows = rows;
    this.problems = problems;
  }

  get metrics(): MetricInfo[] {
    return [...this.byName.values()].map(({ metric: { name, unit, doc, kind } }) => ({
      name,
      unit,
      doc,
      kind,
    }));
  }

  /** The series of a counter as a file calls it, or of a level under that name; null where the field is no counter. */
  of(label: string, kind: MetricInfo['kind'] = 'amount'): Series | null {
    const key = `${kind} ${label}`;
    let found = this.series.get(key);
    if (found === undefined) {
      const metric = counterMetric(label);
      found = metric && this.seriesOf({ ...metric, kind });
      this.series.set(key, found);
    }
    return found;
  }

  private seriesOf(metric: CounterMetric): Series {
    // Bytes and words of one metric are counters of their own.
    const key = `${metric.name} ${metric.scale} ${metric.kind}`;
    let series = this.byName.get(key);
    if (!series) {
      const links = this.network.linkCount;
      series = {
        metric,
        code: this.rows.codeOf(metric.name),
        time: new Float64Array(links).fill(Number.NaN),
        high: new Float64Array(links),
        low: new Float64Array(links),
        readings: 0,
        intervals: 0,
        sweep: Number.NaN,
      };
      this.byName.set(key, series);
    }
    return series;
  }

  /** The link that a counter of the port with this out link tells of. */
  private linkOf(series: Series, out: number): number {
    return series.metric.side === 'out' ? out : this.network.links.reverse[out];
  }

  /** A reading of a counter that only grows. `out` is the link that leaves the port, `time` in Unix seconds. */
  read(series: Series, out: number, time: number, { high, low }: Decimal, place: Place): void {
    const link = this.linkOf(series, out);
    if (link === NONE) return;
    this.readings++;
    const before = series.time[link];
    if (time <= before) {
      this.problems.note(backwards(series, time, before, place));
      return;
    }
    const more = { high: high - series.high[link], low: low - series.low[link] };
    const growth = more.high * BASE + more.low;
    const started = !Number.isNaN(before);
    const was = series.high[link] * BASE + series.low[link];
    series.time[link] = time;
    series.high[link] = high;
    series.low[link] = low;
    series.readings++;
    if (!started) return;
    const amount =
      growth > 0 || (growth === 0 && was !== TOP_32) ? growth : this.explain(series, more, was, place);
    if (amount < 0) return;
    const since = time - before;
    this.countMissed(since, place, series);
    this.addAmount(series, link, this.sweeps.align(time, since), amount * series.metric.scale);
    series.intervals++;
  }

  /** An amount of an interval that ends at `time`, as it is. */
  amount(series: Series, out: number, time: number, value: number): void {
    const link = this.linkOf(series, out);
    if (link === NONE) return;
    this.readings++;
    series.readings++;
    series.intervals++;
    this.addAmount(series, link, time, value * series.metric.scale);
  }

  /** Where every counter was read once only: what it counted since it was cleared. */
  finish(): void {
    const all = [...this.byName.values()].filter(({ metric }) => metric.kind === 'amount');
    const single = all.every(({ intervals }) => intervals === 0);
    for (const series of all) {
      if (!single) continue;
      for (let link = 0; link < series.time.length; link++) {
        if (Number.isNaN(series.time[link])) continue;
        const value = series.high[link] * BASE + series.low[link];
        this.addAmount(series, link, series.time[link], value * series.metric.scale);
      }
    }
    if (single && all.some(({ readings }) => readings > 0))
      this.problems.note({
        code: 'ONE-SAMPLE',
        what: 'counters were read once: amounts are those since they were cleared, whenever that was',
        example: `${this.readings} readings`,
      });
  }

  private addAmount(series: Series, link: number, sweep: number, value: number): void {
    const time = siteTime(sweep, this.origin);
    if (value === 0 && time === series.sweep) return;
    if (time < 0 || time > Number.MAX_SAFE_INTEGER) {
      this.problems.note({
        code: 'OUT-OF-TIME',
        what: 'samples before the first time of the data or 104 days after it, left out',
        example: new Date(sweep * 1000).toISOString(),
      });
      return;
    }
    series.sweep = time;
    this.rows.add(time, link, series.code, value);
  }

  /** A counter that is lower than before, or at its top: the amount where it wrapped, else -1. */
  private explain(series: Series, { high, low }: Decimal, was: number, place: Place): number {
    const { name } = series.metric;
    if (high === 0 && low === 0) {
      this.problems.note({
        code: 'COUNTER-STUCK',
        what: 'counters at the top of their 32 bits: the interval is left out',
        example: name,
        place,
      });
      return -1;
    }
    const wrapped =
      was <= TOP_32 ? high * BASE + low + TOP_32 + 1 : (high + WRAP_64.high) * BASE + (low + WRAP_64.low);
    const half = was <= TOP_32 ? 2 ** 31 : 2 ** 63;
    const likely = was >= half && wrapped < half;
    this.problems.note({
      code: likely ? 'COUNTER-WRAPPED' : 'COUNTER-RESET',
      what: likely
        ? 'counters that ran over: the amount is counted on'
        : 'counters that were cleared: the interval is left out',
      example: name,
      place,
    });
    return likely ? wrapped : -1;
  }

  private countMissed(since: number, place: Place, { metric }: Series): void {
    const { interval } = this.sweeps;
    if (interval === 0 || since < 1.5 * interval) return;
    this.problems.note({
      code: 'SAMPLES-MISSED',
      what: 'intervals longer than usual: the amount is counted at their end',
      example: `${since.toFixed(1)} s of ${metric.name}`,
      place,
    });
  }
}

function backwards({ metric }: Series, time: number, before: number, place: Place) {
  return {
    code: 'TIME-BACKWARDS',
    what: 'samples that are not later than the one before of their port, left out',
    example: `${metric.name} ${(before - time).toFixed(3)} s back`,
    place,
  };
}

export type { Series };
