import { type Network, textAt } from '@weft/model';
import type { Size } from '../link-matrix/arrange-blocks.ts';
import type { MatrixLabel } from '../link-matrix/link-matrix.ts';
import { type MatrixDraft, placeLink } from '../link-matrix/matrix-draft.ts';
import type { DragonflyGroup } from './dragonfly-groups.ts';

/** Links from each group to each other. */
export interface GroupPairs {
  readonly numbers: readonly number[];
  /** Links by place of the source among the groups, then of the destination. */
  readonly links: readonly (readonly (readonly number[])[])[];
  /** Columns and rows of cells that a pair has: as many as the one with the most links needs. */
  readonly wide: number;
  readonly tall: number;
  /** What the network calls these links. */
  readonly class: string | null;
}

/** Room for the numbers of groups beside and above. */
const LABEL = 5.4;
const GAP = 0.5;

export function groupPairs(
  { links, linkCount, vertices }: Network,
  groups: readonly DragonflyGroup[],
): GroupPairs {
  const place = new Map(groups.map(({ number }, at) => [number, at]));
  const found: number[][][] = groups.map(() => groups.map(() => []));
  let name: string | null = null;
  for (let link = 0; link < linkCount; link++) {
    const [from, to] = [vertices.pod[links.src[link]], vertices.pod[links.dst[link]]];
    const [row, column] = [place.get(from), place.get(to)];
    if (row === undefined || column === undefined || row === column) continue;
    found[row][column].push(link);
    name ??= textAt(links.class, link);
  }
  const bySource = (a: number, b: number): number => links.src[a] - links.src[b] || a - b;
  for (const own of found.flat()) own.sort(bySource);
  const most = found.flat().reduce((high, own) => Math.max(high, own.length), 1);
  const wide = Math.ceil(Math.sqrt(most));
  return {
    numbers: groups.map(({ number }) => number),
    links: found,
    wide,
    tall: Math.ceil(most / wide),
    class: name,
  };
}

export function pairsSize({ numbers, wide, tall }: GroupPairs): Size {
  return { width: LABEL + numbers.length * (wide + GAP), height: LABEL + numbers.length * (tall + GAP) };
}

/** Places the links and returns the numbers of the groups. */
export function placePairs(
  draft: MatrixDraft,
  { numbers, links, wide, tall }: GroupPairs,
  at: { readonly x: number; readonly y: number },
): MatrixLabel[] {
  const [left, top] = [at.x + LABEL, at.y + LABEL];
  links.forEach((row, from) => {
    row.forEach((own, to) => {
      own.forEach((link, i) => {
        const x = left + to * (wide + GAP) + (i % wide);
        placeLink(draft, link, x, top + from * (tall + GAP) + Math.floor(i / wide), 1);
      });
    });
  });
  return numbers.flatMap((number, i): MatrixLabel[] => [
    {
      text: String(number),
      x: left - GAP,
      y: top + i * (tall + GAP) + tall / 2,
      align: 'end',
      room: LABEL,
      tall: tall + GAP,
    },
    {
      text: String(number),
      x: left + i * (wide + GAP) + wide / 2,
      y: at.y + LABEL / 2,
      align: 'middle',
      room: wide,
      tall: LABEL,
    },
  ]);
}
