import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import { colourMap, type RenderTarget } from '@weft/draw';
import type { TorusRoles } from '@weft/layout';
import { describeNode } from '@weft/network';
import { useCallback, useMemo } from 'preact/hooks';
import { attachListeners } from '../../../kit/attach-listeners.ts';
import { Canvas } from '../../../kit/canvas.tsx';
import { clickEnds, isAdding } from '../../../kit/click-selection.ts';
import { Tooltip, type TooltipContent } from '../../../kit/tooltip.tsx';
import type { TorusSource } from '../source/torus-source.ts';
import { drawRankMarks, drawRanks } from './draw-ranks.ts';
import type { MappingRow } from './mapping-model.ts';
import { createRanksPicture, nodeUnder, type RanksPicture } from './ranks-picture.ts';

/** Which rank sits where; the rank under the pointer is marked in all panels that share `hovered`. */
export function RanksPanel({
  source,
  roles,
  row,
  hovered,
  width,
  height,
}: {
  readonly source: TorusSource;
  readonly roles: ReadonlySignal<TorusRoles>;
  readonly row: MappingRow;
  readonly hovered: Signal<number>;
  readonly width: number;
  readonly height: number;
}) {
  const { shape, workspace } = source;
  const tooltip = useSignal<TooltipContent | null>(null);
  const order = roles.value;
  const picture = useMemo(
    () => createRanksPicture(shape, order, row, width, height),
    [shape, order, row, width, height],
  );
  const draw = useCallback(
    (target: RenderTarget) => {
      const theme = workspace.theme.value;
      drawRanks(target, picture, colourMap(workspace.colourMap.value, theme), theme);
    },
    [picture, workspace],
  );
  const drawOver = useCallback(
    (target: RenderTarget) => {
      const { sources, destinations } = workspace.selection.value;
      const chosen = [...sources, ...destinations].map((vertex) => shape.nodeOf[vertex] ?? -1);
      drawRankMarks(target, picture, workspace.theme.value, chosen, hovered.value);
    },
    [picture, workspace, shape, hovered],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) => attachRanks(element, source, picture, hovered, tooltip),
    [source, picture, hovered],
  );
  const label = `Ranks of the mapping ${row.name}. Click a node to choose it.`;
  return (
    <div class="torus-figures" style={{ width: `${width}px`, height: `${height}px` }}>
      <Canvas width={width} height={height} draw={draw} label={`Ranks of ${row.name}`} />
      <Canvas overlay width={width} height={height} draw={drawOver} label={label} attach={attach} />
      <Tooltip content={tooltip} width={width} height={height} />
    </div>
  );
}

function attachRanks(
  element: HTMLCanvasElement,
  { workspace, network, shape }: TorusSource,
  picture: RanksPicture,
  hovered: Signal<number>,
  tooltip: Signal<TooltipContent | null>,
): () => void {
  return attachListeners(element, {
    pointermove: ({ offsetX: x, offsetY: y }) => {
      const node = nodeUnder(picture, x, y);
      hovered.value = node < 0 ? -1 : picture.rankAt[node];
      workspace.hovered.value = node < 0 ? null : { kind: 'vertex', id: shape.vertexAt[node] };
      tooltip.value =
        node < 0 ? null : { x, y, title: describeNode(network, shape, node), lines: ranksOf(picture, node) };
    },
    pointerleave: () => {
      hovered.value = -1;
      workspace.hovered.value = null;
      tooltip.value = null;
    },
    click: (event) => {
      const vertex = shape.vertexAt[nodeUnder(picture, event.offsetX, event.offsetY)] ?? -1;
      if (vertex < 0) return;
      const before = workspace.selection.peek();
      workspace.select(clickEnds(before, 'sources', [vertex], isAdding(event)), 'commit');
    },
  });
}

const MOST_NAMED = 16;

function ranksOf({ row, ranksAt }: RanksPicture, node: number): TooltipContent['lines'] {
  const count = ranksAt[node];
  if (count === 0) return [{ label: 'ranks', value: 'none' }];
  const ranks: number[] = [];
  for (let rank = 0; rank < row.nodes.length && ranks.length < MOST_NAMED; rank++)
    if (row.nodes[rank] === node) ranks.push(rank);
  const more = count > ranks.length ? ` … (${count})` : '';
  return [{ label: count === 1 ? 'rank' : 'ranks', value: `${ranks.join(', ')}${more}` }];
}
