import { type ReadonlySignal, useSignal } from '@preact/signals';
import type { RenderTarget } from '@weft/draw';
import { AXIS_ANGLES, COPY_ANGLE, hivePoint } from '@weft/layout';
import { useCallback } from 'preact/hooks';
import { Canvas } from '../../kit/canvas.tsx';
import { useLatest } from '../../kit/use-latest.ts';
import { attachPlot, TITLE } from './attach-plot.ts';
import { drawPlotPart, drawPlotSelection, plotFrame, plotNotes } from './draw-plot-part.ts';
import { measureTitle } from './hive-findings.ts';
import type { Box } from './hive-places.ts';
import { boxStyle } from './panel-part.tsx';
import type { HivePick } from './pick-in-hive.ts';
import type { HiveScene } from './use-hive-scene.ts';

const LABEL =
  'One hive plot. Left and right go from rank to rank by value, Enter selects the rank, Space adds it, ' +
  'up and down change the measure, Delete clears the selection.';

/** The plot of one run and one measure, with true scales. */
export function PlotPart({ scene, box }: { readonly scene: HiveScene; readonly box: Box }) {
  const [width, height] = [box.width, Math.max(60, box.height - TITLE)];
  const pointed = useSignal<HivePick | null>(null);
  const latest = useLatest({ scene, box, width, height });
  const { current, row, painter, colours } = scene;
  const drawBase = useCallback(
    (target: RenderTarget) => drawPlotPart(target, { current, row, painter, colours }, width, height),
    [current, row, painter, colours, width, height],
  );
  const drawOver = useCallback(
    (target: RenderTarget) => {
      drawPlotSelection(target, scene, width, height);
      drawPointed(target, scene, pointed, width, height);
    },
    [scene, width, height],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) =>
      attachPlot(element, () => latest.current, {
        get: () => pointed.peek(),
        set: (pick) => {
          pointed.value = pick;
        },
      }),
    [latest],
  );
  const notes = current.run ? plotNotes(current.run, row.plot(current.run, 'large'), row.measure.name) : [];
  return (
    <section class="hive-part hive-plot" style={boxStyle(box)} aria-label="Large plot">
      <div class="hive-title">
        <b>{`${current.name} by ${measureTitle(row.measure.name)}`}</b>
        <span class="kit-note">{current.run ? notes.join(' · ') : current.instead}</span>
      </div>
      <div class="hive-canvas">
        <Canvas width={width} height={height} draw={drawBase} label="Hive plot" />
        <Canvas width={width} height={height} draw={drawOver} label={LABEL} attach={attach} overlay />
      </div>
    </section>
  );
}

/** The mark or edge under the pointer or the keys. */
function drawPointed(
  target: RenderTarget,
  { current, row, colours }: HiveScene,
  pointed: ReadonlySignal<HivePick | null>,
  width: number,
  height: number,
): void {
  const pick = pointed.value;
  if (!pick || !current.run) return;
  const plot = row.plot(current.run, 'large');
  const { x, y, radius } = plotFrame(width, height);
  const stroke = { stroke: colours.ink, lineWidth: 2 };
  if (pick.kind === 'edge' && 6 * pick.index < plot.edges.curves.length) {
    const [x1, y1, cx, cy, x2, y2] = plot.edges.curves.subarray(6 * pick.index, 6 * pick.index + 6);
    target.path((sink) => {
      sink.moveTo(x + x1 * radius, y + y1 * radius);
      sink.quadraticCurveTo(x + cx * radius, y + cy * radius, x + x2 * radius, y + y2 * radius);
    }, stroke);
  } else if (pick.kind === 'mark' && pick.index < plot.marks.axis.length) {
    const axis = plot.marks.axis[pick.index];
    for (const side of [-1, 1]) {
      const angle = AXIS_ANGLES[axis] + (side * COPY_ANGLE) / 2;
      const [px, py] = hivePoint(angle, plot.marks.position[pick.index], plot.marks.lengths[axis]);
      target.circle(x + px * radius, y + py * radius, 5, stroke);
    }
  }
}
