import { type Cube, type Network, type TableFrame, trafficMetric } from '@weft/model';
import { type DataRequest, needCube, needNetwork, needTable, type Resolved } from '../../data-request.ts';
import { MOST_ROUTES } from '../../kit/choose-routing.ts';
import type { NeedsContext } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';

/** The network always; messages with their placement and routes, or counters, as the dataset has them. */
export type MachineNeeds = {
  network: DataRequest<Network>;
  messages?: DataRequest<TableFrame<'messages'>>;
  ranks?: DataRequest<TableFrame<'ranks'>>;
  routes?: DataRequest<TableFrame<'routes'>>;
  hops?: DataRequest<TableFrame<'hops'>>;
  cube?: DataRequest<Cube>;
};

export type MachineData = Resolved<MachineNeeds>;

/** More messages than this are shown from the start of the active time range on. */
export const MOST_MESSAGES = 500_000;
/** With more hops than this, messages are placed by an even spread instead. */
export const MOST_HOPS = 4_000_000;

export function machineNeeds(
  dataset: DatasetInfo,
  metric: string | null,
  context: NeedsContext,
): MachineNeeds {
  return {
    network: needNetwork(),
    ...messageNeeds(dataset, context),
    ...(usesCounters(dataset, context) && metric ? { cube: needCube(movingMetric(dataset, metric)) } : {}),
  };
}

/** What moves is an amount: where the metric on show is a level, the bytes move. */
function movingMetric({ manifest: { metrics } }: DatasetInfo, shown: string): string {
  const isLevel = metrics.some(({ name, kind }) => name === shown && kind === 'gauge');
  return (isLevel && trafficMetric(metrics)?.name) || shown;
}

export function rowsOf({ manifest }: DatasetInfo, table: string): number {
  return manifest.tables[table]?.rows ?? 0;
}

/** Whether the animation shows counters: where there are no messages, or the reader asks for it. */
function usesCounters(dataset: DatasetInfo, { options }: Pick<NeedsContext, 'options'>): boolean {
  if (dataset.manifest.metrics.length === 0) return false;
  return options.source === 'counters' || !hasMessages(dataset);
}

export function hasMessages(dataset: DatasetInfo): boolean {
  return rowsOf(dataset, 'messages') > 0 && rowsOf(dataset, 'ranks') > 0;
}

function messageNeeds(dataset: DatasetInfo, { selection }: NeedsContext): Partial<MachineNeeds> {
  if (!hasMessages(dataset)) return {};
  const routes = rowsOf(dataset, 'routes');
  const hops = rowsOf(dataset, 'hops');
  const many = rowsOf(dataset, 'messages') > MOST_MESSAGES;
  const [from, to] = selection.time ?? [];
  const where =
    many && from !== undefined && to !== undefined
      ? [{ op: 'range' as const, column: 'send_start', from, to }]
      : undefined;
  return {
    messages: needTable('messages', many ? { where, orderBy: ['send_start'], limit: MOST_MESSAGES } : {}),
    ranks: needTable('ranks'),
    ...(routes > 0 && routes <= MOST_ROUTES ? { routes: needTable('routes') } : {}),
    ...(hops > 0 && hops <= MOST_HOPS ? { hops: needTable('hops') } : {}),
  };
}
