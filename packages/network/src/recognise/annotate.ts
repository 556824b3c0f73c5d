import { Interner, type ListColumn, type Network, type TextColumn } from '@weft/model';

export interface Annotations {
  readonly level?: Int32Array;
  readonly pod?: Int32Array;
  readonly bundle?: Int32Array;
  readonly coord?: ListColumn;
  readonly class?: TextColumn;
  readonly direction?: TextColumn;
}

/** The same network with some of its columns replaced. */
export function annotate(network: Network, columns: Annotations): Network {
  const { level, pod, bundle, coord } = { ...network.vertices, ...columns };
  const { class: kind, direction } = { ...network.links, ...columns };
  return {
    ...network,
    vertices: { ...network.vertices, level, pod, bundle, coord },
    links: { ...network.links, class: kind, direction },
  };
}

export interface LinkName {
  readonly class: string | null;
  readonly direction: string | null;
}

/** Class and direction columns from a function of the link. */
export function nameLinks(
  network: Network,
  name: (link: number) => LinkName,
): { class: TextColumn; direction: TextColumn } {
  const classes = new Interner();
  const directions = new Interner();
  const classCodes = new Int32Array(network.linkCount);
  const directionCodes = new Int32Array(network.linkCount);
  for (let link = 0; link < network.linkCount; link++) {
    const found = name(link);
    classCodes[link] = classes.code(found.class);
    directionCodes[link] = directions.code(found.direction);
  }
  return {
    class: { codes: classCodes, dictionary: classes.dictionary },
    direction: { codes: directionCodes, dictionary: directions.dictionary },
  };
}

/** L1-L2 up, L1-L2 down, ... from the levels of both ends. */
export function nameTreeLinks(
  network: Network,
  level: Int32Array,
): { class: TextColumn; direction: TextColumn } {
  const { src, dst } = network.links;
  return nameLinks(network, (link) => {
    const from = level[src[link]];
    const to = level[dst[link]];
    if (from < 0 || to < 0) return { class: null, direction: null };
    const lower = Math.min(from, to);
    const direction = from < to ? 'up' : from > to ? 'down' : null;
    return { class: `L${lower}-L${Math.max(from, to)}`, direction };
  });
}

/** Coordinates of all vertices from one list a vertex (empty = none). */
export function coordColumn(lists: readonly (readonly number[])[]): ListColumn {
  const offsets = new Int32Array(lists.length + 1);
  lists.forEach((list, row) => {
    offsets[row + 1] = offsets[row] + list.length;
  });
  return { offsets, values: Int32Array.from(lists.flat()) };
}
