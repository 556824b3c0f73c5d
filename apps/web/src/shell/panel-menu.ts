import { errorFacts } from '@weft/model';
import type { ViewExporter } from '@weft/views';
import { type AnyView, showNotice } from '../page/page.ts';
import { refusalOf } from '../page/refusal.ts';
import {
  closePanel,
  type PanelLeaf,
  type PanelTree,
  setOptions,
  splitPanel,
  toggleMaximised,
} from '../panels/panel-tree.ts';
import type { Session } from '../session/session.ts';
import { copyLink, endLinks } from './copy-link.ts';
import type { MenuItem } from './menu.tsx';
import { captionedPng, captionedSvg, captionOf } from './picture-caption.ts';
import { pngFromSvg } from './png-from-svg.ts';
import { saveFile } from './save-file.ts';
import { type SideName, sideOf } from './sided-view.tsx';

export function viewMenuItems(
  session: Session,
  panel: PanelLeaf,
  onPick: (view: string) => void,
): MenuItem[] {
  return session.page.views.map((view) => ({
    kind: 'action',
    label: view.title,
    refused: refusalOf(view, session.dataset),
    checked: view.id === panel.view,
    onPick: () => onPick(view.id),
  }));
}

interface PanelMenuContext {
  readonly session: Session;
  readonly panel: PanelLeaf;
  readonly view: AnyView | null;
  readonly exporter: ViewExporter;
  readonly reading: boolean;
  readonly maximised: boolean;
  update(change: (tree: PanelTree) => PanelTree): void;
  setReading(reading: boolean): void;
}

export function panelMenuItems(context: PanelMenuContext): MenuItem[] {
  const { session, panel, view, reading, maximised, update, setReading } = context;
  const action = (label: string, onPick: () => void): MenuItem => ({ kind: 'action', label, onPick });
  return [
    ...(view
      ? [
          action(reading ? 'Hide how to read this' : 'How to read this', () => setReading(!reading)),
          separator,
        ]
      : []),
    ...sideItems(session, panel, update),
    action('Split right', () => update((tree) => splitPanel(tree, panel.id, 'right'))),
    action('Split down', () => update((tree) => splitPanel(tree, panel.id, 'below'))),
    action(maximised ? 'Restore' : 'Maximise', () => update((tree) => toggleMaximised(tree, panel.id))),
    separator,
    ...(view ? exportItems(session, view, context.exporter) : []),
    action('Copy link', () => void copyLink(session.page)),
    ...(session.page.hasToken ? [action('End shared links', () => void endLinks(session.page))] : []),
    separator,
    action('Close', () => update((tree) => closePanel(tree, panel.id))),
  ];
}

/** While two sides are compared: which of them this panel shows. */
function sideItems(session: Session, panel: PanelLeaf, update: PanelMenuContext['update']): MenuItem[] {
  if (!session.compare.value) return [];
  const current = sideOf(session, panel.options);
  const item = (side: SideName, label: string): MenuItem => ({
    kind: 'action',
    label,
    checked: side === current,
    onPick: () => update((tree) => setOptions(tree, panel.id, { side })),
  });
  return [
    item('a', 'Show side A'),
    item('b', 'Show side B'),
    item('d', 'Show the difference B − A'),
    separator,
  ];
}

const separator: MenuItem = { kind: 'separator' };

/** What the view offers; a picture of points can always be made from one of shapes. */
function exportItems(session: Session, view: AnyView, exporter: ViewExporter): MenuItem[] {
  const name = `${session.dataset.id}-${view.id}`;
  const item = (format: string, onPick: () => void): MenuItem => ({
    kind: 'action',
    label: `Export ${format}`,
    onPick,
  });
  const { csv } = exporter;
  const svg = exporter.svg && (() => captionedSvg(exporter.svg!(), captionOf(session, view)));
  const png = exporter.png
    ? async () => captionedPng(await exporter.png!(), captionOf(session, view))
    : svg && (() => pngFromSvg(svg()));
  const items = [
    svg && item('SVG', () => saveFile(`${name}.svg`, new Blob([svg()], { type: 'image/svg+xml' }))),
    png && item('PNG', () => void savePicture(session, `${name}.png`, png)),
    csv && item('CSV', () => saveFile(`${name}.csv`, new Blob([csv()], { type: 'text/csv' }))),
  ].filter((entry) => entry !== undefined);
  return items.length > 0 ? [...items, separator] : [];
}

async function savePicture({ page }: Session, name: string, png: () => Promise<Blob>): Promise<void> {
  const end = page.activity.begin();
  try {
    saveFile(name, await png());
  } catch (error) {
    showNotice(page, `The picture could not be made: ${errorFacts(error).message}`);
  } finally {
    end();
  }
}
