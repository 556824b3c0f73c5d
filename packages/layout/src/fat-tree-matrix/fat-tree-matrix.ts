import type { Network } from '@weft/model';
import { type MatrixBlock, type MatrixBundle, matrixBlocks } from './matrix-blocks.ts';

/** Parts of a switch: links into it, links out of it (TS-17). */
export const INCOMING = 0;
export const OUTGOING = 1;

/** Rectangles as x, y, width, height in units of one cell. */
export interface FatTreeMatrix {
  readonly width: number;
  readonly height: number;
  readonly blocks: readonly PlacedBlock[];
  /** Four numbers per directed link; NaN where it is not drawn (host links). */
  readonly linkRects: Float32Array;
  /** One entry per drawn half of a switch; a switch of the upper level is drawn in every pod. */
  readonly switchParts: SwitchParts;
  /** Cells of the grid without a link: missing cables. Four numbers each. */
  readonly missing: Float32Array;
}

export interface PlacedBlock {
  readonly title: string;
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Where the rows of the level below, the switches of the level, and the rows of the level above begin. */
  readonly rowsY: number;
  readonly switchY: number;
  readonly upperY: number;
  /** How many rows there are below and above. */
  readonly lowerRows: number;
  readonly upperRows: number;
  readonly bundles: readonly PlacedBundle[];
}

/** Where the columns of a bundle begin, for labels. */
export interface PlacedBundle {
  readonly number: number | null;
  readonly intoX: number;
  readonly outX: number;
  readonly columns: number;
}

interface SwitchParts {
  readonly vertex: Int32Array;
  readonly part: Uint8Array;
  readonly rects: Float32Array;
}

interface MatrixOptions {
  /** Width over height the picture should come close to. */
  readonly aspect: number;
  /** Height of the picture in pixels, where titles should stay readable however small the cells are. */
  readonly height?: number;
}

const TITLE = 2.2;
const TITLE_PIXELS = 11;
const SWITCH_WIDTH = 3;
const SWITCH_ROW = 1.6;
const GAP = 0.6;
const BLOCK_GAP = 2;
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
export function layoutFatTreeMatrix(network: Network, { aspect, height }: MatrixOptions): FatTreeMatrix {
  const blocks = matrixBlocks(network);
  const title = titleHeight(blocks, aspect, height ?? 0);
  const sizes = blocks.map((block) => blockSize(block, title));
  const places = arrange(sizes, aspect);
  const draft = createDraft(network);
  const placed = blocks.map((block, i) => placeBlock(draft, network, block, places.at[i], sizes[i], title));
  return { width: places.width, height: places.height, blocks: placed, ...finishDraft(draft) };
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** In cells: more where cells are small, found by arranging once without and twice with it. */
function titleHeight(blocks: readonly MatrixBlock[], aspect: number, pixels: number): number {
  let title = TITLE;
  for (let round = 0; round < 3 && pixels > 0; round++) {
    const { width, height } = arrange(
      blocks.map((block) => blockSize(block, title)),
      aspect,
    );
    const cell = Math.min((pixels * aspect) / width, pixels / height);
    title = Math.max(TITLE, TITLE_PIXELS / cell);
  }
  return title;
}

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

/** Rows of blocks, with the number of columns that lets cells be largest in a picture of that aspect. */
function arrange(sizes: readonly Size[], aspect: number): Size & { at: { x: number; y: number }[] } {
  const cellSize = ({ width, height }: Size): number => Math.min(aspect / width, 1 / height);
  let best = inRows(sizes, 1);
  for (let perRow = 2; perRow <= sizes.length; perRow++) {
    const next = inRows(sizes, perRow);
    if (cellSize(next) > cellSize(best)) best = next;
  }
  return best;
}

function inRows(sizes: readonly Size[], perRow: number): Size & { at: { x: number; y: number }[] } {
  const at: { x: number; y: number }[] = [];
  let width = 1;
  let y = 0;
  for (let start = 0; start < sizes.length; start += perRow) {
    let x = 0;
    let rowHeight = 0;
    for (const size of sizes.slice(start, start + perRow)) {
      at.push({ x, y });
      x += size.width + BLOCK_GAP;
      rowHeight = Math.max(rowHeight, size.height);
    }
    width = Math.max(width, x - BLOCK_GAP);
    y += rowHeight + BLOCK_GAP;
  }
  return { width, height: Math.max(1, y - BLOCK_GAP), at };
}

interface Draft {
  readonly linkRects: Float32Array;
  readonly vertices: number[];
  readonly parts: number[];
  readonly partRects: number[];
  readonly missing: number[];
  /** Column (or row) of a switch while its matrix is being placed. */
  readonly column: Int32Array;
}

function createDraft(network: Network): Draft {
  return {
    linkRects: new Float32Array(network.linkCount * 4).fill(Number.NaN),
    vertices: [],
    parts: [],
    partRects: [],
    missing: [],
    column: new Int32Array(network.vertexCount).fill(-1),
  };
}

function finishDraft({
  linkRects,
  vertices,
  parts,
  partRects,
  missing,
}: Draft): Pick<FatTreeMatrix, 'linkRects' | 'switchParts' | 'missing'> {
  return {
    linkRects,
    switchParts: {
      vertex: Int32Array.from(vertices),
      part: Uint8Array.from(parts),
      rects: Float32Array.from(partRects),
    },
    missing: Float32Array.from(missing),
  };
}

function placeBlock(
  draft: Draft,
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
  draft: Draft,
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
  draft: Draft,
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
        setRect(draft.linkRects, link, intoX + column + i * share, y + r, share);
        const reverse = network.links.reverse[link];
        if (reverse >= 0) setRect(draft.linkRects, reverse, outX + column + i * share, y + r, share);
      });
    });
  });
}

function setRect(rects: Float32Array, index: number, x: number, y: number, width: number): void {
  rects.set([x, y, width, 1], index * 4);
}

function placeSwitchColumn(
  draft: Draft,
  vertices: readonly number[],
  x: number,
  y: number,
  width: number,
): void {
  vertices.forEach((vertex, i) => {
    addPart(draft, vertex, INCOMING, x, y + i, width / 2, 1);
    addPart(draft, vertex, OUTGOING, x + width / 2, y + i, width / 2, 1);
  });
}

function addPart(
  draft: Draft,
  vertex: number,
  part: number,
  x: number,
  y: number,
  width: number,
  height: number,
): void {
  draft.vertices.push(vertex);
  draft.parts.push(part);
  draft.partRects.push(x, y, width, height);
}
