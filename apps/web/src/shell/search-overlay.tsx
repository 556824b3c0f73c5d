import { useState } from 'preact/hooks';
import type { Session } from '../session/session.ts';
import { Dialog } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { type SearchHit, search } from './search-index.ts';
import { useJobs } from './use-jobs.ts';

/** Finds vertices, links and jobs; Enter selects, Shift+Enter takes a vertex as destination. */
export function SearchOverlay({ session }: { session: Session }) {
  const { page, workspace } = session;
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const jobs = useJobs(session, true);
  const hits = search(text, workspace.linkValues.network.value, jobs);
  const at = Math.min(chosen, hits.length - 1);
  const close = () => {
    page.overlay.value = null;
  };
  const pick = (hit: SearchHit | undefined, destination: boolean) => {
    if (!hit) return;
    const { sources } = hit.change;
    workspace.select(destination && sources ? { destinations: sources } : hit.change);
    const kind = hit.kind === 'job' || hit.kind === 'link' ? hit.kind : 'vertex';
    workspace.found.value = { kind, id: hit.id, pod: hit.kind === 'pod' };
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setChosen(Math.min(at + 1, hits.length - 1));
    else if (event.key === 'ArrowUp') setChosen(Math.max(at - 1, 0));
    else if (event.key === 'Enter') pick(hits[at], event.shiftKey);
    else return;
    event.preventDefault();
  };
  return (
    <Dialog label="Search" class="search" onClose={close}>
      <div class="search-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label="Search hosts, switches, links and jobs"
          aria-expanded={hits.length > 0}
          aria-controls="search-hits"
          aria-activedescendant={hits.length > 0 ? `search-hit-${at}` : undefined}
          placeholder="Name or GUID, job, link 12, a -> b"
          spellcheck={false}
          autocomplete="off"
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id="search-hits" class="search-hits" role="listbox" aria-label="Found" tabIndex={-1}>
        {hits.map((hit, index) => (
          <button
            key={`${hit.kind} ${hit.id}`}
            id={`search-hit-${index}`}
            type="button"
            role="option"
            class="search-hit"
            tabIndex={-1}
            aria-selected={index === at}
            ref={index === at ? keepInSight : undefined}
            onPointerMove={() => setChosen(index)}
            onClick={(event) => pick(hit, event.shiftKey)}
          >
            <span class="search-kind">{hit.kind}</span>
            <span class="ellipsis">{hit.title}</span>
            <span class="search-detail ellipsis">{hit.detail}</span>
          </button>
        ))}
        {text.trim() !== '' && hits.length === 0 && <p class="search-none">Nothing has that name.</p>}
      </div>
      <footer class="search-keys">
        <span>
          <kbd>↑ ↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> select
        </span>
        <span>
          <kbd>Shift Enter</kbd> as destination
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
      </footer>
    </Dialog>
  );
}

function keepInSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
