import { computed, type ReadonlySignal } from '@preact/signals';
import {
  createBufferPair,
  createStepAggregator,
  evaluateLinks,
  filterLinks,
  largestRange,
  type MetricPlan,
  meaningfulAggregate,
  planMetric,
  type Remainder,
  remainderOf,
  unitOf,
} from '@weft/metrics';
import { type Cube, type Network, type Selection, stepRange, utilisationMetric } from '@weft/model';
import type { DatasetInfo, LinkValues, RouteMarks } from '@weft/views';

export interface PageLinkValues extends LinkValues {
  readonly network: ReadonlySignal<Network | null>;
  readonly remainder: ReadonlySignal<Remainder | null>;
  readonly aggregate: ReadonlySignal<Selection['aggregate']>;
  readonly plan: ReadonlySignal<MetricPlan | null>;
}

interface LinkValueSources {
  readonly dataset: DatasetInfo;
  readonly selection: ReadonlySignal<Selection>;
  /** Those of the metric's parts, in their order. */
  readonly cubes: ReadonlySignal<readonly Cube[] | null>;
  /** The whole run as one step, for sums while `cubes` are under way; null or left out: there is none. */
  readonly whole?: ReadonlySignal<Cube | null>;
  readonly network: ReadonlySignal<Network | null>;
  readonly routes: ReadonlySignal<RouteMarks | null>;
  /** Scales hold for every range as long as the active one; left out: they follow what is shown. */
  readonly held?: ReadonlySignal<boolean>;
}

/** Recomputes once per change, into two buffers used in turn: nothing large is allocated while brushing. */
export function createLinkValues({
  dataset,
  selection,
  cubes,
  whole,
  network,
  routes,
  held,
}: LinkValueSources): PageLinkValues {
  const metricName = computed(() => selection.value.metric);
  const plan = computed(() => planMetric(dataset.manifest, metricName.value));
  const metric = computed(() => plan.value?.info ?? null);
  const aggregate = computed(() => meaningfulAggregate(plan.value, selection.value.aggregate));
  const time = computed(() => selection.value.time);
  const parts = computed(() => {
    if (cubes.value) return cubes.value.map(createStepAggregator);
    const sums = time.value === null && isWholeRun(plan.value, aggregate.value) ? whole?.value : null;
    return sums && sums.metric === metric.value?.name ? [createStepAggregator(sums)] : null;
  });
  const rangeSteps = computed(() => {
    const cube = cubes.value?.[0];
    if (!cube || !held?.value) return 0;
    const [first, last] = stepRange(cube, time.value);
    return last - first;
  });
  const heldEnd = computed(() => {
    const cube = cubes.value?.length === 1 ? cubes.value[0] : null;
    if (!cube || rangeSteps.value === 0 || plan.value?.expression) return null;
    return largestRange(cube, rangeSteps.value, aggregate.value, metric.value?.unit ?? '');
  });
  const nextTotals = createBufferPair((length) => new Float64Array(length));
  const nextVisible = createBufferPair((length) => new Uint8Array(length));

  const totals = computed(() => {
    if (!plan.value || !parts.value || parts.value.length !== plan.value.parts.length) return null;
    const infos = plan.value.parts;
    const values = parts.value.map((part, i) => part(infos[i], aggregate.value, time.value));
    return plan.value.expression
      ? evaluateLinks(plan.value, values, nextTotals(values[0].length))
      : values[0];
  });
  const visible = computed(() => {
    if (!network.value) return null;
    return filterLinks(
      network.value,
      totals.value,
      selection.value,
      routes.value,
      nextVisible(network.value.linkCount),
    );
  });
  return {
    metric,
    aggregate,
    network,
    totals,
    visible,
    routes,
    heldEnd,
    unit: computed(() => unitOf(plan.value, aggregate.value)),
    plan,
    remainder: computed(() => remainderOf(visible.value, totals.value, metric.value, aggregate.value)),
  };
}

/** Does the whole run taken as one step have the aggregate of its steps? Shares of a capacity do: bytes over time. */
function isWholeRun(plan: MetricPlan | null, aggregate: Selection['aggregate']): boolean {
  return plan?.info.name === utilisationMetric.name ? aggregate === 'mean' : aggregate === 'sum';
}
