import type { CatalogEntry } from '@weft/protocol';
import type { Meter } from './meter.ts';
import { counter, gauge, gauges, histogram, openMetricsText } from './open-metrics.ts';
import type { RequestCounts } from './request-counts.ts';

export interface Measured {
  readonly version: string;
  readonly requests: RequestCounts;
  readonly analyses: Meter;
  readonly sql: Meter;
}

/** What the server does and has, for Prometheus and its like. */
export function serverMetrics(measured: Measured, entries: readonly CatalogEntry[]): string {
  const { version, requests, analyses, sql } = measured;
  const datasets = entries.filter(({ kind }) => kind === 'dataset');
  const readable = datasets.filter(({ manifest }) => manifest !== null).length;
  const labelled = [...requests.seconds].map(([call, values]) => [`call="${call}"`, values] as const);
  return openMetricsText([
    gauges('weft_build', 'the version that runs', { [`version="${version}"`]: 1 }),
    counter('weft_requests', 'requests answered, by call and status', requests.counts),
    histogram('weft_request_seconds', 'time until an answer begins', new Map(labelled)),
    gauge('weft_analyses_running', 'analyses under way', analyses.running()),
    histogram('weft_analysis_seconds', 'time of whole analyses', new Map([['', analyses.seconds]])),
    gauge('weft_sql_running', 'SQL queries under way or waiting', sql.running()),
    histogram('weft_sql_seconds', 'time until the answer to SQL begins', new Map([['', sql.seconds]])),
    gauges('weft_datasets', 'datasets served, and those that cannot be opened (yet)', {
      'state="readable"': readable,
      'state="unreadable"': datasets.length - readable,
    }),
    gauge('weft_resident_memory_bytes', 'memory of the server process', process.memoryUsage().rss, 'bytes'),
    gauge('weft_uptime_seconds', 'time since the start', process.uptime(), 'seconds'),
  ]);
}
