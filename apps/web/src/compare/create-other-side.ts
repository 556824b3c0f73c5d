import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { planMetric } from '@weft/metrics';
import { type HoveredItem, NONE, type Selection, type TableColumns, type TableFrame } from '@weft/model';
import {
  type Alignment,
  alignNetworks,
  jobsByName,
  type Translation,
  translateHovered,
  translateSelection,
} from '@weft/network';
import { type DatasetInfo, needNetwork, needTable } from '@weft/views';
import type { CompareTarget } from '../address/compare-target.ts';
import { createLinkValues, type PageLinkValues } from '../workspace/create-link-values.ts';
import { createRoutes } from '../workspace/create-routes.ts';
import type { PageWorkspace } from '../workspace/create-workspace.ts';
import type { SidesParts } from './create-sides.ts';
import type { Follower } from './follower.ts';

interface OtherSide {
  readonly workspace: PageWorkspace;
  readonly linkValues: PageLinkValues;
  readonly jobs: ReadonlySignal<TableFrame<'jobs'> | null>;
  readonly alignment: ReadonlySignal<Alignment | null>;
  readonly reason: ReadonlySignal<string | null>;
}

interface Translations {
  readonly toA: Translation;
  readonly toB: Translation;
}

/** Side B in its own numbers: what is chosen on one side is chosen on the other. */
export function createOtherSide(parts: SidesParts, follower: Follower): OtherSide {
  const { dataset, other, workspace, target } = parts;
  const follow = follower.of(other);
  const network = follow(needNetwork);
  const jobs = followJobs(follower, other);
  const jobsA = followJobs(follower, dataset);
  const aligned = computed(() => {
    const own = workspace.linkValues.network.value;
    return own && network.value && alignNetworks(own, network.value);
  });
  const alignment = computed(() =>
    aligned.value && 'alignment' in aligned.value ? aligned.value.alignment : null,
  );
  const translations = computed((): Translations => {
    const columns = [jobsA.value?.columns ?? null, jobs.value?.columns ?? null] as const;
    const same = dataset.id === other.id;
    return {
      toB: { numbering: alignment.value?.toB ?? null, job: same ? null : jobsByName(...columns) },
      toA: { numbering: alignment.value?.toA ?? null, job: same ? null : jobsByName(columns[1], columns[0]) },
    };
  });
  const selectionOf = (of: ReadonlySignal<Selection>) =>
    computed(() => ({
      ...translateSelection(of.value, translations.value.toB),
      metric: workspace.linkValues.metric.value?.name ?? of.value.metric,
      ...ownPart(target.value, jobs.value?.columns ?? null, other),
    }));
  const selection = selectionOf(workspace.selection);
  const routes = createRoutes({ dataset: other, selection, network, follow });
  const metric = computed(() => selection.value.metric);
  const cubes = follower.cubes(other, () => planMetric(other.manifest, metric.value));
  const linkValues = createLinkValues({
    dataset: other,
    selection,
    cubes,
    network,
    routes,
  });
  const hovered = signal<HoveredItem | null>(null);
  linkHovered(follower, workspace.hovered, hovered, translations);
  return {
    jobs,
    linkValues,
    alignment,
    reason: computed(() => {
      if (aligned.value && 'reason' in aligned.value) return aligned.value.reason;
      const wanted = workspace.linkValues.metric.value?.name;
      return wanted === linkValues.metric.value?.name ? null : `B has no metric ${wanted}.`;
    }),
    workspace: {
      ...workspace,
      selection,
      committed: selectionOf(workspace.committed),
      hovered,
      linkValues,
      select: createSelect(parts, translations),
    },
  };
}

function followJobs(follower: Follower, dataset: DatasetInfo) {
  const present = (dataset.manifest.tables.jobs?.rows ?? 0) > 0;
  return follower.of(dataset)(() => (present ? needTable('jobs') : null));
}

/** What side B has of its own. */
export function ownPart(
  target: CompareTarget | null,
  jobs: Pick<TableColumns<'jobs'>, 'id' | 'start' | 'end'> | null,
  { manifest }: DatasetInfo,
): Partial<Selection> {
  if (target?.kind === 'time') {
    const [from, to] = target.time;
    return { time: [from, to] };
  }
  if (target?.kind !== 'job') return {};
  const row = jobs?.id.indexOf(target.job) ?? -1;
  if (!jobs || row < 0) return { jobs: [target.job] };
  const end = jobs.end[row] === NONE ? (manifest.timeRange?.[1] ?? jobs.start[row]) : jobs.end[row];
  return { jobs: [target.job], time: [jobs.start[row], end] };
}

/** A choice on side B becomes one of side A, but for what side B has of its own. */
function createSelect(
  { workspace, target, other, history }: SidesParts,
  translations: ReadonlySignal<Translations>,
): PageWorkspace['select'] {
  return (change, how = 'commit') => {
    const { time, jobs, ...shared } = change;
    const kind = target.value?.kind;
    const forwarded: Partial<Selection> = {
      ...shared,
      ...(jobs !== undefined && kind !== 'job' && { jobs }),
      ...(time !== undefined && kind === 'dataset' && { time }),
    };
    if (time !== undefined && kind === 'time') {
      const range = time ?? other.manifest.timeRange ?? [0, 1];
      history.change({ compare: { kind: 'time', time: range } }, how);
    }
    if (Object.keys(forwarded).length > 0)
      workspace.select(translateSelection(forwarded, translations.value.toA), how);
  };
}

/** The pointer over one side marks the same thing on the other. */
function linkHovered(
  follower: Follower,
  a: Signal<HoveredItem | null>,
  b: Signal<HoveredItem | null>,
  translations: ReadonlySignal<Translations>,
): void {
  const pass = (from: Signal<HoveredItem | null>, to: Signal<HoveredItem | null>, how: keyof Translations) =>
    effect(() => {
      const item = translateHovered(from.value, translations.value[how]);
      if (JSON.stringify(item) !== JSON.stringify(to.peek())) to.value = item;
    });
  follower.add(pass(a, b, 'toB'));
  follower.add(pass(b, a, 'toA'));
}
