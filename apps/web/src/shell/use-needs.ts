import type { ErrorFacts, Progress } from '@weft/model';
import type { Needs } from '@weft/views';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type Coordinator, requestKey, type Ticket } from '../data/coordinator.ts';
import type { RequestState } from '../data/request-state.ts';

export type NeedsState =
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
  const tickets = useRef<readonly (readonly [string, Ticket])[]>([]);
  const names = Object.keys(needs);
  const key = names.map((name) => `${name} ${requestKey(dataset, needs[name])}`).join('\n');
  const [held, setHeld] = useState<{ key: string; state: NeedsState }>({ key: '', state: LOADING });

  // Before the next paint: what is there already replaces the old without a flicker.
  useLayoutEffect(() => {
    const own = names.map((name) => [name, coordinator.want(dataset, needs[name])] as const);
    tickets.current = own;
    const update = () =>
      setHeld({
        key,
        state: joinStates(own.map(([name, { state }]) => [name, state.peek(), needs[name].later])),
      });
    const stops = own.map(([, { state }]) => state.subscribe(update));
    update();
    return () => {
      for (const stop of stops) stop();
      for (const [, ticket] of own) ticket.release();
    };
  }, [key]);

  return {
    state: held.key === key ? held.state : LOADING,
    retry: () => {
      for (const [, ticket] of tickets.current) ticket.retry();
    },
  };
}

/** Ready once everything is that does not come later. */
export function joinStates(states: readonly (readonly [string, RequestState, boolean?])[]): NeedsState {
  const errors = states.flatMap(([, state]) => (state.status === 'failed' ? [state.error] : []));
  if (errors.length > 0) return { status: 'failed', errors };
  const waiting = states.flatMap(([, state, later]) =>
    state.status === 'loading' && !later ? [state.progress] : [],
  );
  if (waiting.length > 0)
    return { status: 'loading', progress: waiting.find((progress) => progress !== null) ?? null };
  return {
    status: 'ready',
    data: Object.fromEntries(
      states.map(([name, state]) => [name, state.status === 'ready' ? state.data : null]),
    ),
  };
}
