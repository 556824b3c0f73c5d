import { computed, useSignal } from '@preact/signals';
import { type RankOrder, rankOrders } from '@weft/analysis';
import { colourMap, linearScale, logScale, type RenderTarget, themeColours } from '@weft/draw';
import { useCallback, useMemo, useRef } from 'preact/hooks';
import type { Point } from '../../kit/attach-listeners.ts';
import type { BrushHow } from '../../kit/brush.ts';
import type { Range } from '../../kit/brush-range.ts';
import { Canvas } from '../../kit/canvas.tsx';
import { Legend } from '../../kit/legend.tsx';
import { Tooltip } from '../../kit/tooltip.tsx';
import { useExporter } from '../../kit/use-exporter.ts';
import { useSettledOptions } from '../../kit/use-settled-options.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { EmptyState, TOOLBAR_HEIGHT, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { attachMatrix } from './attach-matrix.ts';
import type { CommMatrixNeeds } from './comm-matrix-needs.ts';
import {
  columnToX,
  drawMatrix,
  drawMatrixLegend,
  drawMatrixOverlay,
  legendBox,
  legendModel,
  listBox,
  type MatrixModel,
  matrixSquare,
  positionAt,
  rowToY,
} from './draw-matrix.ts';
import {
  cellAt,
  logExtent,
  type MatrixCell,
  type MatrixData,
  type MatrixMeasure,
  type MatrixPart,
  matrixData,
  pairsOf,
  type RankPair,
} from './matrix-model.ts';
import { MatrixToolbar } from './matrix-toolbar.tsx';
import { keepInSight, matrixOfOptions, optionsOfMatrix, wholeWindow } from './matrix-window.ts';
import { describeCell, describeMatrix, matrixCsv, matrixWords } from './matrix-words.ts';
import { PairList } from './pair-list.tsx';
import './comm-matrix.css';

const LABEL =
  'Traffic from sending ranks (rows) to receiving ranks (columns). Arrow keys go from cell to cell, n and p to the ' +
  'next and previous of the largest pairs, Enter selects the ranks of the cell, plus and minus zoom, 0 shows all, r selects the ranks in view.';

export function CommMatrix(props: ViewProps<CommMatrixNeeds>) {
  const { workspace, width, height, exporter } = props;
  const bodyHeight = Math.max(height - TOOLBAR_HEIGHT, 80);
  const data = useMemo(() => matrixData(props.data.overview, props.data.detail), [props.data]);
  // The last list stays until the next is there.
  const latestPairs = useRef<readonly RankPair[]>([]);
  if (props.data.top) latestPairs.current = pairsOf(props.data.top.top);
  const pairs = latestPairs.current;
  const measure = useViewOption<MatrixMeasure>(props, 'measure', 'bytes', ['bytes', 'messages', 'waiting']);
  const scale = useViewOption<'log' | 'linear'>(props, 'scale', 'log', ['log', 'linear']);
  const order = useViewOption<RankOrder>(props, 'order', 'rank', rankOrders);
  const range = useSignal<Range | null>(null);
  const pointer = useSignal<{ x: number; y: number } | null>(null);
  const {
    value: window,
    change,
    back,
  } = useSettledOptions(
    props,
    (options) => matrixOfOptions(options, data.ranks),
    (value) => optionsOfMatrix(value, data.ranks),
  );
  const model = useMemo(
    () =>
      computed((): MatrixModel => {
        const finest = data.parts.at(-1) as MatrixPart;
        const domain =
          range.value ?? logExtent(finest[matrixWords[shownMeasure(measure.value, data)].column]);
        return {
          width,
          height: bodyHeight,
          colours: themeColours(workspace.theme.value),
          data,
          window: window.value,
          measure: shownMeasure(measure.value, data),
          order: order.value,
          map: colourMap(workspace.colourMap.value, workspace.theme.value),
          scale: scale.value === 'log' ? logScale(domain) : linearScale([range.value?.[0] ?? 0, domain[1]]),
          selected: new Set(workspace.selection.value.ranks),
        };
      }),
    [data, workspace, width, bodyHeight],
  );
  const hovered = useMemo(
    () => computed(() => pointer.value && cellUnder(model.value, pointer.value.x, pointer.value.y)),
    [model],
  );
  const tooltip = useMemo(
    () =>
      computed(() => {
        const [at, cell] = [pointer.value, hovered.value];
        return at && cell && describeCell(model.value, cell, at);
      }),
    [hovered],
  );
  const drawBase = useCallback((target: RenderTarget) => drawMatrix(target, model.value), [model]);
  const drawOver = useCallback(
    (target: RenderTarget) => drawMatrixOverlay(target, model.value, hovered.value),
    [model, hovered],
  );
  const pickAt = ({ x, y }: Point, add: boolean): void => {
    const cell = cellUnder(model.peek(), x, y);
    const before = workspace.selection.peek().ranks;
    if (cell) workspace.select({ ranks: pickedRanks(data, cell, before, add) }, 'commit');
  };
  /** The pointer goes to a cell of the keyboard's or the list's, which comes into sight. */
  const pointAt = (row: number, column: number): void => {
    const sight = keepInSight(model.peek().window, row, column, data.ranks);
    if (sight !== model.peek().window) change(sight);
    const { left, top, side } = matrixSquare(model.peek());
    const inside = (at: number, from: number): number => Math.min(Math.max(at, from), from + side - 0.01);
    pointer.value = {
      x: inside(columnToX(model.peek(), column + 0.5), left),
      y: inside(rowToY(model.peek(), row + 0.5), top),
    };
  };
  const pointAtPair = ({ src, dst }: RankPair): void =>
    pointAt(data.rankAt.indexOf(src), data.rankAt.indexOf(dst));
  const attach = useCallback(
    (element: HTMLCanvasElement) =>
      attachMatrix(element, {
        model: () => model.peek(),
        show: change,
        pick: pickAt,
        hover: (point) => {
          pointer.value = point;
        },
        back,
        pointer: () => pointer.peek(),
        pointAt,
        pickHere: (add) => {
          const at = pointer.peek();
          if (at) pickAt(at, add);
        },
        nextPair: (step) => {
          const pairs = latestPairs.current;
          if (pairs.length === 0) return;
          const at = pointer.peek();
          const cell = at && cellUnder(model.peek(), at.x, at.y);
          const shown = cell ? pairs.findIndex((pair) => holds(data, cell, pair)) : -1;
          const next = shown < 0 ? 0 : (shown + step + pairs.length) % pairs.length;
          pointAtPair(pairs[next]);
        },
        selectVisible: () => {
          const { row, column, size } = model.peek().window;
          const cell = {
            senders: [Math.floor(row), Math.min(Math.ceil(row + size), data.ranks)],
            receivers: [Math.floor(column), Math.min(Math.ceil(column + size), data.ranks)],
          } as const;
          workspace.select({ ranks: ranksOfCell(data, cell) }, 'commit');
        },
      }),
    [model, workspace],
  );
  const drawAll = useCallback(
    (target: RenderTarget) => {
      drawMatrix(target, model.peek());
      drawMatrixLegend(target, model.peek());
    },
    [model],
  );
  const csv = useCallback(() => matrixCsv(model.peek()), [model]);
  useExporter(exporter, { title: 'Communication matrix', width, height: bodyHeight, draw: drawAll }, csv);
  const legend = useMemo(() => computed(() => legendModel(model.value)), [model]);
  const setRange = useCallback((next: Range | null, _how: BrushHow) => {
    range.value = next;
  }, []);
  const note = useMemo(() => computed(() => describeMatrix(model.value)), [model]);

  const toolbar = (
    <MatrixToolbar
      measure={measure}
      scale={scale}
      order={order}
      width={width}
      whole={window.value.size >= data.ranks}
      onChange={() => {
        range.value = null;
      }}
      onShowAll={() => change(wholeWindow(data.ranks))}
    />
  );
  const empty = data.sent.count.every((count) => count === 0);
  const timed = workspace.selection.value.time !== null;
  const box = legendBox({ width, height: bodyHeight });
  const list = listBox({ width, height: bodyHeight });
  return (
    <ViewRoot workspace={workspace} width={width} height={height} toolbar={toolbar}>
      <Canvas width={width} height={bodyHeight} draw={drawBase} label="Communication matrix" />
      <Canvas width={width} height={bodyHeight} draw={drawOver} label={LABEL} attach={attach} overlay />
      {!empty && (
        <div class="comm-matrix-legend" style={{ left: `${box.left - 8}px`, top: `${box.top - 20}px` }}>
          <Legend model={legend} orientation="vertical" length={box.bottom - box.top} onRange={setRange} />
        </div>
      )}
      {empty && (
        <div class="comm-matrix-empty">
          <EmptyState title={emptyTitle(measure.value, timed)}>
            {emptyAdvice(measure.value, timed)}
          </EmptyState>
        </div>
      )}
      {!empty && list && (
        <PairList
          pairs={pairs}
          data={data}
          measure={model.value.measure}
          selected={model.value.selected}
          box={list}
          onHover={(pair) => {
            if (pair) pointAtPair(pair);
            else pointer.value = null;
          }}
          onSelect={({ src, dst }, add) => {
            const before = workspace.selection.peek().ranks;
            const both = src === dst ? [src] : [src, dst].sort((a, b) => a - b);
            const ranks = add ? [...new Set([...before, ...both])].sort((a, b) => a - b) : both;
            workspace.select({ ranks }, 'commit');
          }}
        />
      )}
      <div class="kit-note comm-matrix-note" role="status">
        {note.value}
      </div>
      <Tooltip content={tooltip} width={width} height={bodyHeight} />
    </ViewRoot>
  );
}

function cellUnder(model: MatrixModel, x: number, y: number): MatrixCell | null {
  const at = positionAt(model, x, y);
  return at && cellAt(model.data, at.row, at.column);
}

type CellRanks = Pick<MatrixCell, 'senders' | 'receivers'>;

/** Senders and receivers of a cell, in their own order. */
function ranksOfCell({ rankAt }: MatrixData, { senders, receivers }: CellRanks): number[] {
  const ranks = new Set([...rankAt.subarray(...senders), ...rankAt.subarray(...receivers)]);
  return [...ranks].sort((a, b) => a - b);
}

/** A click on what is selected already lets go of it. */
export function pickedRanks(
  data: MatrixData,
  cell: CellRanks,
  before: readonly number[],
  add: boolean,
): number[] {
  const picked = ranksOfCell(data, cell);
  if (add) return [...new Set([...before, ...picked])].sort((a, b) => a - b);
  return picked.length === before.length && picked.every((rank) => before.includes(rank)) ? [] : picked;
}

/** Until the data of another measure are there, those of the last are shown for what they are. */
function shownMeasure(wanted: MatrixMeasure, { waiting }: MatrixData): MatrixMeasure {
  if (waiting) return 'waiting';
  return wanted === 'waiting' ? 'bytes' : wanted;
}

function holds({ rankAt }: MatrixData, { senders, receivers }: CellRanks, { src, dst }: RankPair): boolean {
  return rankAt.subarray(...senders).includes(src) && rankAt.subarray(...receivers).includes(dst);
}

function emptyTitle(measure: MatrixMeasure, timed: boolean): string {
  if (measure === 'waiting')
    return timed ? 'Nobody waits in the active time range' : 'Nobody is known to wait';
  return timed ? 'No message in the active time range' : 'No message of this job';
}

function emptyAdvice(measure: MatrixMeasure, timed: boolean): string {
  if (timed) return 'Clear or widen the time range, or select another job.';
  return measure === 'waiting'
    ? 'Waiting is found from the times of calls and messages, which this dataset does not have.'
    : 'Select another job.';
}
