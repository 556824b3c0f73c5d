import type { DuckDBConnection } from '@duckdb/node-api';
import type { Manifest } from '@weft/model';
import { quoteText } from './sql-text.ts';

/** Traffic over time in equal bins: of the first metric where there are counters, else of the messages; null without either. */
export async function readActivity(
  connection: DuckDBConnection,
  manifest: Manifest,
  bins: number,
): Promise<Float64Array | null> {
  const source = activitySource(manifest);
  if (!source || !manifest.timeRange) return null;
  const [from, to] = manifest.timeRange;
  const width = Math.max(1, to - from) / bins;
  const reader = await connection.runAndReadAll(
    `SELECT CAST(least(${bins - 1}, greatest(0, floor((${source.time} - ${from}) / ${width}))) AS INTEGER) AS bin,
       CAST(sum(${source.value}) AS DOUBLE) AS amount
     FROM ${source.table} WHERE ${source.where} GROUP BY bin`,
  );
  const activity = new Float64Array(bins);
  const [bin = [], amount = []] = reader.getColumnsJS() as number[][];
  bin.forEach((at, row) => {
    activity[at] = amount[row];
  });
  return activity;
}

function activitySource({ tables, metrics }: Manifest) {
  // A sample stands for the interval before its time.
  if ((tables.counters?.rows ?? 0) > 0 && metrics.length > 0) {
    return {
      table: 'counters',
      time: '(time - 1)',
      value: 'value',
      where: `metric = ${quoteText(metrics[0].name)}`,
    };
  }
  if ((tables.messages?.rows ?? 0) > 0) {
    return { table: 'messages', time: 'send_start', value: 'bytes', where: 'send_start IS NOT NULL' };
  }
  return null;
}
