import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import {
  countActivity,
  countQueues,
  createDeliveredBytes,
  createFlightState,
  createMessageQueues,
  type DeliveredBytes,
  type FlightState,
  flightsAt,
  heapUp,
  type MessageQueues,
  treeBlocks,
} from '@weft/analysis';
import { chooseRouting } from '../../kit/choose-routing.ts';
import type { DatasetInfo, Workspace } from '../../workspace.ts';
import { counterActivity } from './counter-activity.ts';
import { type LayerSummary, planTraffic, summariseLayers, type Traffic } from './machine-model.ts';
import type { MachineData } from './machine-needs.ts';
import type { MachineOptions } from './machine-options.ts';
import { createPlayback, type Playback } from './playback.ts';

/** What moves: the clock, and the messages or counters it shows. */
export interface Motion {
  /** The active time range. */
  readonly range: ReadonlySignal<readonly [number, number]>;
  readonly playback: Playback;
  readonly traffic: ReadonlySignal<Traffic | null>;
  readonly layers: ReadonlySignal<LayerSummary | null>;
  readonly moment: Moment;
  /** What takes its time, piece by piece: a frame each, so that none holds up the page. */
  readonly preparations: readonly (() => void)[];
  /** Messages under way when the picture was drawn last. */
  readonly underWay: Signal<number>;
}

/** What the clock changes; filled once per drawing, shared by all scenes. */
interface Moment {
  state: FlightState | null;
  delivered: DeliveredBytes | null;
  /** How busy each vertex is. */
  readonly activity: Float32Array;
  /** Who waits; empty where hops are not recorded. */
  readonly queues: MessageQueues;
  update(time: number): void;
}

/** `drawn` turns true after the first picture: only then are the routes of messages worked out. */
export function createMotion(
  dataset: DatasetInfo,
  data: MachineData,
  workspace: Workspace,
  options: MachineOptions,
  drawn: ReadonlySignal<boolean>,
): Motion {
  const { network } = data;
  const range = computed(
    () => workspace.selection.value.time ?? dataset.manifest.timeRange ?? ([0, 0] as const),
  );
  const playback = createPlayback({
    range: () => range.peek(),
    stepLength: () => stepLength(dataset, data, range.peek()),
    speed: () => options.speed.peek(),
    loop: () => options.loop.peek(),
    moment: options.moment,
  });
  const tree = computed(() => treeBlocks({ level: network.vertices.level, ...network.links }));
  const start = range.peek()[0];
  const routes = computed(() =>
    data.messages ? chooseRouting(dataset, network, data.routes ?? null, start) : null,
  );
  const planned = computed(() => routes.value && planTraffic(dataset, data, tree.value, routes.value));
  const summed = computed(() => summariseLayers(data, tree.value, workspace.selection.value.time));
  const traffic = computed(() => (drawn.value ? planned.value : null));
  const layers = computed(() => (drawn.value ? summed.value : null));
  const moment = createMoment(data, traffic, options);
  const preparations = [routes, planned, summed].map((part) => () => void part.peek());
  return { range, playback, traffic, layers, moment, preparations, underWay: signal(0) };
}

function createMoment(
  data: MachineData,
  traffic: ReadonlySignal<Traffic | null>,
  options: MachineOptions,
): Moment {
  const activity = new Float32Array(data.network.vertexCount);
  const queues = createMessageQueues(data.network.linkCount, data.network.vertexCount);
  const standing = new Int32Array(data.network.vertexCount);
  let planned: Traffic | null = null;
  const moment: Moment = {
    state: null,
    delivered: null,
    activity,
    queues,
    update(time) {
      const now = traffic.value;
      if (now !== planned) {
        planned = now;
        moment.state = now && createFlightState(now.flights);
        moment.delivered = now && createDeliveredBytes(now.flights, data.network.vertexCount);
      }
      if (now && moment.state) {
        flightsAt(now.flights, time, moment.state);
        countQueues(now.flights, moment.state, queues);
        heapUp(now.flights, moment.state, standing);
      }
      if (data.cube && (options.source.value === 'counters' || !now)) counterActivity(data, time, activity);
      else if (now && moment.state) countActivity(now.flights, moment.state, activity);
    },
  };
  return moment;
}

function stepLength(
  { manifest }: DatasetInfo,
  data: MachineData,
  [from, to]: readonly [number, number],
): number {
  if (data.cube && data.cube.steps > 0) return data.cube.times[1] - data.cube.times[0];
  return manifest.interval && !data.messages ? manifest.interval : (to - from) / 200;
}
