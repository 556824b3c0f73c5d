import { type ReadonlySignal, useSignal } from '@preact/signals';
import { type RenderTarget, themeColours } from '@weft/draw';
import { useCallback } from 'preact/hooks';
import { attachListeners } from '../../../kit/attach-listeners.ts';
import { Canvas } from '../../../kit/canvas.tsx';
import { Tooltip, type TooltipContent } from '../../../kit/tooltip.tsx';
import type { Workspace } from '../../../workspace.ts';
import { describeNodeTraffic } from '../source/describe-node-traffic.ts';
import { attachGroup, type DraggedBox } from './attach-group.ts';
import { drawGroup } from './draw-group.ts';
import { drawPolygons, polygonAt } from './draw-polygons.ts';
import type { GroupPicture } from './group-picture.ts';
import './group-panel.css';

/** Left the magnified group, right the polygons of the chosen nodes. */
export function GroupPanel({
  picture,
  workspace,
  width,
  height,
  onClose,
}: {
  readonly picture: ReadonlySignal<GroupPicture | null>;
  readonly workspace: Workspace;
  readonly width: number;
  readonly height: number;
  readonly onClose: () => void;
}) {
  const box = useSignal<DraggedBox | null>(null);
  const groupTip = useSignal<TooltipContent | null>(null);
  const polygonTip = useSignal<TooltipContent | null>(null);
  const half = Math.floor(width / 2);
  const draw = useCallback(
    (target: RenderTarget) => picture.value && drawGroup(target, picture.value),
    [picture],
  );
  const drawOver = useCallback(
    (target: RenderTarget) => picture.value && drawChosen(target, picture.value, box.value),
    [picture],
  );
  const drawRight = useCallback(
    (target: RenderTarget) => picture.value && drawPolygons(target, picture.value, width - half),
    [picture, width, half],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) =>
      attachGroup(element, { picture: () => picture.peek(), workspace, box, tooltip: groupTip }),
    [picture, workspace],
  );
  const attachRight = useCallback(
    (element: HTMLCanvasElement) => attachPolygons(element, () => picture.peek(), width - half, polygonTip),
    [picture, width, half],
  );
  return (
    <div class="torus-group" style={{ height: `${height}px` }}>
      <div class="torus-group-part" style={{ width: `${half}px` }}>
        <Canvas width={half} height={height} draw={draw} label="Magnified group" />
        <Canvas overlay width={half} height={height} draw={drawOver} label={LABEL} attach={attach} />
        <Tooltip content={groupTip} width={half} height={height} />
      </div>
      <div class="torus-group-part">
        <Canvas
          width={width - half}
          height={height}
          draw={drawRight}
          label="Polygons of the chosen nodes"
          attach={attachRight}
        />
        <Tooltip content={polygonTip} width={width - half} height={height} />
      </div>
      <button
        type="button"
        class="kit-button torus-group-close"
        aria-label="Close the magnified group"
        onClick={onClose}
      >
        ×
      </button>
    </div>
  );
}

const LABEL = 'Magnified group. Click a node or drag over several to see their polygons; ctrl or shift adds.';

function drawChosen(target: RenderTarget, picture: GroupPicture, box: DraggedBox | null): void {
  const { accent, accentWash } = themeColours(picture.theme);
  const chosen = new Set(picture.chosen);
  for (const { node, x, y } of picture.group.nodes)
    if (chosen.has(node)) target.circle(x, y, picture.group.radius + 2, { stroke: accent, lineWidth: 2 });
  if (!box) return;
  const { from, to } = box;
  const rect = [
    Math.min(from.x, to.x),
    Math.min(from.y, to.y),
    Math.abs(to.x - from.x),
    Math.abs(to.y - from.y),
  ] as const;
  target.rect(...rect, { fill: accentWash, stroke: accent });
}

function attachPolygons(
  element: HTMLCanvasElement,
  picture: () => GroupPicture | null,
  width: number,
  tooltip: { value: TooltipContent | null },
): () => void {
  return attachListeners(element, {
    pointermove: ({ offsetX: x, offsetY: y }) => {
      const now = picture();
      const node = now ? polygonAt(now, width, x, y) : -1;
      tooltip.value =
        now && node >= 0
          ? { x, y, ...describeNodeTraffic(now.network, now.shape, node, now.totals, now.unit) }
          : null;
    },
    pointerleave: () => {
      tooltip.value = null;
    },
  });
}
