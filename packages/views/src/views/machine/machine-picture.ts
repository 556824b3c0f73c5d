import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import {
  countActivity,
  createDeliveredBytes,
  createFlightState,
  type DeliveredBytes,
  type FlightState,
  flightsAt,
  treeBlocks,
  treeLevels,
} from '@weft/analysis';
import { themeColours } from '@weft/draw';
import { layouts, layoutsFor } from '@weft/layout';
import { sharedRenderer } from '../../kit/shared-renderer.ts';
import type { DatasetInfo, Workspace } from '../../workspace.ts';
import { type Attribute, linkAttributes, vertexAttributes } from './attributes.ts';
import { fitPose, type Pose, parsePose, type Viewpoint } from './camera-pose.ts';
import { counterActivity } from './counter-activity.ts';
import { type LayerSummary, planTraffic, summariseLayers, type Traffic } from './machine-model.ts';
import type { MachineData } from './machine-needs.ts';
import type { MachineOptions } from './machine-options.ts';
import { createMachineScene, type MachineScene, mostConcurrent } from './machine-scene.ts';
import { createPlayback, type Playback } from './playback.ts';
import { createStage, type Stage } from './stage.ts';
import { createStageCamera, type StageCamera, type Viewport } from './stage-camera.ts';

/** Figure 2 of the paper: front row, then LB behind it. */
export const SIX = ['DL', 'DR', 'DC', 'HT', 'F1', 'LB'] as const;

/** The state of one machine view: what is on stage, from where it is seen, and when. */
export interface MachinePicture {
  readonly data: MachineData;
  readonly workspace: Workspace;
  readonly dataset: DatasetInfo;
  readonly options: MachineOptions;
  /** Names of the representations this network has, best first. */
  readonly representations: readonly { readonly name: string; readonly title: string }[];
  readonly representation: ReadonlySignal<string>;
  readonly scenes: ReadonlySignal<readonly MachineScene[]>;
  /** Why the reader's own generating functions cannot be drawn. */
  readonly fault: ReadonlySignal<string | null>;
  readonly flat: ReadonlySignal<boolean>;
  readonly pose: Signal<Pose | null>;
  /** The first picture is on screen: what takes its time, such as the ways of messages, may follow. */
  readonly drawn: Signal<boolean>;
  /** While a hand or a flight moves the camera. */
  readonly moving: Signal<boolean>;
  readonly size: Signal<{ readonly width: number; readonly height: number }>;
  readonly traffic: ReadonlySignal<Traffic | null>;
  readonly layers: ReadonlySignal<LayerSummary | null>;
  readonly range: ReadonlySignal<readonly [number, number]>;
  readonly playback: Playback;
  readonly flights: FlightFrame;
  /** Levels of the tree; 0 = the network is none. */
  readonly levels: number;
  /** Made when first asked for. */
  readonly vertexAttributes: ReadonlySignal<readonly Attribute[]>;
  readonly linkAttributes: ReadonlySignal<readonly Attribute[]>;
  readonly cameras: readonly StageCamera[];
  /** Messages under way in the last frame. */
  readonly underWay: Signal<number>;
  viewports(): readonly Viewport[];
  poseOf(scene: number): Pose;
  /** From where the whole of a scene is seen. */
  fitted(scene: number, view?: Viewpoint): Pose;
  goTo(view: Viewpoint): void;
  dispose(): void;
}

/** What the clock changes; filled once a frame, shared by all scenes. */
export interface FlightFrame {
  state: FlightState | null;
  delivered: DeliveredBytes | null;
  readonly activity: Float32Array;
  update(time: number): void;
}

export function createMachinePicture(
  dataset: DatasetInfo,
  data: MachineData,
  workspace: Workspace,
  options: MachineOptions,
): MachinePicture {
  const { network } = data;
  const representations = layoutsFor(network).map(({ name, title }) => ({ name, title }));
  const representation = computed(() => {
    const wanted = options.representation.value;
    return representations.some(({ name }) => name === wanted) ? wanted : representations[0].name;
  });
  const range = computed(
    () => workspace.selection.value.time ?? dataset.manifest.timeRange ?? ([0, 0] as const),
  );
  const playback = createPlayback({
    range: () => range.peek(),
    stepLength: () => stepLength(dataset, data, range.peek()),
    speed: () => options.speed.peek(),
    loop: () => options.loop.peek(),
  });
  const drawn = signal(false);
  const tree = computed(() => treeBlocks({ level: network.vertices.level, ...network.links }));
  const start = range.peek()[0];
  const traffic = computed(() =>
    data.messages && drawn.value ? planTraffic(dataset, data, tree.value, start) : null,
  );
  const staged = createScenes(data, options, representation, representations, traffic);
  const flat = computed(() => {
    const { space, six } = options;
    if (six.value) return false;
    return space.value === 'auto' ? (staged.scenes.value[0]?.stage.flat ?? true) : space.value === '2d';
  });
  const size = signal({ width: 1, height: 1 });
  const pose = signal<Pose | null>(parsePose(options.camera.peek()));
  const cameras = Array.from({ length: SIX.length }, createStageCamera);
  const viewports = (): readonly Viewport[] => viewportsOf(staged.scenes.peek().length, size.peek());
  const standard = (stage: Stage): Viewpoint => (flat.peek() ? stage.face : 'iso');
  const fitted = (scene: number, view?: Viewpoint): Pose => {
    const { stage } = staged.scenes.peek()[scene];
    const { width, height } = viewports()[scene];
    return fitPose(stage, view ?? standard(stage), width / height);
  };
  return {
    data,
    workspace,
    dataset,
    options,
    representations,
    representation,
    scenes: staged.scenes,
    fault: staged.fault,
    flat,
    pose,
    drawn,
    moving: signal(false),
    size,
    traffic,
    layers: computed(() =>
      drawn.value ? summariseLayers(data, tree.value, workspace.selection.value.time) : null,
    ),
    range,
    playback,
    flights: createFlightFrame(data, traffic, options),
    levels: treeLevels(network.vertices.level),
    vertexAttributes: computed(() => vertexAttributes(network)),
    linkAttributes: computed(() => linkAttributes(network)),
    cameras,
    underWay: signal(0),
    viewports,
    poseOf(scene) {
      const own = pose.value;
      if (!own) return fitted(scene);
      return scene === 0 ? own : linkedPose(own, fitted(0), fitted(scene));
    },
    fitted,
    goTo(view) {
      pose.value = fitted(0, view);
    },
    dispose: staged.dispose,
  };
}

/** The same move around another stage: as far from its fitted pose as `own` is from that of the first. */
function linkedPose(own: Pose, first: Pose, fit: Pose): Pose {
  const target = fit.target.map((value, axis) => value + own.target[axis] - first.target[axis]);
  return {
    ...own,
    target: target as unknown as Pose['target'],
    distance: (fit.distance * own.distance) / first.distance,
  };
}

function createScenes(
  data: MachineData,
  options: MachineOptions,
  representation: ReadonlySignal<string>,
  known: readonly { readonly name: string }[],
  traffic: ReadonlySignal<Traffic | null>,
) {
  const fault = signal<string | null>(null);
  let made: MachineScene[] = [];
  const dispose = (): void => {
    for (const scene of made) scene.dispose();
    made = [];
  };
  const names = computed(() =>
    options.six.value
      ? SIX.filter((name) => known.some((other) => other.name === name)).join()
      : representation.value,
  );
  const stages = computed((): readonly Stage[] => {
    const { scale, a, b } = options;
    const settings = { scale: scale.value, a: a.value, b: b.value };
    const list = (names.value || representation.value).split(',');
    try {
      const found = list.map((name) => createStage(data.network, name, settings));
      queueMicrotask(() => {
        fault.value = null;
      });
      return found;
    } catch (error) {
      queueMicrotask(() => {
        fault.value = (error as Error).message;
      });
      return list.map((name) => createStage(data.network, name, { scale: 1, a: '', b: '' }));
    }
  });
  const concurrent = computed(() => (traffic.value ? mostConcurrent(traffic.value.flights) : 0));
  const scenes = computed((): readonly MachineScene[] => {
    dispose();
    made = stages.value.map((stage) => createMachineScene(data.network, stage, concurrent.value));
    return made;
  });
  return { scenes, fault, dispose };
}

function createFlightFrame(
  data: MachineData,
  traffic: ReadonlySignal<Traffic | null>,
  options: MachineOptions,
): FlightFrame {
  const activity = new Float32Array(data.network.vertexCount);
  let planned: Traffic | null = null;
  const frame: FlightFrame = {
    state: null,
    delivered: null,
    activity,
    update(time) {
      const now = traffic.value;
      if (now !== planned) {
        planned = now;
        frame.state = now && createFlightState(now.flights);
        frame.delivered = now && createDeliveredBytes(now.flights, data.network.vertexCount);
      }
      if (now && frame.state) flightsAt(now.flights, time, frame.state);
      if (data.cube && (options.source.value === 'counters' || !now)) counterActivity(data, time, activity);
      else if (now && frame.state) countActivity(now.flights, frame.state, activity);
    },
  };
  return frame;
}

function stepLength(
  { manifest }: DatasetInfo,
  data: MachineData,
  [from, to]: readonly [number, number],
): number {
  if (data.cube && data.cube.steps > 0) return data.cube.times[1] - data.cube.times[0];
  return manifest.interval && !data.messages ? manifest.interval : (to - from) / 200;
}

/** Side by side: as square as the panel allows, three in a row for six. */
function viewportsOf(count: number, { width, height }: { width: number; height: number }): Viewport[] {
  const columns = count <= 1 ? 1 : width > height ? Math.ceil(count / 2) : 2;
  const rows = Math.ceil(count / columns);
  return Array.from({ length: Math.max(1, count) }, (_, i) => {
    const x = Math.round(((i % columns) * width) / columns);
    const y = Math.round((Math.floor(i / columns) * height) / rows);
    return { x, y, width: Math.floor(width / columns), height: Math.floor(height / rows) };
  });
}

/** Draws what `prepare` left on the stages into the canvas; twice, side by side, in stereo. */
export function renderPicture(
  picture: MachinePicture,
  canvas: HTMLCanvasElement,
  ratio: number,
  samples: number,
): boolean {
  const deep = !picture.flat.value;
  const stereo = picture.options.stereo.value && deep;
  const parts = picture.viewports().flatMap((viewport, i) => {
    const { scene, setView } = picture.scenes.value[i];
    const pose = picture.poseOf(i);
    const eyes = stereo ? [-1, 1] : [0];
    const width = Math.max(1, Math.floor((viewport.width * ratio) / eyes.length));
    const height = Math.max(1, Math.round(viewport.height * ratio));
    setView({ width: width * samples, height: height * samples, ratio: ratio * samples, deep });
    return eyes.map((eye, side) => {
      const view = stereo && side === 1 ? createStageCamera() : picture.cameras[i];
      const camera = view.place(pose, !deep, width / height, eye * 0.03 * pose.distance);
      return {
        scene,
        camera,
        x: Math.round(viewport.x * ratio) + side * width,
        y: Math.round(viewport.y * ratio),
        width,
        height,
      };
    });
  });
  return sharedRenderer().renderParts(parts, canvas, samples);
}

export function coloursOf(picture: MachinePicture) {
  return themeColours(picture.workspace.theme.value);
}

export function layoutNamed(name: string) {
  return layouts.find((layout) => layout.name === name);
}
