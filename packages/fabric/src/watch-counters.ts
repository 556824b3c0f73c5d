import {
  type Batch,
  type Diagnostic,
  type Manifest,
  MemorySink,
  type MetricInfo,
  type Network,
  type TableColumns,
  type Tables,
  WeftError,
} from '@weft/model';
import { detectReader, type SourceFile } from '@weft/readers';
import { CounterRows } from './counters/counter-rows.ts';
import { CounterSeries } from './counters/counter-series.ts';
import { Problems } from './facts/problems.ts';
import { fabricReaders } from './registry.ts';
import { PortFinder } from './site/port-finder.ts';
import { siteOf } from './site/site.ts';

/** What one sample adds to a dataset. */
export interface CounterSample {
  readonly rows: readonly Batch<Tables['counters']>[];
  readonly facts: {
    readonly origin: string;
    readonly timeRange: [number, number] | null;
    readonly interval: number | null;
    readonly metrics: MetricInfo[];
    readonly diagnostics: Diagnostic[];
  };
}

const counterReaders = fabricReaders.filter(({ readCounters, timeless }) => readCounters && !timeless);

/** Turns readings that come one after the other into rows of a dataset whose fabric is known. */
export class CounterWatch {
  private readonly manifest: Manifest;
  private readonly problems = new Problems(true);
  private readonly site;
  private readonly ports: PortFinder;
  private readonly rows = new CounterRows();
  private series: CounterSeries | null = null;
  private origin: number | null;

  constructor(network: Network, lids: TableColumns<'lids'>, manifest: Manifest) {
    this.manifest = manifest;
    this.site = siteOf(network, lids);
    this.ports = new PortFinder(this.site, this.problems);
    this.origin = manifest.origin === null ? null : Number(BigInt(manifest.origin) / 1_000_000_000n);
  }

  /** Reads what a sampler printed at `time`, Unix seconds; a sample that tells its own times keeps them. */
  async read(file: SourceFile, time: number): Promise<CounterSample> {
    const reader = detectReader(file, counterReaders);
    if (!reader?.readCounters) throw notCounters(file.origin);
    this.origin ??= Math.floor(time);
    this.series ??= new CounterSeries(this.site.network, this.origin, this.rows, this.problems);
    const { problems, site, ports, series } = this;
    await reader.readCounters({
      file,
      problems,
      timeZone: 'UTC',
      time,
      site,
      ports,
      series,
      flush: async () => {},
    });
    return this.take(series, this.origin);
  }

  private async take(series: CounterSeries, origin: number): Promise<CounterSample> {
    const sink = new MemorySink();
    await this.rows.finish(sink);
    const rows = sink.batches('counters');
    const { firstTime, lastTime } = this.rows;
    const { interval } = series.sweeps;
    const known = this.manifest.timeRange;
    const fresh = Number.isFinite(lastTime);
    return {
      rows,
      facts: {
        origin: String(BigInt(origin) * 1_000_000_000n),
        timeRange: fresh
          ? [Math.min(known?.[0] ?? firstTime, firstTime), Math.max(known?.[1] ?? lastTime, lastTime)]
          : known,
        interval: interval > 0 ? Math.round(interval * 1e9) : this.manifest.interval,
        metrics: joinMetrics(this.manifest.metrics, series.metrics),
        diagnostics: [...this.manifest.diagnostics, ...this.problems.diagnostics()],
      },
    };
  }
}

/** What is sampled comes before routes that were counted while there were no samples. */
function joinMetrics(known: readonly MetricInfo[], found: readonly MetricInfo[]): MetricInfo[] {
  const names = new Set(known.map(({ name }) => name));
  const fresh = found.filter(
    ({ name }, at) => !names.has(name) && found.findIndex((one) => one.name === name) === at,
  );
  const counted = known.filter(({ unit }) => unit === 'routes');
  return [...known.filter((metric) => !counted.includes(metric)), ...fresh, ...counted];
}

function notCounters(file: string): WeftError {
  return new WeftError({
    code: 'NOT-COUNTERS',
    message: 'this is no sample of counters in a known format',
    file,
    advice: 'Sample with perfquery, ibqueryerrors --counters, or a table with time, node and port.',
  });
}
