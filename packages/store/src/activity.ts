import type { Filter, Manifest, SumQuery } from '@weft/model';
import type { Engine } from './engine.ts';
import { readSums } from './read-whole.ts';

/** Traffic over time in equal bins: of the first metric where there are counters, else of the messages; null without either. */
export async function readActivity(
  engine: Engine,
  manifest: Manifest,
  bins: number,
): Promise<Float64Array | null> {
  const source = activitySource(manifest);
  if (!source || !manifest.timeRange) return null;
  const [from, to] = manifest.timeRange;
  const { table, time, shift, value, where } = source;
  const blocks = { [time]: { from: from + shift, width: Math.max(1, to - from) / bins, blocks: bins } };
  const { columns } = await readSums(engine, { table, by: [time], blocks, sums: [value], where: [where] });
  const activity = new Float64Array(bins);
  columns[time].forEach((bin, row) => {
    activity[bin] = columns[value][row];
  });
  return activity;
}

interface Source {
  readonly table: SumQuery['table'];
  readonly time: string;
  readonly shift: number;
  readonly value: string;
  readonly where: Filter;
}

function activitySource({ tables, metrics }: Manifest): Source | null {
  // A sample stands for the interval before its time.
  if ((tables.counters?.rows ?? 0) > 0 && metrics.length > 0) {
    const where: Filter = { op: 'in', column: 'metric', values: [metrics[0].name] };
    return { table: 'counters', time: 'time', shift: 1, value: 'value', where };
  }
  if ((tables.messages?.rows ?? 0) > 0) {
    const { MIN_SAFE_INTEGER: from, MAX_SAFE_INTEGER: to } = Number;
    const where: Filter = { op: 'range', column: 'send_start', from, to };
    return { table: 'messages', time: 'send_start', shift: 0, value: 'bytes', where };
  }
  return null;
}
