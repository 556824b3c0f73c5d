import { messageTotal } from '@weft/model';
import type { DatasetInfo } from '@weft/views';
import { parsePanels } from './panel-text.ts';
import { filterPanels, type PanelTree } from './panel-tree.ts';

interface Preset {
  /** The view that answers the first question; without it another preset serves better. */
  readonly main: string | null;
  /** In the text of an address. Views that refuse the dataset are left out. */
  readonly panels: string;
  suits(facts: Facts): boolean;
}

interface Facts {
  /** Messages of which the log says when; a profile has totals alone. */
  readonly datedMessages: number;
  readonly rows: (table: string) => number;
  /** Of the network; empty where none is known. */
  readonly family: string;
  /** Its switches have levels, as far as the manifest tells. */
  readonly levelled: boolean;
}

/** What lies below the network of a trace: its ranks over time, or the totals of a log that tells no times. */
const BELOW_DATED = 'timeline';
const BELOW_PROFILE = 'h(400:comm-matrix,600:call-profile)';

/** A trace whose messages were led over links: the network beside its fullest links, above its ranks. */
function traceOnNetwork(main: string, suits: (facts: Facts) => boolean, drawn = main): readonly Preset[] {
  const above = `540:h(620:${drawn},380:hottest-links)`;
  return [
    {
      main,
      panels: `v(${above},460:${BELOW_DATED})`,
      suits: (facts) =>
        isOnNetwork(facts) && facts.datedMessages > 0 && facts.rows('spans') > 0 && suits(facts),
    },
    {
      main,
      panels: `v(${above},460:${BELOW_PROFILE})`,
      suits: (facts) => isOnNetwork(facts) && isProfile(facts) && suits(facts),
    },
  ];
}

function isOnNetwork({ rows }: Facts): boolean {
  return rows('counters') > 0 && rows('jobs') <= 1;
}

function isProfile({ rows, datedMessages }: Facts): boolean {
  return rows('messages') > 0 && datedMessages === 0;
}

/** The first workspace of each kind of data; the first that suits is taken. */
export const presets: readonly Preset[] = [
  ...traceOnNetwork('torus', ({ family }) => /^(torus|mesh)$/.test(family)),
  ...traceOnNetwork('dragonfly', () => true),
  ...traceOnNetwork('fat-tree', ({ levelled }) => levelled),
  ...traceOnNetwork('machine', () => true, 'machine~colour!total'),
  {
    main: 'torus',
    panels: 'v(165:time-chart,835:h(750:torus,250:v(340:hottest-links,330:summary,330:histogram)))',
    suits: ({ family, rows }) => /^(torus|mesh)$/.test(family) && rows('links') > 0,
  },
  {
    main: 'comm-matrix',
    panels: 'h(560:comm-matrix,440:call-profile)',
    suits: isProfile,
  },
  {
    main: 'commgram',
    panels: 'v(480:commgram,520:h(400:comm-matrix,600:timeline))',
    suits: ({ rows }) => rows('messages') > 0 && (rows('jobs') <= 1 || rows('counters') === 0),
  },
  {
    main: 'dragonfly',
    panels:
      'v(150:time-chart,850:h(222:v(520:jobs,480:link-detail),538:dragonfly,240:v(340:hottest-links,330:histogram,330:summary)))',
    suits: ({ rows }) => rows('counters') > 0 || rows('loads') > 0,
  },
  {
    main: 'fat-tree',
    panels:
      'v(190:time-chart,810:h(250:v(520:jobs,480:link-detail),500:fat-tree,250:v(340:hottest-links,330:histogram,330:summary)))',
    suits: ({ rows, levelled }) => levelled && (rows('counters') > 0 || rows('loads') > 0),
  },
  {
    main: 'machine',
    panels:
      'v(190:time-chart,810:h(250:v(520:jobs,480:link-detail),500:machine~colour!total,250:v(340:hottest-links,330:histogram,330:summary)))',
    suits: ({ rows }) => rows('counters') > 0 || rows('loads') > 0,
  },
  {
    main: 'timeline',
    panels: 'v(620:timeline,380:call-profile)',
    suits: ({ rows }) => rows('spans') > 0 || rows('collectives') > 0,
  },
  {
    main: 'fat-tree',
    panels: 'h(620:fat-tree,380:machine)',
    suits: ({ rows, family, levelled }) => rows('links') > 0 && family === 'graph' && levelled,
  },
  {
    main: 'machine',
    panels: 'v(190:time-chart,810:h(720:machine,280:v(500:summary,500:histogram)))',
    suits: ({ rows }) => rows('links') > 0,
  },
  {
    main: null,
    panels: 'v(190:time-chart,810:h(380:jobs,620:v(340:hottest-links,330:histogram,330:summary)))',
    suits: () => true,
  },
];

/** The preset with the views that are there; one panel with the first view when none of its own is. */
export function presetPanels({ manifest, layout }: DatasetInfo, viewIds: readonly string[]): PanelTree {
  const rows = (table: string): number => manifest.tables[table]?.rows ?? 0;
  const undated = manifest.diagnostics.find(({ code }) => code === 'TIMES-ABSENT')?.count ?? 0;
  const facts: Facts = {
    datedMessages: messageTotal(manifest) - undated,
    rows,
    family: manifest.network?.family ?? '',
    levelled: manifest.network?.family !== 'graph' || manifest.network.params.levels !== undefined,
  };
  const preset = presets.find(
    ({ main, suits }) => (main === null || viewIds.includes(main)) && suits(facts),
  )!;
  const tree = (layout ? parsePanels(layout) : null) ?? parsePanels(preset.panels)!;
  const timeless = manifest.timeRange !== null && manifest.timeRange[0] === manifest.timeRange[1];
  const root = filterPanels(
    tree.root,
    ({ view }) => view !== null && viewIds.includes(view) && !(timeless && view === 'time-chart'),
  );
  if (root) return { ...tree, root };
  const view = viewIds[0] ?? null;
  return { ...tree, root: { kind: 'panel', id: tree.nextId, view, options: {} }, nextId: tree.nextId + 1 };
}
