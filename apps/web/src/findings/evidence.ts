import type { ListedFinding } from '@weft/analysis';
import { emptySelection, type Network, type Selection } from '@weft/model';
import { hostsAt } from '@weft/network';
import { parsePanels, printPanels } from '../panels/panel-text.ts';
import { filterPanels } from '../panels/panel-tree.ts';

/** What the page shows of a finding: the selection, and panels in the text of an address; null = those of the dataset. */
export interface Evidence {
  readonly selection: Selection;
  readonly layout: string | null;
}

/** Views that show a network as a whole, the most special first. */
const FABRICS = ['dragonfly', 'torus', 'fat-tree', 'machine'];

/** Where the evidence of a finding is; null where the finding is about nothing that can be shown. */
export function evidenceOf(
  { kind, where }: ListedFinding,
  views: readonly string[],
  network: Network | null,
): Evidence | null {
  const { link, from, to, job, rank, for: partner, direction, counter } = where;
  const time: Selection['time'] = from === undefined || to === undefined ? null : [from, to];
  const show = (selection: Partial<Selection>, layout: string | null = null): Evidence => ({
    selection: { ...emptySelection, ...selection },
    layout: layout && fitPanels(layout, views),
  });
  const given = <T>(value: T | undefined): T[] => (value === undefined ? [] : [value]);
  switch (kind) {
    case 'hot-link':
      return show({ time, links: given(link) }, linkPanels(views));
    case 'link-errors':
      return show({ metric: counter ?? null, links: given(link) }, linkPanels(views));
    case 'busy-time':
      return show({ time });
    case 'dominant-job':
      return show({ jobs: given(job) }, linkPanels(views));
    case 'level-imbalance':
      return show({ classes: given(where.class) }, linkPanels(views));
    case 'pod-imbalance':
      return show({ sources: leavesOf(network, where.pod) }, linkPanels(views));
    case 'shared-links':
      return show({ links: given(link), jobs: [...given(job), ...given(where.with)] }, linkPanels(views));
    case 'dimension-imbalance':
      return show(
        { classes: given(where.dimension && `dim ${where.dimension}`), directions: given(direction) },
        linkPanels(views),
      );
    case 'slow-rank':
    case 'heavy-rank':
      return show({ ranks: given(rank) }, rankPanels(views));
    case 'wait':
      return show({ time, ranks: [...given(rank), ...given(partner)] }, rankPanels(views));
    case 'period':
    case 'outlier-phase':
      return views.includes('commgram') ? show({}, `v(600:${commgramOf(where.of)},400:comm-matrix)`) : null;
    default:
      return null;
  }
}

/** Cut as the finding is, where the clock tells its phases. */
function commgramOf(phases: number | undefined): string {
  return phases === undefined ? 'commgram' : `commgram~clock!physical~phases!${phases}`;
}

/** The network beside the answer to "why"; null where the dataset cannot be asked. */
export function whyPanels(views: readonly string[]): string | null {
  const fabric = FABRICS.find((view) => views.includes(view));
  return fabric && views.includes('why') ? `h(600:${fabric},400:why)` : null;
}

/** The switches of a pod that have hosts. */
function leavesOf(network: Network | null, pod: number | undefined): number[] {
  if (!network || pod === undefined) return [];
  const own = network.switches.filter((vertex) => network.vertices.pod[vertex] === pod);
  return [...own].filter((vertex) => hostsAt(network, vertex).length > 0);
}

/** The panels without views that cannot show the dataset; null where none is left. */
function fitPanels(text: string, views: readonly string[]): string | null {
  const tree = parsePanels(text);
  const root = tree && filterPanels(tree.root, ({ view }) => view !== null && views.includes(view));
  return root ? printPanels({ ...tree, root }) : null;
}

/** The network beside the numbers of its links; null where no view shows it. */
function linkPanels(views: readonly string[]): string | null {
  const fabric = FABRICS.find((view) => views.includes(view));
  if (!fabric) return null;
  return `v(190:time-chart,810:h(250:v(520:jobs,480:link-detail),500:${fabric},250:v(340:hottest-links,330:histogram,330:summary)))`;
}

function rankPanels(views: readonly string[]): string | null {
  const [wide, other] = ['timeline', 'commgram', 'comm-matrix'].filter((view) => views.includes(view));
  if (!wide) return null;
  return other ? `v(600:${wide},400:${other})` : wide;
}
