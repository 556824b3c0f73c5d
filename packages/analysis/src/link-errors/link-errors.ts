import { defineTable, queryColumns, sumColumns, textAt, textColumn } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis, type InputsOf } from '../analysis.ts';
import { findOutliers } from './outliers.ts';

/** Worst first; waiting comes last, since busy links wait without being broken. */
const COUNTERS = [
  'link_downed',
  'link_recoveries',
  'link_integrity_errors',
  'symbol_errors',
  'receive_errors',
  'remote_physical_errors',
  'buffer_overruns',
  'discards',
  'switch_relay_errors',
  'transmit_constraint_errors',
  'receive_constraint_errors',
  'vl15_dropped',
  'qp1_dropped',
  'xmit_wait',
  'stalls',
  'wait',
] as const;

const params = z.strictObject({
  /** Nanoseconds, from <= t < to. */
  time: z.tuple([z.number(), z.number()]).nullable().default(null),
  /** At most so many links of one counter. */
  limit: z.number().int().positive().default(20),
});

const found = defineTable('links', 'Links whose errors or waiting stand out, worst counter first.', {
  link: { kind: 'int32', doc: 'link id' },
  counter: { kind: 'text', doc: 'metric of the errors' },
  amount: { kind: 'float64', doc: 'in the time range, in the unit of the metric' },
  usual: { kind: 'float64', doc: 'the median of all links' },
  from: { kind: 'text', optional: true, doc: 'node that sends, as it is called in the room' },
  from_port: { kind: 'int32', optional: true, doc: 'port there' },
  to: { kind: 'text', optional: true, doc: 'node that receives' },
  to_port: { kind: 'int32', optional: true, doc: 'port there' },
  others: { kind: 'int32', doc: 'further links that stand out by the same counter, beyond the limit' },
});

function queries(time: readonly [number, number] | null) {
  const within = time ? [{ op: 'range' as const, column: 'time', from: time[0], to: time[1] }] : [];
  return {
    counters: sumColumns('counters', ['link', 'metric'], ['value'], {
      where: [{ op: 'in', column: 'metric', values: [...COUNTERS] }, ...within],
    }),
    links: queryColumns('links', ['id', 'src', 'src_port', 'dst', 'dst_port'], { orderBy: ['id'] }),
    vertices: queryColumns('vertices', ['id', 'name'], { orderBy: ['id'] }),
  };
}

type Inputs = InputsOf<ReturnType<typeof queries>>;

export const linkErrors = defineAnalysis({
  name: 'link-errors',
  title: 'Links with errors',
  doc: 'Links whose errors or waiting are far above what is usual, with both ends of their cable.',
  params,
  result: { links: found },
  needs: ({ time }) => queries(time),
  run: (inputs, { limit }) => findErrors(inputs, limit),
});

function findErrors({ counters, links, vertices }: Inputs, limit: number) {
  const sums = sumByCounter(counters, links.rows);
  const rows = COUNTERS.flatMap((counter) => {
    const values = sums.get(counter);
    if (!values) return [];
    const { median, found: outliers } = findOutliers(values);
    const others = Math.max(0, outliers.length - limit);
    return outliers
      .slice(0, limit)
      .map((link) => ({ link, counter, amount: values[link], usual: median, others }));
  });
  const name = (vertex: number) => textAt(vertices.columns.name, vertex);
  const { src, src_port, dst, dst_port } = links.columns;
  return {
    links: {
      rows: rows.length,
      columns: {
        link: Int32Array.from(rows, ({ link }) => link),
        counter: textColumn(rows.map(({ counter }) => counter)),
        amount: Float64Array.from(rows, ({ amount }) => amount),
        usual: Float64Array.from(rows, ({ usual }) => usual),
        from: textColumn(rows.map(({ link }) => name(src[link]))),
        from_port: Int32Array.from(rows, ({ link }) => src_port[link]),
        to: textColumn(rows.map(({ link }) => name(dst[link]))),
        to_port: Int32Array.from(rows, ({ link }) => dst_port[link]),
        others: Int32Array.from(rows, ({ others }) => others),
      },
    },
  };
}

function sumByCounter({ rows, columns }: Inputs['counters'], links: number): Map<string, Float64Array> {
  const { link, metric, value } = columns;
  const sums = metric.dictionary.map(() => new Float64Array(links));
  const met = new Set<string>();
  for (let row = 0; row < rows; row++) {
    sums[metric.codes[row]][link[row]] += value[row];
    met.add(metric.dictionary[metric.codes[row]]);
  }
  return new Map(metric.dictionary.flatMap((name, code) => (met.has(name) ? [[name, sums[code]]] : [])));
}
