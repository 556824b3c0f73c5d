import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { type Cube, type HoveredItem, NONE, type Selection } from '@weft/model';
import {
  type ComparedSide,
  type Comparison,
  type DataRequest,
  type DatasetInfo,
  type Fabric,
  needCube,
  needNetwork,
  needTable,
  type Workspace,
} from '@weft/views';
import type { RequestState } from '../data/request-state.ts';
import { createFabric, type PageFabric } from '../state/create-fabric.ts';
import { createRoutes } from '../state/create-routes.ts';
import type { PageWorkspace } from '../state/create-workspace.ts';
import { follow, followCubes, readyData } from '../state/follow-data.ts';
import type { Page } from '../state/page.ts';
import { alignCube, alignTotals } from './align-data.ts';
import { type AlignmentResult, alignNetworks } from './align-networks.ts';
import type { CompareTarget } from './compare-target.ts';
import { describeSide } from './describe-side.ts';
import { jobsByName, type Translation, translateHovered, translateSelection } from './translate-selection.ts';

/** What a panel shows: the data of one side, with a workspace of its own. */
export interface Side {
  readonly dataset: DatasetInfo;
  readonly workspace: Workspace & { readonly committed: ReadonlySignal<Selection> };
}

export interface Sides {
  readonly a: Side;
  readonly b: Side;
  readonly difference: Side;
  /** Why the two cannot be set side by side; null = they can, or the answer is on its way. */
  readonly reason: ReadonlySignal<string | null>;
  dispose(): void;
}

export interface SidesParts {
  readonly page: Page;
  readonly dataset: DatasetInfo;
  readonly other: DatasetInfo;
  readonly workspace: PageWorkspace;
  readonly target: Signal<CompareTarget | null>;
}

/** Side B follows the selection of side A, but for what is compared. */
export function createSides({ page, dataset, other, workspace, target }: SidesParts): Sides {
  const stops: (() => void)[] = [];
  const followOf =
    (of: DatasetInfo) =>
    <T>(request: () => DataRequest<T> | null): ReadonlySignal<T | null> => {
      const state = signal<RequestState | null>(null);
      stops.push(follow(page, of, request, state));
      return computed(() => readyData<T>(state.value));
    };
  const followA = followOf(dataset);
  const followB = followOf(other);
  const hasJobs = (of: DatasetInfo) => (of.manifest.tables.jobs?.rows ?? 0) > 0;
  const jobsA = followA(() => (hasJobs(dataset) ? needTable('jobs') : null));
  const jobsB = followB(() => (hasJobs(other) ? needTable('jobs') : null));
  const network = followB(needNetwork);
  const aligned = computed(
    (): AlignmentResult | null =>
      workspace.fabric.network.value &&
      network.value &&
      alignNetworks(workspace.fabric.network.value, network.value),
  );
  const alignment = computed(() =>
    aligned.value && 'alignment' in aligned.value ? aligned.value.alignment : null,
  );
  const translations = computed(() => {
    const same = dataset.id === other.id;
    const columns = [jobsA.value?.columns ?? null, jobsB.value?.columns ?? null] as const;
    return {
      toB: { numbering: alignment.value?.toB ?? null, job: same ? null : jobsByName(...columns) },
      toA: { numbering: alignment.value?.toA ?? null, job: same ? null : jobsByName(columns[1], columns[0]) },
    } satisfies Record<string, Translation>;
  });

  /** A drag in side B moves its time range before the target, and with it the address, changes. */
  const moved = signal<readonly [number, number] | null>(null);
  const selectionB = (of: Selection): Selection => {
    const base = translateSelection(of, translations.value.toB);
    return { ...base, ...compared(target.value, moved.value, jobsB.value?.columns ?? null, other) };
  };
  const selection = computed(() => selectionB(workspace.selection.value));
  const cubeState = signal<RequestState | null>(null);
  const cubes = computed(() => readyData<readonly Cube[]>(cubeState.value));
  const { marks, switchesOf } = createRoutes({ dataset: other, selection, network, follow: followB });
  const fabric = createFabric({ dataset: other, selection, cubes, network, routes: marks, switchesOf });
  stops.push(followCubes(page, other, () => fabric.plan.value, cubeState));

  const cubeOf = (ask: typeof followA, of: PageFabric) =>
    ask(() => (of.metric.value ? needCube(of.metric.value.name) : null));
  const cubeA = cubeOf(followA, workspace.fabric);
  const cubeB = cubeOf(followB, fabric);
  const labels = describeSide({ dataset, other, target, workspace, selection, jobs: jobsB });
  const a: ComparedSide = {
    label: labels.a,
    totals: workspace.fabric.totals,
    cube: cubeA,
    time: computed(() => workspace.selection.value.time),
  };
  const b: ComparedSide = {
    label: labels.b,
    totals: computed(() => alignTotals(fabric.totals.value, alignment.value)),
    cube: computed(() => alignCube(cubeB.value, alignment.value)),
    time: computed(() => selection.value.time),
  };
  const comparison = (shows: Comparison['shows']) => computed((): Comparison => ({ shows, a, b }));

  const selectInB = (change: Partial<Selection>, how: 'live' | 'commit' = 'commit'): void => {
    const { time, ...rest } = change;
    const kind = target.value?.kind;
    if (time !== undefined && kind === 'dataset') workspace.select(translated({ time }), how);
    if (time !== undefined && kind === 'time') moveTime(time, how);
    if (Object.keys(rest).length > 0)
      workspace.select(translated(kind === 'job' ? without(rest, 'jobs') : rest), how);
  };
  const translated = (change: Partial<Selection>) => translateSelection(change, translations.value.toA);
  const moveTime = (time: Selection['time'], how: 'live' | 'commit'): void => {
    const whole = other.manifest.timeRange ?? [0, 1];
    moved.value = how === 'live' ? (time ?? whole) : null;
    if (how === 'commit') target.value = { kind: 'time', time: time ?? whole };
  };
  const hovered = signal<HoveredItem | null>(null);
  stops.push(...linkHovered(workspace.hovered, hovered, () => translations.value));

  return {
    a: { dataset, workspace: { ...workspace, comparison: comparison('a') } },
    b: {
      dataset: other,
      workspace: {
        ...workspace,
        selection,
        committed: computed(() => selectionB(workspace.committed.value)),
        hovered,
        fabric,
        comparison: comparison('b'),
        select: selectInB,
      },
    },
    difference: {
      dataset,
      workspace: {
        ...workspace,
        // A range of values is one of amounts: it says nothing about differences.
        selection: computed(() => ({ ...workspace.selection.value, value: null, outside: false })),
        fabric: differenceFabric(workspace.fabric, fabric, b, alignment),
        comparison: comparison('difference'),
        select: (change, how) => workspace.select(without(without(change, 'value'), 'outside'), how),
      },
    },
    reason: computed(() => (aligned.value && 'reason' in aligned.value ? aligned.value.reason : null)),
    dispose: () => {
      for (const stop of stops) stop();
    },
  };
}

/** What side B has of its own. */
function compared(
  target: CompareTarget | null,
  moved: readonly [number, number] | null,
  jobs: { id: Int32Array; start: Float64Array; end: Float64Array } | null,
  { manifest }: DatasetInfo,
): Partial<Selection> {
  if (target?.kind === 'time') {
    const [from, to] = moved ?? target.time;
    return { time: [from, to] };
  }
  if (target?.kind !== 'job') return {};
  const row = jobs?.id.indexOf(target.job) ?? -1;
  if (!jobs || row < 0) return { jobs: [target.job] };
  const end = jobs.end[row] === NONE ? (manifest.timeRange?.[1] ?? jobs.start[row]) : jobs.end[row];
  return { jobs: [target.job], time: [jobs.start[row], end] };
}

function differenceFabric(
  a: PageFabric,
  fabricB: PageFabric,
  b: ComparedSide,
  alignment: ReadonlySignal<Parameters<typeof alignTotals>[1]>,
): Fabric {
  return {
    ...a,
    totals: computed(() => {
      const [before, after] = [a.totals.value, b.totals.value];
      return before && after && before.map((value, link) => after[link] - value);
    }),
    /** What either side shows. */
    visible: computed(() => {
      const [before, after] = [a.visible.value, fabricB.visible.value];
      if (!before || !after) return before;
      const links = alignment.value?.toB?.links;
      return before.map((value, link) => value | after[links ? links[link] : link]);
    }),
    routes: computed(() => null),
  };
}

/** The pointer over one side marks the same thing on the other. */
function linkHovered(
  a: Signal<HoveredItem | null>,
  b: Signal<HoveredItem | null>,
  translations: () => { toA: Translation; toB: Translation },
): (() => void)[] {
  return [
    effect(() => {
      b.value = translateHovered(a.value, translations().toB);
    }),
    effect(() => {
      const item = translateHovered(b.value, translations().toA);
      if (JSON.stringify(item) !== JSON.stringify(a.peek())) a.value = item;
    }),
  ];
}

function without<K extends keyof Selection>(change: Partial<Selection>, key: K): Partial<Selection> {
  const { [key]: _, ...rest } = change;
  return rest as Partial<Selection>;
}
