import { useSignal } from '@preact/signals';
import {
  cellCorner,
  drawHivePanel,
  drawPanelSelection,
  type HivePanel,
  type PanelPlaces,
  type RenderTarget,
} from '@weft/draw';
import { selectInHive } from '@weft/layout';
import { formatExact } from '@weft/model';
import { useCallback, useMemo } from 'preact/hooks';
import { Canvas } from '../../kit/canvas.tsx';
import { useLatest } from '../../kit/use-latest.ts';
import { useSame } from '../../kit/use-same.ts';
import { attachPanel } from './attach-panel.ts';
import type { HiveColumn, MeasuredRun } from './hive-columns.ts';
import { type Box, type PanelSize, panelSize } from './hive-places.ts';
import type { HiveScene } from './use-hive-scene.ts';

const LABEL =
  'Hive plots, a row a measure, a column a run. Arrow keys go from plot to plot and show it large, ' +
  's orders the runs by their likeness to this one, Delete clears the selection.';

/** The scene as the drawing of the panel takes it. */
export function panelOf({
  columns,
  rows,
  painter,
}: Pick<HiveScene, 'columns' | 'rows' | 'painter'>): HivePanel {
  return {
    runs: columns.map(({ name, colour, run }) => ({ name, colour, note: run ? runNote(run, columns) : '' })),
    rows: rows.map((row) => ({
      title: row.measure.title,
      note: `${row.rules.scale === 'linear' ? 'linear' : 'log'} scale`,
      cuts: columns.some(({ run }) => run) ? row.rules.cuts : null,
      axes: row.axes,
      cell: (at) => {
        const { run, instead } = columns[at];
        if (!run) return { instead };
        if (run.ranks === 0) return { instead: 'no ranks' };
        const plot = row.plot(run, 'small');
        const drawing = { nodes: plot.marks, edges: plot.edges, ranks: plot.bins?.ranks };
        return { drawing: { ...drawing, paint: painter.paint(run, plot) }, counts: plot.counts };
      },
    })),
  };
}

/** Edges, and ranks where runs differ by them. */
function runNote({ ranks, traffic }: MeasuredRun, columns: readonly HiveColumn[]): string {
  const edges = traffic.src.length;
  if (edges === 0) return 'no messages';
  const alike = columns.every(({ run }) => !run || run.ranks === ranks);
  return alike ? `${formatExact(edges, 'count')} edges` : `${formatExact(ranks, 'count')} ranks`;
}

/** What is selected in a cell. */
export function selectedIn(scene: HiveScene): Parameters<typeof drawPanelSelection>[2] {
  const chosen = scene.chosen.value;
  return (at, row) => {
    const { id, run } = scene.columns[at];
    const ranks = chosen.get(id);
    return run && ranks ? selectInHive(scene.rows[row].plot(run, 'small'), run.traffic, ranks) : null;
  };
}

export function PanelPart({ scene, box }: { readonly scene: HiveScene; readonly box: Box }) {
  const { columns, rows, painter, colours } = scene;
  const fresh = panelSize(box, columns.length, rows.length);
  const size = useSame(fresh, Object.values(fresh));
  const scrollX = useSignal(0);
  const scrollY = useSignal(0);
  const panel = useMemo(() => panelOf({ columns, rows, painter }), [columns, rows, painter]);
  const latest = useLatest({ scene, size, box });
  const drawBase = useCallback(
    (target: RenderTarget) =>
      drawHivePanel(target, panel, placesOf(size, scrollX.value, scrollY.value), colours),
    [panel, size, colours],
  );
  const drawOver = useCallback(
    (target: RenderTarget) => {
      const places = placesOf(size, scrollX.value, scrollY.value);
      drawPanelSelection(target, panel, selectedIn(scene), places, scene.colours);
      drawCurrent(target, scene, places);
    },
    [panel, size, scene],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) =>
      attachPanel(element, () => ({
        ...latest.current,
        places: placesOf(latest.current.size, scrollX.peek(), scrollY.peek()),
      })),
    [latest],
  );
  return (
    <div
      class="hive-part hive-scroll"
      style={boxStyle(box)}
      onScroll={({ currentTarget }) => {
        scrollX.value = currentTarget.scrollLeft;
        scrollY.value = currentTarget.scrollTop;
      }}
    >
      <div style={{ width: `${size.fullWidth}px`, height: `${size.fullHeight}px` }}>
        <div class="hive-sticky" style={{ width: `${size.width}px`, height: `${size.height}px` }}>
          <Canvas width={size.width} height={size.height} draw={drawBase} label="Hive panel" />
          <Canvas
            width={size.width}
            height={size.height}
            draw={drawOver}
            label={LABEL}
            attach={attach}
            overlay
          />
        </div>
      </div>
    </div>
  );
}

export function boxStyle({ left, top, width, height }: Box) {
  return { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
}

function placesOf(size: PanelSize, scrollX: number, scrollY: number): PanelPlaces {
  const within = (at: number, full: number, part: number): number => Math.max(0, Math.min(at, full - part));
  return {
    ...size,
    scrollX: within(scrollX, size.fullWidth, size.width),
    scrollY: within(scrollY, size.fullHeight, size.height),
  };
}

/** A frame round the plot that is shown large. */
function drawCurrent(target: RenderTarget, scene: HiveScene, places: PanelPlaces): void {
  const { columns, rows, current, row, colours } = scene;
  const [column, at] = [columns.indexOf(current), rows.indexOf(row)];
  if (column < 0 || at < 0) return;
  const [x, y] = cellCorner(places, column, at);
  const { left, top, width, height, cellWidth, cellHeight } = places;
  target.group({ clip: [left, top, width - left, height - top] }, () =>
    target.rect(x + 1.5, y + 1.5, cellWidth - 3, cellHeight - 3, { stroke: colours.muted, lineWidth: 1 }),
  );
}
