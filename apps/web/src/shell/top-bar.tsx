import type { CatalogEntry } from '@weft/protocol';
import { colourMaps, colourStrip } from '../page/colour-maps.ts';
import { navigate, type Page, showAbout } from '../page/page.ts';
import { switchTheme } from '../page/theme.ts';
import type { Session } from '../session/session.ts';
import { CompareMenu } from './compare-menu.tsx';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { stepTime } from './keyboard.ts';
import { LiveButton } from './live-button.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import { MetricChoice } from './metric-choice.tsx';
import { useCatalogLater } from './use-catalog.ts';
import { Wordmark } from './wordmark.tsx';

export function TopBar({ session }: { session: Session }) {
  const { page, history } = session;
  return (
    <header class="top-bar">
      <h1 class="visually-hidden">{session.dataset.manifest.title}</h1>
      <Wordmark />
      <DatasetMenu session={session} />
      <span class="divider" />
      <MetricChoice session={session} />
      <ColourChoice session={session} />
      <CompareMenu session={session} />
      <span class="divider" />
      <Transport session={session} />
      <span class="spacer" />
      <IconButton
        icon="undo"
        label="Undo"
        hint="Ctrl Z"
        disabled={!history.canUndo.value}
        onClick={history.undo}
      />
      <IconButton
        icon="redo"
        label="Redo"
        hint="Ctrl Shift Z"
        disabled={!history.canRedo.value}
        onClick={history.redo}
      />
      <span class="divider" />
      <SearchButton page={page} />
      <PageButtons page={page} />
    </header>
  );
}

export function PageButtons({ page }: { page: Page }) {
  const other = page.theme.value === 'dark' ? 'light' : 'dark';
  return (
    <>
      <IconButton
        icon="help"
        label="Help"
        hint="?"
        onClick={() => {
          page.overlay.value = 'help';
        }}
      />
      <IconButton icon="theme" label={`Use the ${other} theme`} onClick={() => switchTheme(page.theme)} />
    </>
  );
}

function SearchButton({ page }: { page: Page }) {
  return (
    <button
      type="button"
      class="search-button"
      aria-label="Search"
      onClick={() => {
        page.overlay.value = 'search';
      }}
    >
      <Icon name="search" size={14} />
      <span class="search-label">Search</span>
      <kbd>/</kbd>
    </button>
  );
}

function DatasetMenu({ session }: { session: Session }) {
  const { page, dataset } = session;
  const entries = useCatalogLater(page);
  const items = (): MenuItem[] => [
    ...(['study', 'dataset'] as const).flatMap((kind) => entriesOfKind(entries, kind, page, dataset.id)),
    { kind: 'separator' },
    { kind: 'action', label: 'About this dataset', onPick: () => showAbout(page) },
    { kind: 'action', label: 'Gallery of all studies and datasets', onPick: () => navigate(page, '#/') },
    { kind: 'action', label: 'Reset the panels', onPick: session.resetPanels },
  ];
  return (
    <Menu label={`Study or dataset: ${dataset.manifest.title}`} class="button dataset-button" items={items}>
      <span class="dataset-title">{dataset.manifest.title}</span>
      <Icon name="chevron" size={12} />
    </Menu>
  );
}

function entriesOfKind(
  entries: readonly CatalogEntry[],
  kind: CatalogEntry['kind'],
  page: Page,
  current: string,
): MenuItem[] {
  const own = entries.filter((entry) => entry.kind === kind);
  if (own.length === 0) return [];
  return [
    { kind: 'heading', label: kind === 'study' ? 'Studies' : 'Datasets' },
    ...own.map(
      (entry): MenuItem => ({
        kind: 'action',
        label: entry.title,
        checked: entry.id === current,
        onPick: () => navigate(page, `#/d/${encodeURIComponent(entry.id)}`),
      }),
    ),
  ];
}

function ColourChoice({ session }: { session: Session }) {
  const { page, history } = session;
  const map = colourMaps.find(({ name }) => name === page.colourMap.value) ?? colourMaps[0];
  return (
    <label class="choice">
      <span class="swatch" style={{ background: colourStrip(map.name, page.theme.value) }} />
      <span class="visually-hidden">Colour map</span>
      <select
        value={map.name}
        title="Colour map"
        onChange={(event) => history.change({ colours: event.currentTarget.value }, 'commit')}
      >
        {colourMaps.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </select>
      <Icon name="chevron" size={12} />
    </label>
  );
}

function Transport({ session }: { session: Session }) {
  const { player, timeScale, history } = session;
  const held = history.shown.value.heldScale;
  if (!timeScale.value) return null;
  const playing = player.playing.value;
  return (
    <fieldset class="transport" aria-label="Time">
      <IconButton
        icon="previous"
        label="Earlier"
        hint="←"
        onClick={(event) => stepTime(session, -1, event)}
      />
      <IconButton
        icon={playing ? 'pause' : 'play'}
        label={playing ? 'Pause' : 'Play'}
        hint="Space"
        onClick={player.toggle}
      />
      <IconButton icon="next" label="Later" hint="→" onClick={(event) => stepTime(session, 1, event)} />
      <IconButton
        icon="hold"
        label="Hold the scales"
        hint="every time range as long as this one is drawn to the same scale; while it plays, always"
        pressed={held}
        onClick={() => history.change({ heldScale: !held }, 'commit')}
      />
      <LiveButton session={session} />
    </fieldset>
  );
}
