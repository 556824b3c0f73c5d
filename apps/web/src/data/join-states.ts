import type { RequestState } from './request-state.ts';

/** Several requests as one whose data is the list of theirs. */
export function joinStates(states: readonly RequestState[]): RequestState {
  const failed = states.find(({ status }) => status === 'failed');
  if (failed) return failed;
  const waiting = states.find(({ status }) => status === 'loading');
  if (waiting) return waiting;
  return { status: 'ready', data: states.map((state) => (state.status === 'ready' ? state.data : null)) };
}
