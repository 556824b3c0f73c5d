import type { CatalogEntry } from '@weft/protocol';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from '../page/page.ts';
import { type TaskState, useTask } from './use-task.ts';

const LOOK_AGAIN_MS = 5000;

type Entries = readonly CatalogEntry[];

/** What the server offers; while the page is seen, datasets that come and go are noticed. */
export function useCatalog(page: Page): { state: TaskState<Entries>; again: () => void } {
  const { state, again } = useTask(page.activity, (context) => page.api.listDatasets(context));
  const [newer, setNewer] = useState<Entries | null>(null);
  const { status } = state;
  useEffect(() => {
    setNewer(null);
    if (status !== 'done') return;
    const look = () => {
      if (document.visibilityState !== 'visible') return;
      page.api.listDatasets().then(setNewer, () => {});
    };
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [page, status]);
  return { state: status === 'done' && newer ? { status, result: newer } : state, again };
}

/** The same for menus: asked for once, when the first pictures are there; empty before. */
export function useCatalogLater(page: Page): Entries {
  const { state } = useTask(page.activity, (context) => page.api.listDatasets(context), 'later');
  return state.status === 'done' ? state.result : [];
}
