import { effect, type Signal } from '@preact/signals';
import type { MetricPlan } from '@weft/metrics';
import type { Cube } from '@weft/model';
import { type DataRequest, type DatasetInfo, needCube } from '@weft/views';
import { joinStates } from '../data/join-states.ts';
import type { RequestState } from '../data/request-state.ts';
import type { Page } from '../page/page.ts';

export function readyData<Data>(state: RequestState<Data> | null): Data | null {
  return state?.status === 'ready' ? state.data : null;
}

/** Keeps one request wanted, and its state in a signal; the request may change. */
export function follow<Data>(
  page: Page,
  dataset: DatasetInfo,
  request: () => DataRequest<Data> | null,
  state: Signal<RequestState<Data> | null>,
): () => void {
  return effect(() => {
    const wanted = request();
    if (!wanted) return;
    const ticket = page.coordinator.want(dataset.id, wanted);
    const stop = ticket.state.subscribe((value) => {
      state.value = value;
    });
    return () => {
      stop();
      ticket.release();
    };
  });
}

/** The cubes of a metric, all or none, in the order of its parts. */
export function followCubes(
  page: Page,
  dataset: DatasetInfo,
  plan: () => MetricPlan | null,
  state: Signal<RequestState<readonly Cube[]> | null>,
): () => void {
  return effect(() => {
    const names = plan()?.parts.map(({ name }) => name) ?? [];
    if (names.length === 0) return;
    const tickets = names.map((name) => page.coordinator.want(dataset.id, needCube(name)));
    const update = () => {
      state.value = joinStates(tickets.map((ticket) => ticket.state.peek()));
    };
    const stops = tickets.map((ticket) => ticket.state.subscribe(update));
    return () => {
      for (const stop of stops) stop();
      for (const ticket of tickets) ticket.release();
    };
  });
}
