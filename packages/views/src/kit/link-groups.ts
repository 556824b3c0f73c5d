import { pairedColour, type Theme } from '@weft/draw';
import type { Network, Selection } from '@weft/model';

/** Links of one class and direction. */
export interface LinkGroup {
  readonly class: string | null;
  readonly direction: string | null;
  readonly links: number;
}

export interface LinkGroups {
  readonly groups: readonly LinkGroup[];
  /** Group of each link. */
  readonly groupOf: Uint16Array;
}

/** How the groups are put together for display. */
export const splits = ['none', 'class', 'direction', 'both'] as const;
export type Split = (typeof splits)[number];

export interface SplitPart {
  readonly label: string;
  readonly hue: number;
  readonly tone: 0 | 1;
  readonly groups: readonly number[];
  readonly links: number;
}

/** The grey among the paired colours. */
const NEUTRAL_HUE = 4;

const cache = new WeakMap<Network, LinkGroups>();

/** Classes in natural order, within a class up before down and + before -. */
export function linkGroups(network: Network): LinkGroups {
  const cached = cache.get(network);
  if (cached) return cached;
  const made = groupLinks(network.links);
  cache.set(network, made);
  return made;
}

export function groupLinks(links: Pick<Network['links'], 'class' | 'direction'>): LinkGroups {
  const count = links.class.codes.length;
  const width = links.direction.dictionary.length + 1;
  const tally = new Map<number, number>();
  const keyOf = (link: number): number =>
    (links.class.codes[link] + 1) * width + links.direction.codes[link] + 1;
  for (let link = 0; link < count; link++) {
    const key = keyOf(link);
    tally.set(key, (tally.get(key) ?? 0) + 1);
  }
  const keyed = [...tally].map(([key, size]) => ({
    key,
    class: links.class.dictionary[Math.floor(key / width) - 1] ?? null,
    direction: links.direction.dictionary[(key % width) - 1] ?? null,
    links: size,
  }));
  keyed.sort((a, b) => compareText(a.class, b.class) || compareDirections(a.direction, b.direction));
  const place = new Map(keyed.map(({ key }, index) => [key, index]));
  const groupOf = new Uint16Array(count);
  for (let link = 0; link < count; link++) groupOf[link] = place.get(keyOf(link)) ?? 0;
  return { groups: keyed.map(({ key: _, ...group }) => group), groupOf };
}

export function groupLabel(group: Pick<LinkGroup, 'class' | 'direction'>): string {
  return [group.class, group.direction].filter((text) => text !== null).join(' ') || 'links';
}

/** Does the selection keep links of this group? */
export function groupActive(group: LinkGroup, selection: Pick<Selection, 'classes' | 'directions'>): boolean {
  const { classes, directions } = selection;
  const classKept = classes.length === 0 || (group.class !== null && classes.includes(group.class));
  return (
    classKept &&
    (directions.length === 0 || (group.direction !== null && directions.includes(group.direction)))
  );
}

/** The lines, stacks or boxes a split gives; hue tells the class, tone the direction. */
export function splitGroups(
  all: readonly LinkGroup[],
  split: Split,
  active: (group: LinkGroup) => boolean,
): SplitPart[] {
  const classes = [...new Set(all.map((group) => group.class))];
  const directions = [...new Set(all.map((group) => group.direction))];
  const parts = new Map<
    string,
    { label: string; hue: number; tone: 0 | 1; groups: number[]; links: number }
  >();
  all.forEach((group, index) => {
    if (!active(group)) return;
    const label = splitLabel(group, split);
    const part = parts.get(label) ?? {
      label,
      hue:
        split === 'none'
          ? NEUTRAL_HUE
          : split === 'direction'
            ? Math.floor(directions.indexOf(group.direction) / 2)
            : classes.indexOf(group.class),
      tone: split === 'both' || split === 'direction' ? toneOf(group.direction) : 0,
      groups: [],
      links: 0,
    };
    part.groups.push(index);
    part.links += group.links;
    parts.set(label, part);
  });
  return [...parts.values()];
}

export function partColour(part: Pick<SplitPart, 'hue' | 'tone'>, theme: Theme): string {
  return pairedColour(part.hue, part.tone, theme);
}

/** Where hues mean something else: a dark tone for up and +, a light one for down and -. */
export function neutralColour({ direction }: LinkGroup, theme: Theme): string {
  return pairedColour(NEUTRAL_HUE, toneOf(direction), theme);
}

function splitLabel(group: LinkGroup, split: Split): string {
  if (split === 'none') return 'all links';
  if (split === 'class') return group.class ?? 'no class';
  return split === 'direction' ? (group.direction ?? 'no direction') : groupLabel(group);
}

function toneOf(direction: string | null): 0 | 1 {
  return direction !== null && (direction === 'down' || direction === 'in' || direction.startsWith('-'))
    ? 1
    : 0;
}

function compareText(a: string | null, b: string | null): number {
  return (a ?? '').localeCompare(b ?? '', 'en', { numeric: true });
}

/** up, down; then +a, -a, +b, -b ... */
function compareDirections(a: string | null, b: string | null): number {
  const axis = (text: string | null): string => (text ?? '').replace(/^[+-]/, '');
  if (a === 'up' || b === 'up') return Number(b === 'up') - Number(a === 'up');
  return compareText(axis(a), axis(b)) || toneOf(a) - toneOf(b);
}
