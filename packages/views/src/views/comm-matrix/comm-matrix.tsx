import { computed, useSignal } from '@preact/signals';
import { type RankOrder, rankOrders } from '@weft/analysis';
import { formatExact } from '@weft/model';
import { useCallback, useMemo } from 'preact/hooks';
import type { BrushHow } from '../../kit/brush.ts';
import type { Range } from '../../kit/brush-range.ts';
import { Canvas } from '../../kit/canvas.tsx';
import { colourMap } from '../../kit/colour-map.ts';
import { linearScale, logScale } from '../../kit/colour-scale.ts';
import { formatCsv } from '../../kit/export-picture.ts';
import { Legend } from '../../kit/legend.tsx';
import type { RenderTarget } from '../../kit/render-target.ts';
import { themeColours } from '../../kit/theme.ts';
import { Tooltip, type TooltipContent } from '../../kit/tooltip.tsx';
import { useExporter } from '../../kit/use-exporter.ts';
import { useSettledOptions } from '../../kit/use-settled-options.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { Choice, EmptyState, TOOLBAR_HEIGHT, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { attachMatrix } from './attach-matrix.ts';
import type { CommMatrixNeeds } from './comm-matrix-needs.ts';
import {
  drawMatrix,
  drawMatrixLegend,
  drawMatrixOverlay,
  legendBox,
  legendModel,
  type MatrixModel,
  positionAt,
} from './draw-matrix.ts';
import {
  cellAt,
  logExtent,
  type MatrixCell,
  type MatrixData,
  type MatrixMeasure,
  type MatrixPart,
  matrixData,
} from './matrix-model.ts';
import { matrixOfOptions, optionsOfMatrix, wholeWindow } from './matrix-window.ts';
import './comm-matrix.css';

const LABEL =
  'Traffic from sending ranks (rows) to receiving ranks (columns). Arrow keys move, plus and minus zoom, 0 shows all, r selects the ranks in view.';

export function CommMatrix(props: ViewProps<CommMatrixNeeds>) {
  const { workspace, width, height, exporter } = props;
  const bodyHeight = Math.max(height - TOOLBAR_HEIGHT, 80);
  const data = useMemo(() => matrixData(props.data.overview, props.data.detail), [props.data]);
  const measure = useViewOption<MatrixMeasure>(props, 'measure', 'bytes', ['bytes', 'messages']);
  const scale = useViewOption<'log' | 'linear'>(props, 'scale', 'log', ['log', 'linear']);
  const order = useViewOption<RankOrder>(props, 'order', 'rank', rankOrders);
  const range = useSignal<Range | null>(null);
  const pointer = useSignal<{ x: number; y: number } | null>(null);
  const { value: window, change } = useSettledOptions(
    props,
    (options) => matrixOfOptions(options, data.ranks),
    (value) => optionsOfMatrix(value, data.ranks),
  );
  const model = useMemo(
    () =>
      computed((): MatrixModel => {
        const finest = data.parts.at(-1) as MatrixPart;
        const domain = range.value ?? logExtent(finest[measure.value]);
        return {
          width,
          height: bodyHeight,
          colours: themeColours(workspace.theme.value),
          data,
          window: window.value,
          measure: measure.value,
          unit: measure.value === 'bytes' ? 'B' : 'count',
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
  const attach = useCallback(
    (element: HTMLCanvasElement) =>
      attachMatrix(element, {
        model: () => model.peek(),
        show: change,
        pick: ({ x, y }, add) => {
          const cell = cellUnder(model.peek(), x, y);
          const before = workspace.selection.peek().ranks;
          if (cell) workspace.select({ ranks: pickedRanks(data, cell, before, add) }, 'commit');
        },
        hover: (point) => {
          pointer.value = point;
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
    <>
      <Choice
        label="What cells show"
        options={[
          ['bytes', 'Bytes'],
          ['messages', 'Messages'],
        ]}
        value={measure.value}
        onChange={(value) => {
          measure.value = value;
          range.value = null;
        }}
      />
      <Choice
        label="Colour scale"
        options={[
          ['log', 'Log'],
          ['linear', 'Linear'],
        ]}
        value={scale.value}
        onChange={(value) => {
          scale.value = value;
          range.value = null;
        }}
      />
      <Choice
        label="Order of ranks"
        options={[
          ['rank', 'Rank'],
          ['community', 'Community'],
          ['host', 'Host'],
        ]}
        value={order.value}
        onChange={(value) => {
          order.value = value;
        }}
      />
      <button
        type="button"
        class="kit-button"
        disabled={window.value.size >= data.ranks}
        title="Show all ranks (key 0)"
        onClick={() => change(wholeWindow(data.ranks))}
      >
        Show all
      </button>
    </>
  );
  const empty = data.sent.messages.every((count) => count === 0);
  const box = legendBox({ width, height: bodyHeight });
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
          <EmptyState title="No message in the active time range">
            Clear or widen the time range, or select another job.
          </EmptyState>
        </div>
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

function describeCell(
  model: MatrixModel,
  cell: MatrixCell,
  { x, y }: { readonly x: number; readonly y: number },
): TooltipContent {
  return {
    x,
    y,
    title: `${nameRanks(model, cell.senders)} → ${nameRanks(model, cell.receivers)}`,
    lines: [
      { label: 'bytes', value: formatExact(cell.bytes, 'B') },
      { label: 'messages', value: formatExact(cell.messages, 'count') },
      ...totalLines(model, cell),
    ],
  };
}

function nameRanks({ data, order }: MatrixModel, [from, to]: readonly [number, number]): string {
  if (to - from === 1) return `rank ${data.rankAt[from]}`;
  if (order === 'rank') return `ranks ${from} to ${to - 1}`;
  return `${to - from} ranks from ${data.rankAt[from]} on`;
}

/** What single ranks sent and received in all. */
function totalLines({ data, measure, unit }: MatrixModel, { senders, receivers }: MatrixCell) {
  if (senders[1] - senders[0] !== 1 || receivers[1] - receivers[0] !== 1) return [];
  const sender = data.rankAt[senders[0]];
  const receiver = data.rankAt[receivers[0]];
  return [
    { label: `rank ${sender} sent in all`, value: formatExact(data.sent[measure][senders[0]], unit) },
    {
      label: `rank ${receiver} received in all`,
      value: formatExact(data.received[measure][receivers[0]], unit),
    },
  ];
}

function describeMatrix({ data, window }: MatrixModel): string {
  const block = data.parts.at(-1)?.senders.block ?? 1;
  const shown = Math.min(Math.ceil(window.size), data.ranks).toLocaleString('en-US');
  const all = data.ranks.toLocaleString('en-US');
  const cells = block === 1 ? 'single ranks' : `blocks of ${block} ranks`;
  return `${shown === all ? all : `${shown} of ${all}`} ranks, ${cells}${data.refining ? ', refining …' : ''}`;
}

/** The cells of the finest part that hold anything, by their first and last ranks. */
function* matrixRows({ data }: MatrixModel): Generator<number[]> {
  const { senders, receivers, bytes, messages } = data.parts.at(-1) as MatrixPart;
  for (let cell = 0; cell < bytes.length; cell++) {
    if (messages[cell] === 0) continue;
    const row = senders.from + Math.floor(cell / receivers.cells) * senders.block;
    const column = receivers.from + (cell % receivers.cells) * receivers.block;
    const ends = [row, Math.min(row + senders.block, senders.to) - 1];
    ends.push(column, Math.min(column + receivers.block, receivers.to) - 1);
    yield [...ends.map((position) => data.rankAt[position]), bytes[cell], messages[cell]];
  }
}

function matrixCsv(model: MatrixModel): string {
  const header = ['src_first', 'src_last', 'dst_first', 'dst_last', 'bytes', 'messages'];
  return formatCsv(header, matrixRows(model));
}
