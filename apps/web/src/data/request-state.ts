import type { ErrorFacts, Progress } from '@weft/model';

/** Where one request stands. */
export type RequestState =
  | { readonly status: 'loading'; readonly progress: Progress | null }
  | { readonly status: 'ready'; readonly data: unknown }
  | { readonly status: 'failed'; readonly error: ErrorFacts };
