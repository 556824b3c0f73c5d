import type { ErrorFacts, Progress } from '@weft/model';

/** Where one request stands. */
export type RequestState<Data = unknown> =
  | { readonly status: 'loading'; readonly progress: Progress | null }
  | { readonly status: 'ready'; readonly data: Data }
  | { readonly status: 'failed'; readonly error: ErrorFacts };
