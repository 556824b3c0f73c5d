import type { Selection } from '@weft/model';
import { useEffect, useState } from 'preact/hooks';
import type { DatasetEntry } from '../api/dataset-entry.ts';
import { colourMaps } from '../state/colour-maps.ts';
import { navigate, type Page } from '../state/page.ts';
import type { Session } from '../state/session.ts';
import { switchTheme } from '../state/theme.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { stepTime } from './keyboard.ts';
import { Menu, type MenuItem } from './menu.tsx';
import { Wordmark } from './wordmark.tsx';

export function TopBar({ session }: { session: Session }) {
  const { page, workspace } = session;
  return (
    <header class="top-bar">
      <Wordmark />
      <DatasetMenu session={session} />
      <span class="divider" />
      <MetricChoice session={session} />
      <ColourChoice page={page} />
      <span class="divider" />
      <Transport session={session} />
      <span class="spacer" />
      <IconButton
        icon="undo"
        label="Undo"
        hint="Ctrl Z"
        disabled={!workspace.canUndo.value}
        onClick={workspace.undo}
      />
      <IconButton
        icon="redo"
        label="Redo"
        hint="Ctrl Shift Z"
        disabled={!workspace.canRedo.value}
        onClick={workspace.redo}
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
  const [entries, setEntries] = useState<readonly DatasetEntry[]>([]);
  useEffect(() => {
    page.api.listDatasets().then(setEntries, () => {});
  }, []);
  const items = (): MenuItem[] => [
    ...(['study', 'dataset'] as const).flatMap((kind) => entriesOfKind(entries, kind, page, dataset.id)),
    { kind: 'separator' },
    { kind: 'action', label: 'Gallery of all studies and datasets', onPick: () => navigate(page, '#/') },
    { kind: 'action', label: 'Reset the panels', onPick: session.resetPanels },
  ];
  return (
    <Menu label="Study or dataset" class="button dataset-button" items={items}>
      <span class="ellipsis">{dataset.manifest.title}</span>
      <Icon name="chevron" size={12} />
    </Menu>
  );
}

function entriesOfKind(
  entries: readonly DatasetEntry[],
  kind: DatasetEntry['kind'],
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

const aggregates: readonly (readonly [Selection['aggregate'], string])[] = [
  ['sum', 'sum'],
  ['mean', 'mean per step'],
  ['max', 'largest step'],
  ['rate', 'rate'],
];

function MetricChoice({ session: { dataset, workspace } }: { session: Session }) {
  const { metrics } = dataset.manifest;
  const { metric, aggregate } = workspace.fabric;
  if (!metric.value) return null;
  const gauge = metric.value.kind === 'gauge';
  return (
    <>
      <label class="choice">
        <span class="choice-label">Metric</span>
        <select
          value={metric.value.name}
          title={metric.value.doc}
          onChange={(event) =>
            workspace.select({ metric: event.currentTarget.value, value: null, outside: false })
          }
        >
          {metrics.map(({ name, unit }) => (
            <option key={name} value={name}>
              {unit && unit !== 'count' ? `${name} (${unit})` : name}
            </option>
          ))}
        </select>
        <Icon name="chevron" size={12} />
      </label>
      <label class="choice">
        <span class="visually-hidden">Aggregate over the time range</span>
        <select
          value={aggregate.value}
          title="How the steps of the time range are put together"
          onChange={(event) =>
            workspace.select({
              aggregate: event.currentTarget.value as Selection['aggregate'],
              value: null,
              outside: false,
            })
          }
        >
          {aggregates
            .filter(([name]) => !gauge || name === 'mean' || name === 'max')
            .map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
        </select>
        <Icon name="chevron" size={12} />
      </label>
    </>
  );
}

function ColourChoice({ page }: { page: Page }) {
  const map = colourMaps.find(({ name }) => name === page.colourMap.value) ?? colourMaps[0];
  return (
    <label class="choice">
      <span class="swatch" style={{ background: `linear-gradient(to right, ${map.stops.join(', ')})` }} />
      <span class="visually-hidden">Colour map</span>
      <select
        value={map.name}
        title="Colour map"
        onChange={(event) => {
          page.colourMap.value = event.currentTarget.value;
        }}
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
  const { player } = session;
  if (!player) return null;
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
    </fieldset>
  );
}
