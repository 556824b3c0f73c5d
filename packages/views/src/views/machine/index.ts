import type { Cube, Network } from '@weft/model';
import { type DataRequest, needCube, needNetwork, needTable, type TableFrame } from '../../data-request.ts';
import { LANL } from '../../papers.ts';
import { defineView, type NeedsContext } from '../../view.ts';
import type { DatasetInfo } from '../../workspace.ts';
import { Machine } from './machine.tsx';

/** The network always; messages with their placement and routes, or counters, as the dataset has them. */
export type MachineNeeds = Readonly<Record<string, DataRequest>>;

export interface MachineData {
  readonly network: Network;
  readonly messages?: TableFrame<'messages'>;
  readonly ranks?: TableFrame<'ranks'>;
  readonly routes?: TableFrame<'routes'>;
  readonly cube?: Cube;
}

/** More messages than this are shown from the start of the active time range on. */
export const MOST_MESSAGES = 500_000;
/** Larger forwarding tables are computed instead of fetched. */
const MOST_ROUTES = 4_000_000;

export const machine = defineView<MachineNeeds>({
  id: 'machine',
  title: 'Machine',
  help:
    'Every host and switch has its place in one of thirteen representations, from wiring diagrams (QS, DL, DC, DR) over layered blocks (LB) to compact cells that show 65,536 hosts at once (F1, HT); press play and messages travel along their links while switches brighten in the colour of their layer. ' +
    'Click a switch or host to choose it as a source, shift-click as a destination, click a message to follow it; drag turns, the wheel zooms, W A S D Q E and arrows fly. ' +
    `Traffic between neighbours stays in the low layers and leaves the centre of HT dark, uniform traffic lights it up: the bars say which share of the messages turns at which layer (${LANL}).`,
  refuses: ({ manifest }) =>
    (manifest.tables.vertices?.rows ?? 0) === 0
      ? 'This dataset has no network. Import it together with a fabric dump (ibnetdiscover, topology file) and a placement of ranks on hosts, or simulate the program on a machine.'
      : null,
  needs: (dataset, metric, context) => ({
    network: needNetwork(),
    ...messageNeeds(dataset, context),
    ...(usesCounters(dataset, context) && metric ? { cube: needCube(metric) } : {}),
  }),
  Component: Machine,
});

export function rowsOf({ manifest }: DatasetInfo, table: string): number {
  return manifest.tables[table]?.rows ?? 0;
}

/** Whether the animation shows counters: where there are no messages, or the reader asks for it. */
export function usesCounters(dataset: DatasetInfo, { options }: Pick<NeedsContext, 'options'>): boolean {
  if (dataset.manifest.metrics.length === 0) return false;
  return options.source === 'counters' || !hasMessages(dataset);
}

export function hasMessages(dataset: DatasetInfo): boolean {
  return rowsOf(dataset, 'messages') > 0 && rowsOf(dataset, 'ranks') > 0;
}

function messageNeeds(dataset: DatasetInfo, { selection }: NeedsContext): MachineNeeds {
  if (!hasMessages(dataset)) return {};
  const routes = rowsOf(dataset, 'routes');
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
  };
}
