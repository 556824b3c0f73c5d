import type { Page } from '../page/page.ts';
import { DatasetOpener } from './dataset-opener.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Gallery } from './gallery.tsx';
import { HelpOverlay } from './help-overlay.tsx';

export function App({ page }: { page: Page }) {
  const { dataset } = page.address.value;
  return (
    <>
      <ErrorBoundary key={dataset}>
        {dataset === null ? <Gallery page={page} /> : <DatasetOpener page={page} id={dataset} />}
      </ErrorBoundary>
      {page.overlay.value === 'help' && <HelpOverlay page={page} />}
      {page.notice.value && (
        <output class="notice" aria-live="polite">
          {page.notice.value}
        </output>
      )}
    </>
  );
}
