import { type MetricInfo, type TableSink, WeftError } from '@weft/model';
import { CounterRows } from './counters/counter-rows.ts';
import { CounterSeries } from './counters/counter-series.ts';
import type { FabricFile, FileContext } from './fabric-reader.ts';
import type { Problems } from './facts/problems.ts';
import type { SiteFacts } from './facts/site-facts.ts';
import { PortFinder } from './site/port-finder.ts';
import type { Site } from './site/site.ts';
import { epochOfFile } from './time/epoch-of-file.ts';
import { sampleName } from './time/sample-name.ts';

/** A file of counters and when it begins. */
interface TimedFile {
  readonly entry: FabricFile;
  /** Unix seconds; null = nothing tells. */
  readonly time: number | null;
}

export interface CounterCounts {
  readonly readings: number;
  readonly rows: number;
  readonly metrics: readonly MetricInfo[];
  /** Usual time between samples, nanoseconds; null = not known. */
  readonly interval: number | null;
  readonly timeRange: readonly [number, number] | null;
}

/** Files of counters by their first time: what only grows must be read in order. */
export async function counterFiles(
  found: readonly FabricFile[],
  facts: SiteFacts,
  context: Omit<FileContext, 'file'>,
): Promise<TimedFile[]> {
  const files: TimedFile[] = [];
  for (const entry of found) {
    if (!entry.reader.readCounters) continue;
    const { file, reader } = entry;
    const told = reader.firstTime ? await reader.firstTime({ ...context, file }) : null;
    const listed = facts.sampleTimes.get(sampleName(file.origin));
    files.push({ entry, time: told ?? listed ?? (reader.timeless ? null : await epochOfFile(file)) });
  }
  return files.sort(
    (a, b) => (a.time ?? 0) - (b.time ?? 0) || (a.entry.file.origin < b.entry.file.origin ? -1 : 1),
  );
}

interface CounterWork {
  readonly files: readonly TimedFile[];
  readonly site: Site;
  /** Unix seconds of time 0. */
  readonly origin: number;
  readonly sink: TableSink;
  readonly problems: Problems;
  readonly context: Omit<FileContext, 'file'>;
}

export async function writeCounters({
  files,
  site,
  origin,
  sink,
  problems,
  context,
}: CounterWork): Promise<CounterCounts> {
  const rows = new CounterRows();
  const series = new CounterSeries(site.network, origin, rows, problems);
  const ports = new PortFinder(site, problems);
  const flush = () => rows.flush(sink);
  for (const [done, { entry, time }] of files.entries()) {
    context.onProgress?.({ label: 'reading counters', done, total: files.length, unit: 'files' });
    if (time === null && !entry.reader.timeless) throw withoutTime(entry.file.origin);
    await entry.reader.readCounters?.({
      ...context,
      file: entry.file,
      time: time ?? origin,
      site,
      ports,
      series,
      flush,
    });
    await flush();
  }
  series.finish();
  await rows.finish(sink);
  noteMoved(series, problems);
  const { interval } = series.sweeps;
  return {
    readings: series.readings,
    rows: rows.rows,
    metrics: series.metrics.filter(
      ({ name }, at, all) => all.findIndex((other) => other.name === name) === at,
    ),
    interval: interval > 0 ? Math.round(interval * 1e9) : null,
    timeRange: rows.rows > 0 ? [rows.firstTime, rows.lastTime] : null,
  };
}

function noteMoved({ sweeps }: CounterSeries, problems: Problems): void {
  if (sweeps.moved === 0) return;
  problems.note({
    code: 'TIMES-ALIGNED',
    what: 'samples of one sweep were taken at different times and have that of its first',
    example: `${sweeps.moved} readings`,
  });
}

function withoutTime(file: string): WeftError {
  return new WeftError({
    code: 'NO-TIME',
    message: 'nothing tells when these counters were read',
    file,
    advice:
      'Put a date and time (2026-11-15T0800) or Unix seconds into the file name, or import a CSV with the columns time and file.',
  });
}
