import { computed, type ReadonlySignal } from '@preact/signals';
import type { RenderTarget } from '@weft/draw';
import { useCallback, useMemo, useRef } from 'preact/hooks';
import type { Point } from '../../kit/attach-listeners.ts';
import type { BrushHow } from '../../kit/brush.ts';
import type { Range } from '../../kit/brush-range.ts';
import { Canvas } from '../../kit/canvas.tsx';
import { clickRanks } from '../../kit/click-selection.ts';
import { Legend } from '../../kit/legend.tsx';
import { Tooltip } from '../../kit/tooltip.tsx';
import { withUnknownPeers } from '../../kit/unknown-peers.ts';
import { useExporter } from '../../kit/use-exporter.ts';
import { TOOLBAR_HEIGHT, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import type { Workspace } from '../../workspace.ts';
import { attachMatrix } from './attach-matrix.ts';
import type { CommMatrixNeeds } from './comm-matrix-needs.ts';
import { drawMatrix, drawMatrixLegend, drawMatrixOverlay, legendModel } from './draw-matrix.ts';
import { MatrixEmpty } from './matrix-empty.tsx';
import { legendBox, listBox, type MatrixModel } from './matrix-geometry.ts';
import type { RankPair } from './matrix-model.ts';
import { holdsPair, ranksOfCell } from './matrix-ranks.ts';
import { MatrixToolbar } from './matrix-toolbar.tsx';
import { wholeWindow } from './matrix-window.ts';
import { describeMatrix, matrixCsv } from './matrix-words.ts';
import { PairList } from './pair-list.tsx';
import {
  type MatrixZoom,
  useLargestPairs,
  useMatrixChoices,
  useMatrixData,
  useMatrixModel,
  useMatrixZoom,
} from './use-matrix-model.ts';
import { cellUnder, type MatrixPointer, useMatrixPointer } from './use-matrix-pointer.ts';
import './comm-matrix.css';

const LABEL =
  'Traffic from sending ranks (rows) to receiving ranks (columns). Arrow keys go from cell to cell, n and p to the ' +
  'next and previous of the largest pairs, Enter selects the ranks of the cell, plus and minus zoom, 0 shows all, r selects the ranks in view.';

export function CommMatrix(props: ViewProps<CommMatrixNeeds>) {
  const { workspace, width, height, dataset } = props;
  const bodyHeight = Math.max(height - TOOLBAR_HEIGHT, 80);
  const data = useMatrixData(props);
  const pairs = useLargestPairs(props);
  const choices = useMatrixChoices(props);
  const zoom = useMatrixZoom(props, data);
  const model = useMatrixModel(props, bodyHeight, data, choices, zoom);
  const pointer = useMatrixPointer(model, zoom);
  const { drawBase, drawOver } = useMatrixDrawing(props, model, pointer, bodyHeight);
  const attach = useMatrixInput(workspace, model, zoom, pointer, pairs);
  const legend = useMemo(() => computed(() => legendModel(model.value)), [model]);
  const setRange = useCallback(
    (next: Range | null, _how: BrushHow) => {
      choices.range.value = next;
    },
    [choices.range],
  );
  const note = useMemo(
    () => computed(() => withUnknownPeers(describeMatrix(model.value), dataset)),
    [model, dataset],
  );

  const toolbar = (
    <MatrixToolbar
      measure={choices.measure}
      scale={choices.scale}
      order={choices.order}
      width={width}
      whole={zoom.value.value.size >= data.ranks}
      onChange={() => {
        choices.range.value = null;
      }}
      onShowAll={() => zoom.change(wholeWindow(data.ranks))}
    />
  );
  const empty = data.sent.count.every((count) => count === 0);
  const box = legendBox({ width, height: bodyHeight });
  const list = listBox({ width, height: bodyHeight });
  return (
    <ViewRoot workspace={workspace} width={width} height={height} toolbar={toolbar}>
      <Canvas width={width} height={bodyHeight} draw={drawBase} label="Communication matrix" />
      <Canvas width={width} height={bodyHeight} draw={drawOver} label={LABEL} attach={attach} overlay />
      {empty ? (
        <MatrixEmpty measure={choices.measure.value} timed={workspace.selection.value.time !== null} />
      ) : (
        <div class="comm-matrix-legend" style={{ left: `${box.left - 8}px`, top: `${box.top - 20}px` }}>
          <Legend model={legend} orientation="vertical" length={box.bottom - box.top} onRange={setRange} />
        </div>
      )}
      {!empty && list && (
        <PairList
          pairs={pairs}
          data={data}
          measure={model.value.measure}
          selected={model.value.selected}
          box={list}
          onHover={(pair) => (pair ? pointer.pointAtPair(pair) : pointer.hover(null))}
          onSelect={({ src, dst }, add) => selectRanks(workspace, [src, dst], add)}
        />
      )}
      <div class="kit-note comm-matrix-note" role="status">
        {note.value}
      </div>
      <Tooltip content={pointer.tooltip} width={width} height={bodyHeight} />
    </ViewRoot>
  );
}

function selectRanks(workspace: Workspace, picked: readonly number[], add: boolean): void {
  const ranks = clickRanks(workspace.selection.peek().ranks, [...new Set(picked)], add);
  workspace.select({ ranks }, 'commit');
}

function selectCell(workspace: Workspace, model: MatrixModel, point: Point, add: boolean): void {
  const cell = cellUnder(model, point);
  if (cell) selectRanks(workspace, ranksOfCell(model.data, cell), add);
  else if (!add) workspace.select({ ranks: [] }, 'commit');
}

/** The picture below, what moves above it, and what is exported. */
function useMatrixDrawing(
  { width, exporter }: ViewProps<CommMatrixNeeds>,
  model: ReadonlySignal<MatrixModel>,
  { cell }: MatrixPointer,
  height: number,
) {
  const drawBase = useCallback((target: RenderTarget) => drawMatrix(target, model.value), [model]);
  const drawOver = useCallback(
    (target: RenderTarget) => drawMatrixOverlay(target, model.value, cell.value),
    [model, cell],
  );
  const drawAll = useCallback(
    (target: RenderTarget) => {
      drawMatrix(target, model.peek());
      drawMatrixLegend(target, model.peek());
    },
    [model],
  );
  const csv = useCallback(() => matrixCsv(model.peek()), [model]);
  useExporter(exporter, { title: 'Communication matrix', width, height, draw: drawAll }, csv);
  return { drawBase, drawOver };
}

/** What mouse, fingers and keys do. */
function useMatrixInput(
  workspace: Workspace,
  model: ReadonlySignal<MatrixModel>,
  zoom: MatrixZoom,
  pointer: MatrixPointer,
  pairs: readonly RankPair[],
) {
  const latestPairs = useRef(pairs);
  latestPairs.current = pairs;
  return useCallback(
    (element: HTMLCanvasElement) =>
      attachMatrix(element, {
        model: () => model.peek(),
        show: zoom.change,
        pick: (point, add) => selectCell(workspace, model.peek(), point, add),
        hover: pointer.hover,
        back: zoom.back,
        pointer: pointer.place,
        pointAt: pointer.pointAt,
        pickHere: (add) => {
          const at = pointer.place();
          if (at) selectCell(workspace, model.peek(), at, add);
        },
        nextPair: (step) => {
          const next = nextPair(model.peek(), latestPairs.current, pointer, step);
          if (next) pointer.pointAtPair(next);
        },
        selectVisible: () => {
          const { window, data } = model.peek();
          workspace.select({ ranks: ranksOfCell(data, visibleRanks(window, data.ranks)) }, 'commit');
        },
      }),
    [model, workspace, zoom, pointer],
  );
}

/** The pair after (or before) the one under the pointer; the largest where it is on none. */
function nextPair(
  { data }: MatrixModel,
  pairs: readonly RankPair[],
  { cell }: MatrixPointer,
  step: number,
): RankPair | undefined {
  const under = cell.peek();
  const shown = under ? pairs.findIndex((pair) => holdsPair(data, under, pair)) : -1;
  return pairs[shown < 0 ? 0 : (shown + step + pairs.length) % pairs.length];
}

function visibleRanks({ row, column, size }: MatrixModel['window'], ranks: number) {
  return {
    senders: [Math.floor(row), Math.min(Math.ceil(row + size), ranks)],
    receivers: [Math.floor(column), Math.min(Math.ceil(column + size), ranks)],
  } as const;
}
