import type { ErrorFacts } from '@weft/model';

/** What a pool tells one of its threads. */
export type ToThread<I> =
  | { readonly kind: 'task'; readonly input: I }
  | { readonly kind: 'handled' }
  | { readonly kind: 'cancel' };

/** What a thread tells its pool. One that is spent takes no other task. */
export type FromThread<M, R> =
  | { readonly kind: 'message'; readonly message: M }
  | { readonly kind: 'result'; readonly result: R; readonly isSpent: boolean }
  | { readonly kind: 'error'; readonly facts: ErrorFacts; readonly isSpent: boolean };
