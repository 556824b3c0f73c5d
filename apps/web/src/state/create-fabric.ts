import { computed, type ReadonlySignal, type Signal } from '@preact/signals';
import {
  type Cube,
  type MetricInfo,
  type Network,
  rangeTotals,
  type Selection,
  stepRange,
} from '@weft/model';
import type { DatasetInfo, Fabric, RouteMarks } from '@weft/views';
import { unitOf } from './compose-unit.ts';
import { filterLinks } from './link-filter.ts';
import { evaluateLinks, type MetricPlan, planMetric } from './metric-plan.ts';
import { createRangeMaxima } from './range-maxima.ts';

/** What the selection leaves of the fabric. */
export interface Remainder {
  readonly links: number;
  readonly ofLinks: number;
  /** Sum over these links, or the largest where sums make no sense; null without a cube. */
  readonly amount: number | null;
}

export interface PageFabric extends Fabric {
  readonly network: ReadonlySignal<Network | null>;
  readonly remainder: ReadonlySignal<Remainder | null>;
  readonly aggregate: ReadonlySignal<Selection['aggregate']>;
  readonly plan: ReadonlySignal<MetricPlan | null>;
}

export interface FabricSources {
  readonly dataset: DatasetInfo;
  readonly selection: ReadonlySignal<Selection>;
  /** Those of the metric's parts, in their order. */
  readonly cubes: ReadonlySignal<readonly Cube[] | null>;
  readonly network: ReadonlySignal<Network | null>;
  readonly routes: ReadonlySignal<RouteMarks | null>;
  readonly switchesOf: Signal<'any' | 'all'>;
}

/** One metric over the time range, put together as asked. Has its own buffers. */
function createPart(cube: Cube) {
  const maxima = createRangeMaxima(cube);
  const next = createBuffers((length) => new Float64Array(length));
  return (metric: MetricInfo, aggregate: Selection['aggregate'], time: Selection['time']): Float64Array => {
    const buffer = next(cube.links);
    const [first, last] = stepRange(cube, time);
    if (aggregate === 'max') return maxima(first, last, buffer);
    rangeTotals(cube, first, last, buffer);
    return divide(buffer, divisor(cube, metric, aggregate, first, last));
  };
}

/** Recomputes once per change, into two buffers used in turn: nothing large is allocated while brushing. */
export function createFabric({
  dataset,
  selection,
  cubes,
  network,
  routes,
  switchesOf,
}: FabricSources): PageFabric {
  const metricName = computed(() => selection.value.metric);
  const plan = computed(() => planMetric(dataset.manifest, metricName.value));
  const metric = computed(() => plan.value?.info ?? null);
  const aggregate = computed(() => meaningfulAggregate(plan.value, selection.value.aggregate));
  const time = computed(() => selection.value.time);
  const parts = computed(() => cubes.value?.map(createPart) ?? null);
  const nextTotals = createBuffers((length) => new Float64Array(length));
  const nextVisible = createBuffers((length) => new Uint8Array(length));

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
    switchesOf,
    unit: computed(() => unitOf(plan.value, aggregate.value)),
    plan,
    remainder: computed(() => remainderOf(visible.value, totals.value, metric.value, aggregate.value)),
  };
}

/** Levels do not add up over time. */
function meaningfulAggregate(
  plan: MetricPlan | null,
  aggregate: Selection['aggregate'],
): Selection['aggregate'] {
  const level = plan?.parts.some(({ kind }) => kind === 'gauge') ?? false;
  return level && aggregate !== 'max' ? 'mean' : aggregate;
}

function divisor(
  cube: Cube,
  metric: MetricInfo,
  aggregate: Selection['aggregate'],
  first: number,
  last: number,
): number {
  if (aggregate === 'mean') return last - first;
  if (aggregate !== 'rate') return 1;
  const nanoseconds = cube.times[last] - cube.times[first];
  return metric.unit === 'ns' ? nanoseconds : nanoseconds / 1e9;
}

function divide(values: Float64Array, by: number): Float64Array {
  if (by === 1 || by === 0) return values;
  for (let i = 0; i < values.length; i++) values[i] /= by;
  return values;
}

function remainderOf(
  visible: Uint8Array | null,
  totals: Float64Array | null,
  metric: MetricInfo | null,
  aggregate: Selection['aggregate'],
): Remainder | null {
  if (!visible) return null;
  let links = 0;
  for (let link = 0; link < visible.length; link++) links += visible[link];
  const largest = aggregate === 'max' || metric?.kind === 'gauge';
  const amount = totals && (largest ? largestVisible(visible, totals) : sumVisible(visible, totals));
  return { links, ofLinks: visible.length, amount };
}

function sumVisible(visible: Uint8Array, totals: Float64Array): number {
  let sum = 0;
  for (let link = 0; link < visible.length; link++) sum += visible[link] * totals[link];
  return sum;
}

function largestVisible(visible: Uint8Array, totals: Float64Array): number {
  let largest = 0;
  for (let link = 0; link < visible.length; link++) {
    const value = visible[link] * totals[link];
    if (value > largest) largest = value;
  }
  return largest;
}

/** Two buffers in turn, so that a signal sees a new array without a new allocation. */
function createBuffers<A extends { readonly length: number }>(create: (length: number) => A) {
  let front = create(0);
  let back = create(0);
  return (length: number): A => {
    [front, back] = [back, front];
    if (front.length !== length) front = create(length);
    return front;
  };
}
