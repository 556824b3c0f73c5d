import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type ErrorFacts, errorFacts } from '@weft/model';
import type { DatasetInfo } from '@weft/views';
import { openDataset } from '../page/open-dataset.ts';
import type { Page } from '../page/page.ts';
import type { PageWorkspace } from '../workspace/create-workspace.ts';
import type { PageHistory } from '../workspace/page-history.ts';
import { createSides, type Sides } from './create-sides.ts';

export type CompareState =
  | { readonly status: 'opening' }
  | { readonly status: 'failed'; readonly error: ErrorFacts }
  | { readonly status: 'ready'; readonly sides: Sides };

interface ComparingParts {
  readonly page: Page;
  readonly dataset: DatasetInfo;
  readonly workspace: PageWorkspace;
  readonly history: PageHistory;
}

interface Comparing {
  readonly state: ReadonlySignal<CompareState | null>;
  /** Opens the other side anew. */
  again(): void;
  dispose(): void;
}

/** Opens what is compared and keeps both sides alive as long as it is. */
export function createComparing({ page, dataset, workspace, history }: ComparingParts): Comparing {
  const target = computed(() => history.shown.value.compare);
  const attempts = signal(0);
  const state = signal<CompareState | null>(null);
  /** Moving the other time range is no reason to begin anew. */
  const key = () => {
    const wanted = target.value;
    return wanted && `${attempts.value} ${wanted.kind === 'dataset' ? wanted.id : wanted.kind}`;
  };
  let shown: string | null = null;
  let end = () => {};
  const begin = (other: DatasetInfo) => {
    const sides = createSides({ page, dataset, other, workspace, target, history });
    state.value = { status: 'ready', sides };
    end = sides.dispose;
  };
  const open = async (id: string) => {
    const abort = new AbortController();
    end = () => abort.abort();
    state.value = { status: 'opening' };
    const done = page.activity.begin();
    try {
      const other = await openDataset(page, id, { signal: abort.signal });
      if (!abort.signal.aborted) begin(other);
    } catch (error) {
      if (!abort.signal.aborted) state.value = { status: 'failed', error: errorFacts(error) };
    } finally {
      done();
    }
  };
  const stop = effect(() => {
    const next = key();
    if (next === shown) return;
    shown = next;
    end();
    end = () => {};
    state.value = null;
    const wanted = target.peek();
    if (!wanted) return;
    if (wanted.kind === 'dataset' && wanted.id !== dataset.id) void open(wanted.id);
    else queueMicrotask(() => shown === next && begin(dataset));
  });
  return {
    state,
    again: () => {
      attempts.value++;
    },
    dispose: () => {
      stop();
      end();
    },
  };
}
