import type { CatalogEntry } from '@weft/protocol';
import type { Page } from '../page/page.ts';
import { DatasetCard } from './dataset-card.tsx';
import { OwnData } from './own-data.tsx';
import { Failure, Loading, Status } from './status.tsx';
import { type SweepRun, SweepTable } from './sweep-table.tsx';
import { PageButtons } from './top-bar.tsx';
import { useCatalog } from './use-catalog.ts';
import { useGalleryKeys } from './use-gallery-keys.ts';
import { Welcome } from './welcome.tsx';
import { Wordmark } from './wordmark.tsx';

/** The start page: every study and dataset of the server. */
export function Gallery({ page }: { page: Page }) {
  const { state, again } = useCatalog(page);
  useGalleryKeys(page);
  return (
    <div class="gallery-page">
      <header class="top-bar">
        <Wordmark />
        <span class="spacer" />
        <PageButtons page={page} />
      </header>
      <main class="gallery">
        <Welcome />
        <OwnData page={page} />
        {state.status === 'running' && <Loading progress={state.progress} label="Looking for datasets" />}
        {state.status === 'failed' && <Failure error={state.error} onRetry={again} />}
        {state.status === 'done' && <Sections page={page} entries={state.result} />}
      </main>
    </div>
  );
}

function Sections({ page, entries }: { page: Page; entries: readonly CatalogEntry[] }) {
  if (entries.length === 0) {
    return (
      <Status icon="empty" title="No dataset yet">
        <p class="status-text">
          Import measurements with <code>weft import &lt;files&gt; -o my-dataset</code>, then open them with{' '}
          <code>weft serve my-dataset</code>. <code>weft demo</code> brings studies to start with.
        </p>
      </Status>
    );
  }
  return (
    <>
      {sweepsOf(entries).map(({ name, runs }) => (
        <SweepTable key={name} page={page} name={name} runs={runs} />
      ))}
      <Section
        page={page}
        title="Your datasets"
        entries={entries.filter(({ kind, sweep }) => kind === 'dataset' && !sweep)}
      />
      {studyGroups(entries).map((group) => (
        <Section
          key={group}
          page={page}
          title={group}
          entries={entries.filter(({ study }) => study?.group === group)}
        />
      ))}
    </>
  );
}

/** The sweeps that datasets belong to, their runs in the order of the sweep. */
function sweepsOf(entries: readonly CatalogEntry[]): { name: string; runs: SweepRun[] }[] {
  const all = entries.flatMap((entry) => {
    const { manifest, sweep } = entry;
    return manifest && sweep ? [{ entry, manifest, facts: sweep }] : [];
  });
  all.sort((a, b) => a.facts.index - b.facts.index);
  const names = [...new Set(all.map(({ facts }) => facts.name))].sort();
  return names.map((name) => ({ name, runs: all.filter(({ facts }) => facts.name === name) }));
}

/** The questions of the studies, in the order in which they come. */
function studyGroups(entries: readonly CatalogEntry[]): readonly string[] {
  return [...new Set(entries.flatMap(({ study }) => (study ? [study.group] : [])))];
}

function Section({ page, title, entries }: { page: Page; title: string; entries: readonly CatalogEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul class="cards">
        {entries.map((entry) => (
          <DatasetCard key={entry.id} page={page} entry={entry} />
        ))}
      </ul>
    </section>
  );
}
