import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { MetricPlan } from '@weft/metrics';
import type { Cube } from '@weft/model';
import type { DataRequest, DatasetInfo } from '@weft/views';
import type { RequestState } from '../data/request-state.ts';
import type { Page } from '../page/page.ts';
import { follow, followCubes, readyData } from '../workspace/follow-data.ts';

/** Keeps a request wanted while it is not null and gives its data. */
export type Follow = <T>(request: () => DataRequest<T> | null) => ReadonlySignal<T | null>;

/** Requests of both sides, let go of together. */
export interface Follower {
  of(dataset: DatasetInfo): Follow;
  cubes(dataset: DatasetInfo, plan: () => MetricPlan | null): ReadonlySignal<readonly Cube[] | null>;
  add(stop: () => void): void;
  dispose(): void;
}

export function createFollower(page: Page): Follower {
  const stops: (() => void)[] = [];
  return {
    of:
      (dataset) =>
      <T>(request: () => DataRequest<T> | null) => {
        const state = signal<RequestState<T> | null>(null);
        stops.push(follow(page, dataset, request, state));
        return computed(() => readyData(state.value));
      },
    cubes: (dataset, plan) => {
      const state = signal<RequestState<readonly Cube[]> | null>(null);
      stops.push(followCubes(page, dataset, plan, state));
      return computed(() => readyData(state.value));
    },
    add: (stop) => stops.push(stop),
    dispose: () => {
      for (const stop of stops) stop();
    },
  };
}
