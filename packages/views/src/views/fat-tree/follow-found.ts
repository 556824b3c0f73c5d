import type { ReadonlySignal } from '@preact/signals';
import { textAt } from '@weft/model';
import { onFound } from '../../kit/on-found.ts';
import type { Workspace } from '../../workspace.ts';
import type { MatrixOptions } from './matrix-options.ts';
import {
  blockAt,
  fitMatrix,
  keepInside,
  type MatrixPicture,
  matrixArea,
  zoomTo,
  zoomToBlock,
} from './matrix-picture.ts';
import { itemOf, worldRect } from './pick-item.ts';

/** Brings what a search found into the middle of the picture, or as near to it as the matrix reaches; a host stands below its leaf switch. */
export function followFound(
  workspace: Workspace,
  picture: ReadonlySignal<MatrixPicture>,
  { zoom, hovered }: MatrixOptions,
): () => void {
  return onFound(workspace, (item) => {
    if (item.kind !== 'link' && item.kind !== 'vertex') return;
    const now = picture.peek();
    const { network, matrix, hostStrip } = now;
    const isHost = item.kind === 'vertex' && textAt(network.vertices.kind, item.id) !== 'switch';
    const vertex = isHost ? network.links.dst[network.outLinks[network.outOffsets[item.id]]] : item.id;
    const target = itemOf(now, item.kind, vertex);
    const rect = target && worldRect(now, target);
    if (!rect) return;
    const area = matrixArea(now.width, now.height, hostStrip !== null);
    const fit = fitMatrix(matrix, now.width, now.height);
    const block = item.pod ? blockAt(matrix, rect[0] + rect[2] / 2, rect[1] + rect[3] / 2) : undefined;
    zoom.value = block
      ? zoomToBlock(block, fit, area)
      : keepInside(zoomTo(rect, fit, area), matrix, fit, area);
    if (block) return;
    hovered.value = isHost ? { kind: 'host', id: item.id } : target;
  });
}
