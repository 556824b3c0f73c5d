import type { ErrorFacts, Progress } from '@weft/model';
import type { DataRequest, Needs } from '@weft/views';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Coordinator, requestKey, type Ticket } from '../data/coordinator.ts';
import type { RequestState } from '../data/request-state.ts';

type NeedsState =
  | { readonly status: 'loading'; readonly progress: Progress | null }
  | { readonly status: 'ready'; readonly data: Readonly<Record<string, unknown>> }
  | { readonly status: 'failed'; readonly errors: readonly ErrorFacts[] };

const LOADING: NeedsState = { status: 'loading', progress: null };

/** Holds the requests of one view for as long as it needs them. */
export function useNeeds(
  coordinator: Coordinator,
  dataset: string,
  needs: Needs,
): { state: NeedsState; retry: () => void } {
  const tickets = useRef<readonly Ticket[]>([]);
  const key = Object.entries(needs)
    .map(([name, need]) =>
      [name, ...requestsOf(need).map((request) => requestKey(request.dataset ?? dataset, request))].join(' '),
    )
    .join('\n');
  const asked = useRef({ key, needs });
  if (asked.current.key !== key) asked.current = { key, needs };
  const wanted = asked.current;
  const [held, setHeld] = useState<{ key: string; state: NeedsState }>({ key: '', state: LOADING });

  // Before the next paint: what is there already replaces the old without a flicker.
  useLayoutEffect(() => {
    const own = new Map<DataRequest, Ticket>();
    for (const request of new Set(Object.values(wanted.needs).flatMap(requestsOf))) {
      own.set(request, coordinator.want(request.dataset ?? dataset, request));
    }
    tickets.current = [...own.values()];
    const stateOf = (request: DataRequest): RequestState => own.get(request)?.state.peek() ?? LOADING_REQUEST;
    const update = () => setHeld({ key: wanted.key, state: joinNeeds(wanted.needs, stateOf) });
    const stops = tickets.current.map(({ state }) => state.subscribe(update));
    update();
    return () => {
      for (const stop of stops) stop();
      for (const ticket of own.values()) ticket.release();
    };
  }, [coordinator, dataset, wanted]);

  return {
    state: held.key === key ? held.state : LOADING,
    retry: () => {
      for (const ticket of tickets.current) ticket.retry();
    },
  };
}

const LOADING_REQUEST: RequestState = { status: 'loading', progress: null };

function requestsOf(need: Needs[string]): readonly DataRequest[] {
  return 'kind' in need ? [need] : need;
}

/** Ready once everything is that does not come later. */
export function joinNeeds(needs: Needs, stateOf: (request: DataRequest) => RequestState): NeedsState {
  const requests = Object.values(needs).flatMap(requestsOf);
  const errors = requests.flatMap((request) => {
    const state = stateOf(request);
    return state.status === 'failed' && !request.settled ? [state.error] : [];
  });
  if (errors.length > 0) return { status: 'failed', errors };
  const waiting = requests.flatMap((request) => {
    const state = stateOf(request);
    const waits = !request.later && !request.settled;
    return state.status === 'loading' && waits ? [state.progress] : [];
  });
  if (waiting.length > 0)
    return { status: 'loading', progress: waiting.find((progress) => progress !== null) ?? null };
  const dataOf = (request: DataRequest): unknown => {
    const state = stateOf(request);
    if (request.settled) return state;
    return state.status === 'ready' ? state.data : null;
  };
  const data = Object.entries(needs).map(([name, need]) => [
    name,
    'kind' in need ? dataOf(need) : need.map(dataOf),
  ]);
  return { status: 'ready', data: Object.fromEntries(data) };
}
