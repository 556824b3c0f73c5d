import type { Network } from '@weft/model';
import { arrangeBlocks, type Size, titleHeight } from '../link-matrix/arrange-blocks.ts';
import {
  INCOMING,
  type MatrixLayout,
  OUTGOING,
  type PlacedBlock,
  type PlacedBundle,
} from '../link-matrix/link-matrix.ts';
import {
  addPart,
  createDraft,
  finishDraft,
  type MatrixDraft,
  placeLink,
  placeSwitchColumn,
} from '../link-matrix/matrix-draft.ts';
import { type MatrixBlock, type MatrixBundle, matrixBlocks } from './matrix-blocks.ts';

const SWITCH_WIDTH = 3;
const SWITCH_ROW = 1.6;
const GAP = 0.6;
const PADDING = 0.8;

/** Measures of a bundle; many bundles of one or two columns stand closer, or gaps would take most of the picture. */
function bundleSpace({ columns }: MatrixBundle): { upper: number; gap: number; after: number } {
  return columns.length <= 2
    ? { upper: 1, gap: 0.3, after: 0.6 }
    : { upper: SWITCH_WIDTH * 0.7, gap: GAP, after: 1.2 };
}

/**
 * TreeScope's encoding (TS-15..TS-18): per pod and bundle {L1} x {L2} on top of {L3} x {L2} with shared columns, each
 * doubled. The left columns hold all links into their L2 (from L1 above and from L3 below), the right ones all links
 * out of it.
 */
export const fatTreeMatrix: MatrixLayout = {
  name: 'fat-tree',
  refuses: (network) => (matrixBlocks(network).length > 0 ? null : 'its switches have no levels to stack'),
  layout(network, options) {
    const blocks = matrixBlocks(network);
    const sizesWith = (title: number) => blocks.map((block) => blockSize(block, title));
    const title = titleHeight(sizesWith, options);
    const sizes = sizesWith(title);
    const places = arrangeBlocks(sizes, options.aspect);
    const draft = createDraft(network);
    const placed = blocks.map((block, i) => placeBlock(draft, network, block, places.at[i], sizes[i], title));
    return { width: places.width, height: places.height, blocks: placed, ...finishDraft(draft) };
  },
};

/** With the space before the next bundle. */
function bundleWidth(bundle: MatrixBundle): number {
  const { upper, gap, after } = bundleSpace(bundle);
  return (bundle.upperRows.length > 0 ? upper + gap : 0) + 2 * bundle.columns.length + gap + after;
}

function blockSize({ lowerRows, bundles }: MatrixBlock, title: number): Size {
  const uppers = Math.max(0, ...bundles.map((bundle) => bundle.upperRows.length));
  const last = bundles.at(-1);
  const columns = bundles.reduce(
    (sum, bundle) => sum + bundleWidth(bundle),
    last ? -bundleSpace(last).after : 0,
  );
  const lower = lowerRows.length > 0 ? SWITCH_WIDTH + GAP : 0;
  return {
    width: 2 * PADDING + lower + columns,
    height: title + lowerRows.length + GAP + SWITCH_ROW + (uppers > 0 ? GAP + uppers : 0) + PADDING,
  };
}

function placeBlock(
  draft: MatrixDraft,
  network: Network,
  block: MatrixBlock,
  { x, y }: { x: number; y: number },
  size: Size,
  title: number,
): PlacedBlock {
  const rowsY = y + title;
  const switchY = rowsY + block.lowerRows.length + GAP;
  const upperY = switchY + SWITCH_ROW + GAP;
  let left = x + PADDING;
  if (block.lowerRows.length > 0) {
    placeSwitchColumn(draft, block.lowerRows, left, rowsY, SWITCH_WIDTH);
    left += SWITCH_WIDTH + GAP;
  }
  const bundles = block.bundles.map((bundle) => {
    const placed = placeBundle(draft, network, block.lowerRows, bundle, { left, rowsY, switchY, upperY });
    left += bundleWidth(bundle);
    return placed;
  });
  return {
    title: blockTitle(block),
    level: block.level,
    x,
    y,
    ...size,
    rowsY,
    switchY,
    upperY,
    lowerRows: block.lowerRows.length,
    upperRows: Math.max(0, ...block.bundles.map((bundle) => bundle.upperRows.length)),
    bundles,
  };
}

function blockTitle({ plane, level, number }: MatrixBlock): string {
  const title = level === 2 ? `Pod ${number}` : `Group ${number}, L${level}`;
  return plane === null ? title : `Plane ${plane}, ${title.toLowerCase()}`;
}

interface Lines {
  readonly left: number;
  readonly rowsY: number;
  readonly switchY: number;
  readonly upperY: number;
}

function placeBundle(
  draft: MatrixDraft,
  network: Network,
  lowerRows: readonly number[],
  bundle: MatrixBundle,
  lines: Lines,
): PlacedBundle {
  const { columns, upperRows, number } = bundle;
  const { upper, gap } = bundleSpace(bundle);
  let intoX = lines.left;
  if (upperRows.length > 0) {
    placeSwitchColumn(draft, upperRows, intoX, lines.upperY, upper);
    intoX += upper + gap;
  }
  const outX = intoX + columns.length + gap;
  columns.forEach((vertex, i) => {
    draft.column[vertex] = i;
    addPart(draft, vertex, INCOMING, intoX + i, lines.switchY, 1, SWITCH_ROW);
    addPart(draft, vertex, OUTGOING, outX + i, lines.switchY, 1, SWITCH_ROW);
  });
  placeCells(draft, network, lowerRows, columns, intoX, outX, lines.rowsY);
  placeCells(draft, network, upperRows, columns, intoX, outX, lines.upperY);
  for (const vertex of columns) draft.column[vertex] = -1;
  return { number, intoX, outX, columns: columns.length };
}

/** Links between each row switch and the columns; parallel links share a cell side by side. */
function placeCells(
  draft: MatrixDraft,
  network: Network,
  rows: readonly number[],
  columns: readonly number[],
  intoX: number,
  outX: number,
  y: number,
): void {
  const found = columns.map<number[]>(() => []);
  rows.forEach((row, r) => {
    for (const list of found) list.length = 0;
    for (let i = network.outOffsets[row]; i < network.outOffsets[row + 1]; i++) {
      const link = network.outLinks[i];
      const column = draft.column[network.links.dst[link]];
      if (column >= 0) found[column].push(link);
    }
    found.forEach((links, column) => {
      if (links.length === 0) draft.missing.push(intoX + column, y + r, 1, 1, outX + column, y + r, 1, 1);
      links.forEach((link, i) => {
        const share = 1 / links.length;
        placeLink(draft, link, intoX + column + i * share, y + r, share);
        const reverse = network.links.reverse[link];
        if (reverse >= 0) placeLink(draft, reverse, outX + column + i * share, y + r, share);
      });
    });
  });
}
