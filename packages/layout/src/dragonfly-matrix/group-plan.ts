import { type Network, outLinksOf, textAt } from '@weft/model';
import { arrangeBlocks, type Size } from '../link-matrix/arrange-blocks.ts';
import type { MatrixLabel } from '../link-matrix/link-matrix.ts';
import { type MatrixDraft, placeLink, placeSwitchColumn } from '../link-matrix/matrix-draft.ts';
import type { DragonflyGroup, SwitchLine } from './dragonfly-groups.ts';

/** Where the matrices of a group are, from its corner. */
interface GroupPlan extends Size {
  readonly matrices: readonly LineMatrix[];
  /** Links within the group that are neither along a row nor along a column. */
  readonly others: readonly number[];
  readonly othersY: number;
}

/** The links among the switches of one row or column, from the switch of a row of cells to that of a column. */
interface LineMatrix {
  readonly x: number;
  readonly y: number;
  readonly switches: readonly number[];
  /** Links from switch to switch, by their places in the line; empty = none, which is a missing cable. */
  readonly links: readonly (readonly (readonly number[])[])[];
  /** Rows have their switches beside them; each stands in one row. */
  readonly named: boolean;
  readonly label: string;
}

const SWITCHES = 2;
const GAP = 0.4;
const LABEL = 1.6;
/** Between matrices, as blocks have it. */
const BETWEEN = 2;
const ASPECT = 1.6;
/** Share of pairs with links above which one without is missing its cable. */
const MOST = 0.8;

export function planGroup(network: Network, { rows, columns }: DragonflyGroup): GroupPlan {
  const seen = new Set<number>();
  const linesOf = (lines: readonly SwitchLine[], what: string, named: boolean, start: Size | null) => {
    const linked = lines.map((line) => ({ ...line, links: linksAmong(network, line.switches, seen) }));
    const kept = linked.filter(({ links }) => named || links.flat(2).length > 0);
    const sizes = kept.map((line) => lineSize(line.switches.length, named, line.links.flat(2).length > 0));
    const arranged = start ? inWidth(sizes, start.width) : arrangeBlocks(sizes, ASPECT);
    const matrices = kept.map(({ number, switches: own, links }, i): LineMatrix => {
      const name = className(network, links);
      const label = `${what} ${number}${name ? `, ${name}` : ''}`;
      return { ...arranged.at[i], switches: own, links, named, label };
    });
    return { ...arranged, matrices };
  };
  const along = linesOf(rows, 'row', true, null);
  const across = linesOf(columns, 'column', false, along);
  const acrossY = along.height + BETWEEN;
  const width = Math.max(along.width, across.width);
  const othersY = across.matrices.length > 0 ? acrossY + across.height + GAP : along.height + GAP;
  const others = linksWithin(network, rows).filter((link) => !seen.has(link));
  const shifted = across.matrices.map((matrix) => ({ ...matrix, y: matrix.y + acrossY }));
  return {
    width,
    height: othersY + Math.ceil(others.length / Math.floor(width)),
    matrices: [...along.matrices, ...shifted],
    others,
    othersY,
  };
}

/** A row without links is its switches alone. */
function lineSize(count: number, named: boolean, linked: boolean): Size {
  return { width: (named ? SWITCHES + GAP : 0) + (linked ? count : 0), height: LABEL + count };
}

/** Rows of matrices that are no wider than this. */
function inWidth(sizes: readonly Size[], width: number) {
  const [first] = sizes;
  if (!first) return { at: [], width: 0, height: 0 };
  const perRow = Math.max(1, Math.floor((width + BETWEEN) / (first.width + BETWEEN)));
  const at = sizes.map((_, i) => ({
    x: (i % perRow) * (first.width + BETWEEN),
    y: Math.floor(i / perRow) * (first.height + BETWEEN),
  }));
  const rows = Math.ceil(sizes.length / perRow);
  const height = Math.max(...sizes.map((size) => size.height));
  return {
    at,
    width: Math.min(perRow, sizes.length) * (first.width + BETWEEN) - BETWEEN,
    height: (rows - 1) * (first.height + BETWEEN) + height,
  };
}

function linksAmong(network: Network, switches: readonly number[], seen: Set<number>): number[][][] {
  const place = new Map(switches.map((vertex, at) => [vertex, at]));
  return switches.map((vertex) => {
    const found: number[][] = switches.map(() => []);
    for (const link of outLinksOf(network, vertex)) {
      const to = place.get(network.links.dst[link]);
      if (to === undefined || seen.has(link)) continue;
      seen.add(link);
      found[to].push(link);
    }
    return found;
  });
}

function linksWithin(network: Network, rows: readonly SwitchLine[]): number[] {
  const members = rows.flatMap(({ switches }) => switches);
  const own = new Set(members);
  return members.flatMap((vertex) =>
    [...outLinksOf(network, vertex)].filter((link) => own.has(network.links.dst[link])),
  );
}

function className(
  { links: { class: names } }: Network,
  links: readonly (readonly number[][])[],
): string | null {
  const [first] = links.flat(2);
  return first === undefined ? null : textAt(names, first);
}

/** Places the links and switches of a group and returns the names of its rows and columns. */
export function placeGroup(
  draft: MatrixDraft,
  { matrices, others, othersY, width }: GroupPlan,
  at: { readonly x: number; readonly y: number },
): MatrixLabel[] {
  const perRow = Math.floor(width);
  others.forEach((link, i) => {
    placeLink(draft, link, at.x + (i % perRow), at.y + othersY + Math.floor(i / perRow), 1);
  });
  return matrices.map((matrix) => placeLine(draft, matrix, { x: at.x + matrix.x, y: at.y + matrix.y }));
}

function placeLine(
  draft: MatrixDraft,
  { switches, links, named, label }: LineMatrix,
  { x, y }: { readonly x: number; readonly y: number },
): MatrixLabel {
  const top = y + LABEL;
  const left = x + (named ? SWITCHES + GAP : 0);
  if (named) placeSwitchColumn(draft, switches, x, top, SWITCHES);
  const whole = isAllToAll(links);
  links.forEach((row, from) => {
    row.forEach((own, to) => {
      if (whole && own.length === 0 && from !== to) draft.missing.push(left + to, top + from, 1, 1);
      own.forEach((link, i) => {
        placeLink(draft, link, left + to + i / own.length, top + from, 1 / own.length);
      });
    });
  });
  return { text: label, x, y: y + LABEL / 2, align: 'start', room: left - x + switches.length, tall: LABEL };
}

/** Where most pairs have links, the others should: a file that tells of some links of a run does not tell what is cabled. */
function isAllToAll(links: readonly (readonly (readonly number[])[])[]): boolean {
  const present = links.flat().filter((own) => own.length > 0).length;
  return present > MOST * links.length * (links.length - 1);
}
