import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { RenderTarget } from '@weft/draw';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import { Canvas } from '../../../kit/canvas.tsx';
import { Tooltip, type TooltipContent } from '../../../kit/tooltip.tsx';
import type { Workspace } from '../../../workspace.ts';
import type { TorusOptions } from '../source/torus-options.ts';
import { attachPlanes } from './attach-planes.ts';
import { drawNodes } from './draw-nodes.ts';
import { drawPlaneLabels } from './draw-plane-labels.ts';
import { drawPlaneMarks } from './draw-plane-marks.ts';
import { createPlanesDrawing } from './draw-planes.ts';
import { followFound } from './follow-found.ts';
import type { PlaneItem, PlanesPicture } from './planes-picture.ts';
import './planes.css';

const LABEL =
  'Planes of the torus. Arrow keys move between lines. Enter chooses a link or magnifies the group of a mean. Plus and minus zoom, 0 shows all, Delete clears.';

/** Detailed or composite planes: lines, nodes and labels, and what is chosen, on a canvas each. */
export function Planes({
  picture,
  workspace,
  options,
  width,
  height,
}: {
  readonly picture: ReadonlySignal<PlanesPicture>;
  readonly workspace: Workspace;
  readonly options: TorusOptions;
  readonly width: number;
  readonly height: number;
}) {
  const hovered = useSignal<PlaneItem | null>(null);
  const tooltip = useSignal<TooltipContent | null>(null);
  const spoken = useSignal('');
  const drawLines = useMemo(createPlanesDrawing, []);
  const draw = useCallback((target: RenderTarget) => drawLines(target, picture.value), [drawLines, picture]);
  const drawOver = useCallback(
    (target: RenderTarget) => {
      drawNodes(target, picture.value);
      drawPlaneLabels(target, picture.value);
    },
    [picture],
  );
  const drawMarks = useCallback(
    (target: RenderTarget) => drawPlaneMarks(target, picture.value, hovered.value),
    [picture],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) =>
      attachPlanes(element, { picture: () => picture.peek(), workspace, options, hovered, tooltip, spoken }),
    [picture, workspace, options],
  );
  useEffect(() => followFound(workspace, picture, options.zoom, hovered), [workspace, picture, options]);
  return (
    <div class="torus-planes">
      <Canvas width={width} height={height} draw={draw} label="Planes of the torus" />
      <Canvas overlay width={width} height={height} draw={drawOver} label="Nodes and axes" />
      <Canvas overlay width={width} height={height} draw={drawMarks} label={LABEL} attach={attach} />
      <Tooltip content={tooltip} width={width} height={height} spoken={false} />
      <div class="kit-spoken" role="status" aria-live="polite">
        {spoken}
      </div>
    </div>
  );
}
