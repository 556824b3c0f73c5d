import type { Network } from '@weft/model';
import { INCOMING, type LinkMatrix, OUTGOING } from './link-matrix.ts';

/** A matrix while its cells are being placed. */
export interface MatrixDraft {
  readonly linkRects: Float32Array;
  readonly vertices: number[];
  readonly parts: number[];
  readonly partRects: number[];
  readonly missing: number[];
  /** Column (or row) of a switch while its matrix is being placed. */
  readonly column: Int32Array;
}

export function createDraft(network: Network): MatrixDraft {
  return {
    linkRects: new Float32Array(network.linkCount * 4).fill(Number.NaN),
    vertices: [],
    parts: [],
    partRects: [],
    missing: [],
    column: new Int32Array(network.vertexCount).fill(-1),
  };
}

export function finishDraft({
  linkRects,
  vertices,
  parts,
  partRects,
  missing,
}: MatrixDraft): Pick<LinkMatrix, 'linkRects' | 'switchParts' | 'missing'> {
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

/** The cell of a link, one high. */
export function placeLink(
  { linkRects }: MatrixDraft,
  link: number,
  x: number,
  y: number,
  width: number,
): void {
  linkRects.set([x, y, width, 1], link * 4);
}

/** Switches below each other, their halves side by side. */
export function placeSwitchColumn(
  draft: MatrixDraft,
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

export function addPart(
  draft: MatrixDraft,
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
