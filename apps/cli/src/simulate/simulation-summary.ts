import { formatQuantity, type TableName } from '@weft/model';
import type { SimulationHealth, SimulationResult } from '@weft/simulate';

const PS_PER_NS = 1000;

type Rows = Partial<Record<TableName, number>>;

/** What `weft simulate --json` prints; `totals.end` is in nanoseconds, as in the manifest. */
export interface SimulationSummary {
  readonly dataset: string;
  readonly title: string;
  readonly seconds: number;
  readonly totals: SimulationResult['totals'];
  /** Of models that simulate single events. */
  readonly health?: SimulationHealth & {
    readonly eventsPerSecond: number;
    readonly messagesPerSecond: number;
    /** Bytes. */
    readonly peakMemory: number;
  };
  readonly rows: Rows;
}

export function summarise(
  dataset: string,
  title: string,
  seconds: number,
  { totals, health }: Pick<SimulationResult, 'totals' | 'health'>,
  rows: Rows,
): SimulationSummary {
  return {
    dataset,
    title,
    seconds,
    totals: { ...totals, end: totals.end / PS_PER_NS },
    health: health && {
      ...health,
      eventsPerSecond: Math.round(health.events / seconds),
      messagesPerSecond: Math.round(totals.messages / seconds),
      peakMemory: process.resourceUsage().maxRSS * 1024,
    },
    rows,
  };
}

export function describeSimulation({
  dataset,
  title,
  seconds,
  totals,
  health,
  rows,
}: SimulationSummary): string {
  const tables = Object.entries(rows).map(([table, count]) => `${table} ${whole(count)}`);
  const lost = totals.messagesLost > 0 ? `, ${whole(totals.messagesLost)} lost` : '';
  const bytesLost = totals.bytesLost > 0 ? `, ${formatQuantity(totals.bytesLost, 'B')} lost` : '';
  return [
    `${dataset}: ${title}`,
    `${whole(totals.messages)} messages${lost}, ${formatQuantity(totals.bytesSent, 'B')} sent${bytesLost} in ${formatQuantity(totals.end, 'ns')}, simulated in ${seconds.toFixed(1)} s`,
    ...(health ? [describeHealth(health)] : []),
    `rows: ${tables.join(', ')}`,
  ].join('\n');
}

function describeHealth(health: NonNullable<SimulationSummary['health']>): string {
  const { events, eventsPerSecond, mostPerVertex, meanPerVertex, peakMemory, furthestAhead } = health;
  const balance =
    meanPerVertex > 0 ? `, busiest vertex ${(mostPerVertex / meanPerVertex).toFixed(2)} x the mean` : '';
  const lead = `, ranks at most ${furthestAhead} ${furthestAhead === 1 ? 'phase' : 'phases'} apart`;
  return `${whole(events)} events, ${whole(eventsPerSecond)} events/s${balance}${lead}, ${formatQuantity(peakMemory, 'B')} memory`;
}

const whole = (value: number): string => value.toLocaleString('en-US');
