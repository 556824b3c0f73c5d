import type { RequestState } from './request-state.ts';

/** Several requests as one whose data is the list of theirs. */
export function joinStates<Data>(states: readonly RequestState<Data>[]): RequestState<readonly Data[]> {
  const failed = states.find((state) => state.status === 'failed');
  if (failed) return failed;
  const waiting = states.find((state) => state.status === 'loading');
  if (waiting) return waiting;
  return { status: 'ready', data: states.flatMap((state) => (state.status === 'ready' ? [state.data] : [])) };
}
