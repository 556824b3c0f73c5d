import { findings } from '@weft/analysis';
import { type AnyQuery, type Frame, type MemorySink, textAt } from '@weft/model';
import type { Planted } from './planted.ts';

export interface Found {
  readonly kind: string;
  readonly text: string;
  readonly factor: number;
  readonly where: Readonly<Record<string, unknown>>;
}

export async function findIn({ tables, facts }: Planted): Promise<Found[]> {
  const params = findings.params.parse({
    metric: facts.metrics?.[0]?.name ?? null,
    interval: facts.interval ?? null,
  });
  const queries = findings.needs(params);
  const answer = await findings.runStreamed((name) => framesOf(tables, queries[name]) as never, params, {});
  const { rows, columns } = answer.findings;
  return Array.from({ length: rows }, (_, row) => ({
    kind: textAt(columns.kind, row) ?? '',
    text: textAt(columns.text, row) ?? '',
    factor: columns.factor[row],
    where: JSON.parse(textAt(columns.where, row) ?? '{}'),
  }));
}

/** Counters have one metric each in this corpus, except where the simulator writes more; who asks for sums adds up rows as well. */
function* framesOf(tables: MemorySink, query: AnyQuery | undefined): Generator<Frame> {
  if (!query) return;
  for (const batch of tables.batches(query.table)) {
    const metric = query.where?.find((filter) => filter.column === 'metric');
    if (query.table !== 'counters' || metric?.op !== 'in') yield batch;
    else yield rowsOfMetrics(batch, metric.values);
  }
}

function rowsOfMetrics(batch: Frame, names: readonly (string | number)[]): Frame {
  const { metric, time, link, value } = batch.columns as never as {
    metric: { codes: Int32Array; dictionary: string[] };
    time: Float64Array;
    link: Int32Array;
    value: Float64Array;
  };
  const rows = Array.from(metric.codes.keys()).filter((row) =>
    names.includes(metric.dictionary[metric.codes[row]]),
  );
  return {
    rows: rows.length,
    columns: {
      time: Float64Array.from(rows, (row) => time[row]),
      link: Int32Array.from(rows, (row) => link[row]),
      metric: { codes: Int32Array.from(rows, (row) => metric.codes[row]), dictionary: metric.dictionary },
      value: Float64Array.from(rows, (row) => value[row]),
    },
  };
}
