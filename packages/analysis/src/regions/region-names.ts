import { defineTable, textAt, textColumn } from '@weft/model';
import { z } from 'zod';
import { defineAnalysis } from '../analysis.ts';
import { lowestJob, queryOfJob, rowsOfJob } from '../queries/job-rows.ts';

const params = z.strictObject({
  job: z.number().int().nonnegative().nullable().default(null),
});

interface Total {
  readonly kind: string;
  count: number;
  time: number;
}

/** What spans are called, over all ranks. */
export const regionNames = defineAnalysis({
  name: 'region-names',
  title: 'Calls and regions by name',
  doc: 'The names of calls and regions of a job with their kind, number and time inside over all ranks.',
  params,
  result: {
    names: defineTable('names', 'Calls and regions, most time first.', {
      name: { kind: 'text', distinct: true, doc: 'as in spans.call' },
      kind: { kind: 'text', doc: 'mpi, user, openmp ...' },
      count: { kind: 'int64', unit: 'count', doc: 'number of spans' },
      time: { kind: 'int64', unit: 'ns', doc: 'time inside, over all ranks' },
    }),
  },
  needs: ({ job }) => ({
    calls: queryOfJob('calls', ['call', 'count', 'time'], job),
    regions: queryOfJob('regions', ['region', 'kind', 'count', 'time'], job),
  }),
  run({ calls, regions }, { job }) {
    const of = job ?? lowestJob(calls, regions);
    const totals = new Map<string, Total>();
    const own = rowsOfJob(regions, of).columns;
    own.count.forEach((count, row) => {
      add(totals, textAt(own.region, row) ?? '', textAt(own.kind, row) ?? 'other', count, own.time[row]);
    });
    const mpi = rowsOfJob(calls, of).columns;
    const known = new Set(totals.keys());
    mpi.count.forEach((count, row) => {
      const name = textAt(mpi.call, row) ?? '';
      if (!known.has(name)) add(totals, name, 'mpi', count, mpi.time[row]);
    });
    const rows = [...totals].sort(([a, x], [b, y]) => y.time - x.time || a.localeCompare(b));
    return {
      names: {
        rows: rows.length,
        columns: {
          name: textColumn(rows.map(([name]) => name)),
          kind: textColumn(rows.map(([, { kind }]) => kind)),
          count: Float64Array.from(rows, ([, { count }]) => count),
          time: Float64Array.from(rows, ([, { time }]) => time),
        },
      },
    };
  },
});

function add(totals: Map<string, Total>, name: string, kind: string, count: number, time: number): void {
  const total = totals.get(name) ?? { kind, count: 0, time: 0 };
  total.count += count;
  total.time += time;
  totals.set(name, total);
}
