import type { Random, Selection } from '@weft/model';
import { type PageAddress, parseAddress, printAddress } from '../../apps/web/src/address/page-address.ts';
import { colourMaps, DEFAULT_COLOURS } from '../../apps/web/src/page/colour-maps.ts';
import { parsePanels, printPanels } from '../../apps/web/src/panels/panel-text.ts';
import {
  closePanel,
  moveBorder,
  type PanelTree,
  panelsOf,
  replaceView,
  splitPanel,
  swapPanels,
  toggleMaximised,
} from '../../apps/web/src/panels/panel-tree.ts';

/** What addresses of a dataset can speak of. */
export interface DatasetWords {
  readonly views: readonly string[];
  readonly metrics: readonly string[];
  readonly time: readonly [number, number] | null;
  readonly classes: readonly string[];
  readonly directions: readonly string[];
  readonly counts: {
    readonly links: number;
    readonly vertices: number;
    readonly jobs: number;
    readonly ranks: number;
  };
}

type Change = (address: PageAddress, words: DatasetWords, random: Random) => PageAddress;

/** The address of another place of the same dataset: one or two things differ, the panel of `view` stays. */
export function randomAddress(hash: string, view: string, words: DatasetWords, random: Random): string {
  let address = parseAddress(hash);
  const changes = [...pageChanges, withPanels(view)];
  for (let i = 0; i <= random.below(2); i++) address = pick(changes, random)(address, words, random);
  return printAddress(address);
}

export function pick<T>(list: readonly T[], random: Random): T {
  return list[random.below(list.length)];
}

const withSelection: Change = (address, words, random) => ({
  ...address,
  selection: { ...address.selection, ...pick(selections, random)(words, random) },
});

/** As addresses have them: none where they are the standard. */
const otherColours = colourMaps.map(({ name }) => (name === DEFAULT_COLOURS ? null : name));

const pageChanges: readonly Change[] = [
  withSelection,
  withSelection,
  withSelection,
  (address, _, random) => ({ ...address, colours: pick(otherColours, random) }),
  (address) => ({ ...address, heldScale: !address.heldScale }),
  (address) => ({ ...address, allFindings: !address.allFindings }),
  (address, { time, counts }, random) => ({
    ...address,
    compare: address.compare
      ? null
      : time && random.below(2) === 0
        ? { kind: 'time', time: rangeIn(time, random) }
        : counts.jobs > 1
          ? { kind: 'job', job: random.below(counts.jobs) }
          : null,
  }),
];

const selections: readonly ((words: DatasetWords, random: Random) => Partial<Selection>)[] = [
  ({ time }, random) => ({ time: time && random.next() < 0.8 ? rangeIn(time, random) : null }),
  ({ counts }, random) => ({ links: some(counts.links, random) }),
  ({ counts }, random) => ({ jobs: some(counts.jobs, random) }),
  ({ counts }, random) => ({ ranks: some(counts.ranks, random) }),
  ({ counts }, random) => ({ sources: some(counts.vertices, random) }),
  ({ counts }, random) => ({ destinations: some(counts.vertices, random) }),
  ({ counts }, random) => ({ sourcePorts: some(counts.links, random) }),
  ({ counts }, random) => ({ destinationPorts: some(counts.links, random) }),
  ({ classes }, random) => ({ classes: someOf(classes, random) }),
  ({ directions }, random) => ({ directions: someOf(directions, random) }),
  (_, random) => ({ value: rangeIn([0, 10 ** random.below(12)], random), outside: random.below(2) === 0 }),
  () => ({ value: null, outside: false }),
  ({ metrics }, random) => ({ metric: metrics.length > 0 ? pick(metrics, random) : null, value: null }),
  (_, random) => ({ aggregate: pick(['sum', 'mean', 'max', 'rate'] as const, random), value: null }),
  (_, random) => ({ switchesOf: pick(['any', 'all'] as const, random) }),
];

function rangeIn([from, to]: readonly [number, number], random: Random): [number, number] {
  const [a, b] = [random.next(), random.next()].sort((x, y) => x - y);
  return [Math.floor(from + (to - from) * a), Math.ceil(from + (to - from) * b) + 1];
}

function some(count: number, random: Random): number[] {
  if (count === 0 || random.next() < 0.2) return [];
  const first = random.below(count);
  const length = random.next() < 0.5 ? 1 : 1 + random.below(Math.min(6, count - first));
  return Array.from({ length }, (_, i) => first + i);
}

function someOf(names: readonly string[], random: Random): string[] {
  return names.filter(() => random.next() < 0.4);
}

/** Panels are opened, closed, moved and made larger, but for the one that is tried. */
function withPanels(view: string): Change {
  return (address, { views }, random) => {
    const tree = address.layout === null ? null : parsePanels(address.layout);
    if (!tree) return address;
    const panels = panelsOf(tree.root);
    const own = panels.find((panel) => panel.view === view) ?? panels[0];
    const others = panels.filter((panel) => panel !== own);
    const open = (): PanelTree =>
      replaceView(
        splitPanel(tree, own.id, pick(['right', 'below'] as const, random)),
        tree.nextId,
        pick(views, random),
      );
    if (others.length === 0) return { ...address, layout: printPanels(open()) };
    const other = pick(others, random).id;
    const changes = [
      () => (others.length < 3 ? open() : closePanel(tree, other)),
      () => closePanel(tree, other),
      () => swapPanels(tree, own.id, other),
      () => toggleMaximised(tree, own.id),
      () => moveBorder(tree, tree.root.id, 0, 0.3 + 0.4 * random.next()),
    ];
    return { ...address, layout: printPanels(pick(changes, random)()) };
  };
}
