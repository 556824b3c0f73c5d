import type { DatasetInfo } from '@weft/views';
import { useEffect, useRef } from 'preact/hooks';
import { openDataset } from '../page/open-dataset.ts';
import { navigate, type Page } from '../page/page.ts';
import { panelsOf } from '../panels/panel-tree.ts';
import { createSession, type Session } from '../session/session.ts';
import { Failure, Loading, ProgressBar } from './status.tsx';
import { preloadViews } from './use-loaded-view.ts';
import { useTask } from './use-task.ts';
import { Workbench } from './workbench.tsx';

/** Opens the dataset of the address, generating a study on its first visit. */
export function DatasetOpener({ page, id }: { page: Page; id: string }) {
  const { state, again } = useTask(page.activity, (context) => openDataset(page, id, context));
  if (state.status === 'done') return <OpenDataset page={page} dataset={state.result} />;
  return (
    <main class="page-status">
      {state.status === 'failed' ? (
        <Failure error={state.error} onRetry={again} />
      ) : state.progress ? (
        <div class="status">
          <ProgressBar progress={state.progress} label={`Generating ${id}`} />
        </div>
      ) : (
        <Loading progress={null} label={`Opening ${id}`} />
      )}
      <button type="button" class="button framed" onClick={() => navigate(page, '#/')}>
        {state.status === 'failed' ? 'Back to the gallery' : 'Cancel'}
      </button>
    </main>
  );
}

function OpenDataset({ page, dataset }: { page: Page; dataset: DatasetInfo }) {
  const session = useRef<Session | null>(null);
  session.current ??= openSession(page, dataset);
  const address = page.address.value;
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current !== address && address.dataset === dataset.id) session.current?.restore(address);
    shown.current = address;
  }, [address, dataset.id]);
  const { title } = dataset.manifest;
  useEffect(() => {
    document.title = `${title} – Weft`;
    return () => {
      document.title = 'Weft';
    };
  }, [title]);
  useEffect(() => () => session.current?.dispose(), []);
  return <Workbench session={session.current} />;
}

function openSession(page: Page, dataset: DatasetInfo): Session {
  const session = createSession(page, dataset, page.address.value);
  const shown = new Set(panelsOf(session.panels.value.root).map(({ view }) => view));
  preloadViews(page.views.filter(({ id }) => shown.has(id)));
  return session;
}
