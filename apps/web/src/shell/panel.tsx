import type { ViewExporter } from '@weft/views';
import { useRef, useState } from 'preact/hooks';
import type { AnyView } from '../page/page.ts';
import { refusalOf } from '../page/refusal.ts';
import type { Rect } from '../panels/panel-rects.ts';
import { closePanel, type PanelLeaf, replaceView, toggleMaximised } from '../panels/panel-tree.ts';
import type { Session } from '../session/session.ts';
import { Icon } from './icon.tsx';
import { IconButton } from './icon-button.tsx';
import { Menu } from './menu.tsx';
import { panelMenuItems, viewMenuItems } from './panel-menu.ts';
import { SideBadge, SidedView } from './sided-view.tsx';
import { Status } from './status.tsx';

/** Height of a panel's title; the rest is the view's. */
const TITLE_HEIGHT = 28;

interface PanelProps {
  readonly session: Session;
  readonly panel: PanelLeaf;
  readonly rect: Rect;
  readonly maximised: boolean;
  readonly dragged: number | null;
  readonly onDrag: (id: number | null) => void;
  readonly onDrop: (id: number) => void;
}

export function Panel({ session, panel, rect, maximised, dragged, onDrag, onDrop }: PanelProps) {
  const view = session.page.views.find(({ id }) => id === panel.view) ?? null;
  const exporter = useExporterOf(panel.view);
  const [reading, setReading] = useState(false);
  const title = view?.title ?? (panel.view ? `No view "${panel.view}"` : 'Choose a view');
  const target = dragged !== null && dragged !== panel.id;
  const update = session.changePanels;
  return (
    <section
      class={`panel${target ? ' drop-target' : ''}${maximised ? ' maximised' : ''}`}
      aria-label={title}
      data-panel={panel.id}
      data-view={panel.view ?? ''}
      style={{
        left: `${rect.x}px`,
        top: `${rect.y}px`,
        width: `${rect.width}px`,
        height: `${rect.height}px`,
      }}
      onDragOver={(event) => target && event.preventDefault()}
      onDrop={() => onDrop(panel.id)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dragging a title swaps panels; the menus do all by keyboard */}
      <header
        class="panel-title"
        style={{ height: `${TITLE_HEIGHT}px` }}
        draggable={!maximised}
        onDragStart={(event) => {
          event.dataTransfer?.setData('text/plain', title);
          onDrag(panel.id);
        }}
        onDragEnd={() => onDrag(null)}
      >
        <Menu
          label={`View of this panel: ${title}`}
          class="panel-name"
          items={() =>
            viewMenuItems(session, panel, (id) => update((tree) => replaceView(tree, panel.id, id)))
          }
        >
          <span class="ellipsis">{title}</span>
          <Icon name="chevron" size={12} />
        </Menu>
        <SideBadge session={session} panel={panel} />
        <span class="spacer" />
        <Menu
          label="Panel menu"
          class="icon-button"
          align="right"
          items={() =>
            panelMenuItems({ session, panel, view, exporter, reading, maximised, update, setReading })
          }
        >
          <Icon name="more" />
        </Menu>
        <IconButton
          icon={maximised ? 'restore' : 'maximise'}
          label={maximised ? 'Restore' : 'Maximise'}
          onClick={() => update((tree) => toggleMaximised(tree, panel.id))}
        />
        <IconButton icon="close" label="Close" onClick={() => update((tree) => closePanel(tree, panel.id))} />
      </header>
      <div class="panel-body">
        {view ? (
          <SidedView
            key={`${view.id} ${panel.options.side ?? ''}`}
            session={session}
            view={view}
            exporter={exporter}
            width={rect.width}
            height={Math.max(0, rect.height - TITLE_HEIGHT)}
            options={panel.options}
            setOptions={(change, how) => session.setPanelOptions(panel.id, change, how)}
          />
        ) : (
          <ViewChoice session={session} onPick={(id) => update((tree) => replaceView(tree, panel.id, id))} />
        )}
        {view && reading && <HowToRead view={view} onClose={() => setReading(false)} />}
      </div>
    </section>
  );
}

/** A new one for each view that the panel shows, so that nothing is exported by the view before. */
function useExporterOf(view: PanelLeaf['view']): ViewExporter {
  const latest = useRef<{ view: PanelLeaf['view']; exporter: ViewExporter }>({ view, exporter: {} });
  if (latest.current.view !== view) latest.current = { view, exporter: {} };
  return latest.current.exporter;
}

function ViewChoice({ session, onPick }: { session: Session; onPick: (id: string) => void }) {
  const { page, dataset } = session;
  if (page.views.length === 0) return <Status icon="empty" title="There is no view to show" />;
  return (
    <div class="view-choice">
      {page.views.map((view) => {
        const refusal = refusalOf(view, dataset);
        return (
          <button
            key={view.id}
            type="button"
            class="view-card"
            disabled={refusal !== null}
            onClick={() => onPick(view.id)}
          >
            <b>{view.title}</b>
            <span>{refusal ?? firstSentence(view.help)}</span>
          </button>
        );
      })}
    </div>
  );
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0] ?? text;
}

function HowToRead({ view, onClose }: { view: AnyView; onClose: () => void }) {
  return (
    <aside class="how-to-read" aria-label="How to read this">
      <header>
        <b>How to read this</b>
        <IconButton icon="close" label="Close the explanation" onClick={onClose} />
      </header>
      <p>{view.help}</p>
    </aside>
  );
}
