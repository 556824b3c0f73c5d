import { NONE, queryColumns, textAt } from '@weft/model';
import type { ArchiveFiles } from './archive-files.ts';
import type { EventFileWriter } from './event-file-writer.ts';
import type { TraceTables } from './trace-tables.ts';

interface Metric {
  readonly id: number;
  /** All its values are whole numbers. */
  whole: boolean;
}

/** The metrics of a job that have readings with a time, numbered as they come. */
export interface WrittenMetrics {
  readonly byName: ReadonlyMap<string, Metric>;
  /** All readings of the job, those without a time among them. */
  readonly readings: number;
}

/** Readings of one location in the order of time, written between its other events. */
export class RankReadings {
  private next = 0;
  private readonly times: Float64Array;
  private readonly values: Float64Array;
  private readonly metrics: readonly Metric[];

  constructor(times: Float64Array, values: Float64Array, metrics: readonly Metric[]) {
    this.times = times;
    this.values = values;
    this.metrics = metrics;
  }

  get count(): number {
    return this.times.length;
  }

  /** Those up to a time, before the events of that time, as tracers write them. */
  writeUntil(time: number, events: EventFileWriter): void {
    for (; this.next < this.times.length && this.times[this.next] <= time; this.next++) {
      const { id, whole } = this.metrics[this.next];
      events.at(this.times[this.next]).metric(id, this.values[this.next], whole);
    }
  }
}

export async function readMetrics(tables: TraceTables, job: number): Promise<WrittenMetrics> {
  const { rows, columns } = await tables.read(
    queryColumns('rank_counters', ['metric', 'time', 'value'], {
      where: [{ op: 'in', column: 'job', values: [job] }],
    }),
  );
  const byName = new Map<string, Metric>();
  for (let row = 0; row < rows; row++) {
    if (columns.time[row] === NONE) continue;
    const name = textAt(columns.metric, row) ?? '';
    const metric = byName.get(name) ?? { id: byName.size, whole: true };
    metric.whole &&= Number.isSafeInteger(columns.value[row]);
    byName.set(name, metric);
  }
  return { byName, readings: rows };
}

const MODES: readonly string[] = ['accumulated', 'level', 'amount'];
const TIMINGS: readonly string[] = ['start', 'point', 'last', 'next'];

/** Each metric is a class of its own with one member; what nothing says of it is taken as a level at a point of time. */
export async function defineMetrics(
  files: ArchiveFiles,
  { byName }: WrittenMetrics,
  tables: TraceTables,
  job: number,
): Promise<void> {
  const { rows, columns } = await tables.read(
    queryColumns('rank_metrics', ['metric', 'unit', 'mode', 'timing', 'doc'], {
      where: [{ op: 'in', column: 'job', values: [job] }],
    }),
  );
  const rowOf = new Map(Array.from({ length: rows }, (_, row) => [textAt(columns.metric, row), row]));
  for (const [name, { id, whole }] of byName) {
    const row = rowOf.get(name) ?? NONE;
    const mode = row === NONE ? 1 : MODES.indexOf(textAt(columns.mode, row) ?? '');
    const timing = row === NONE ? 1 : TIMINGS.indexOf(textAt(columns.timing, row) ?? '');
    files.metric(id, {
      name,
      whole,
      mode: Math.max(0, mode) | (Math.max(0, timing) << 4),
      unit: row === NONE ? '' : (textAt(columns.unit, row) ?? ''),
      doc: row === NONE ? '' : (textAt(columns.doc, row) ?? ''),
    });
  }
}
