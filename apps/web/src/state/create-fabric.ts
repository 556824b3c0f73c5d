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
import { filterLinks } from './link-filter.ts';
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
}

export interface FabricSources {
  readonly dataset: DatasetInfo;
  readonly selection: ReadonlySignal<Selection>;
  readonly cube: ReadonlySignal<Cube | null>;
  readonly network: ReadonlySignal<Network | null>;
  readonly routes: ReadonlySignal<RouteMarks | null>;
  readonly switchesOf: Signal<'any' | 'all'>;
}

/** Recomputes once per change, into two buffers used in turn: nothing large is allocated while brushing. */
export function createFabric({
  dataset,
  selection,
  cube,
  network,
  routes,
  switchesOf,
}: FabricSources): PageFabric {
  const metric = computed(() => metricOf(dataset, selection.value.metric));
  const aggregate = computed(() => meaningfulAggregate(metric.value, selection.value.aggregate));
  const time = computed(() => selection.value.time);
  const maxima = computed(() => (cube.value ? createRangeMaxima(cube.value) : null));
  const nextTotals = createBuffers((length) => new Float64Array(length));
  const nextVisible = createBuffers((length) => new Uint8Array(length));

  const totals = computed(() => {
    if (!cube.value) return null;
    const buffer = nextTotals(cube.value.links);
    const [first, last] = stepRange(cube.value, time.value);
    if (aggregate.value === 'max') return maxima.value!(first, last, buffer);
    rangeTotals(cube.value, first, last, buffer);
    return divide(buffer, divisor(cube.value, metric.value, aggregate.value, first, last));
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
    unit: computed(() => unitOf(metric.value, aggregate.value)),
    remainder: computed(() => remainderOf(visible.value, totals.value, metric.value, aggregate.value)),
  };
}

function metricOf({ manifest }: DatasetInfo, name: string | null): MetricInfo | null {
  return manifest.metrics.find((metric) => metric.name === name) ?? manifest.metrics[0] ?? null;
}

/** Levels do not add up over time. */
function meaningfulAggregate(
  metric: MetricInfo | null,
  aggregate: Selection['aggregate'],
): Selection['aggregate'] {
  return metric?.kind === 'gauge' && aggregate !== 'max' ? 'mean' : aggregate;
}

function unitOf(metric: MetricInfo | null, aggregate: Selection['aggregate']): string {
  if (!metric) return '';
  const unit = metric.unit === 'count' ? '' : metric.unit;
  if (metric.kind === 'gauge' || aggregate === 'sum') return metric.unit;
  if (unit === 'ns') return aggregate === 'rate' ? 's/s' : 'ns';
  return aggregate === 'rate' ? `${unit}/s` : `${unit}/step`;
}

function divisor(
  cube: Cube,
  metric: MetricInfo | null,
  aggregate: Selection['aggregate'],
  first: number,
  last: number,
): number {
  if (aggregate === 'mean') return last - first;
  if (aggregate !== 'rate') return 1;
  const nanoseconds = cube.times[last] - cube.times[first];
  return metric?.unit === 'ns' ? nanoseconds : nanoseconds / 1e9;
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
  const largest = aggregate === 'max' || metric?.kind === 'gauge';
  let links = 0;
  let amount = 0;
  for (let link = 0; link < visible.length; link++) {
    if (visible[link] === 0) continue;
    links++;
    if (totals) amount = largest ? Math.max(amount, totals[link]) : amount + totals[link];
  }
  return { links, ofLinks: visible.length, amount: totals && amount };
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
