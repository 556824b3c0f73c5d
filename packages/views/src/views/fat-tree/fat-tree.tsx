import { type ReadonlySignal, type Signal, useSignal } from '@preact/signals';
import type { RenderTarget } from '@weft/draw';
import { textAt } from '@weft/model';
import { vertexName } from '@weft/network';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import type { BrushHow } from '../../kit/brush.ts';
import { printRange, type Range } from '../../kit/brush-range.ts';
import { Canvas } from '../../kit/canvas.tsx';
import { formatCsv } from '../../kit/export-picture.ts';
import { HopList, useRouteHops } from '../../kit/hop-list.tsx';
import { Legend } from '../../kit/legend.tsx';
import { Tooltip, type TooltipContent } from '../../kit/tooltip.tsx';
import { useDerived } from '../../kit/use-derived.ts';
import { useExporter } from '../../kit/use-exporter.ts';
import { EmptyState, toolbarHeight, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { attachMatrix } from './attach-matrix.ts';
import { ColourPanel } from './colour-panel.tsx';
import { createMatrixPicture } from './create-matrix-picture.ts';
import { createFatTreeDrawing, drawHovered } from './draw-fat-tree.ts';
import {
  drawLegends,
  drawMatrixKey,
  KEY_WIDTH,
  keyItems,
  legendLength,
  legendModels,
} from './draw-matrix-legends.ts';
import type { FatTreeNeeds } from './fat-tree-needs.ts';
import { followFound } from './follow-found.ts';
import { type MatrixOptions, useMatrixOptions } from './matrix-options.ts';
import { LEGEND_HEIGHT, type MatrixPicture } from './matrix-picture.ts';
import { NOTE_HEIGHT, RouteNote } from './route-note.tsx';
import { Toolbar } from './toolbar.tsx';
import { ZoomCrumbs } from './zoom-crumbs.tsx';
import './fat-tree.css';

/** Of the options without labels, and of the one for several jobs. */
const OPTIONS_WIDTH = 420;
const SEVERAL_WIDTH = 100;

const LABEL =
  'Fat-tree matrix. Arrow keys move between links, switches and hosts. Enter makes a port, switch or host a source, shift and Enter a destination; space keeps the routes through a link and tells who fills it; h goes to the hosts of the chosen switch. Plus and minus zoom, 0 shows all, Delete clears.';

export function FatTree(props: ViewProps<FatTreeNeeds>) {
  const { workspace, width, height, exporter, dataset } = props;
  const { network, jobs, ranks } = props.data;
  // The matrix is laid out once, whenever its traffic over time comes.
  const data = useMemo(() => ({ network, jobs, ranks }), [network, jobs, ranks]);
  const latest = props.data.cube ?? null;
  const cube = useSignal(latest);
  useEffect(() => {
    cube.value = latest;
  }, [latest]);
  const tooltip = useSignal<TooltipContent | null>(null);
  const spoken = useSignal('');
  const several = useDerived(() => workspace.selection.value.jobs.length > 1, [workspace]).value;
  const bar = toolbarHeight(width, OPTIONS_WIDTH + (several ? SEVERAL_WIDTH : 0));
  const bodyHeight = Math.max(height - bar - NOTE_HEIGHT - LEGEND_HEIGHT, 80);
  const options = useMatrixOptions(props, width, bodyHeight);
  const picture = useMemo(
    () => createMatrixPicture({ data, cube, dataset, workspace, width }, options, bodyHeight),
    [data, dataset, workspace, width, options, bodyHeight],
  );
  const hops = useRouteHops(workspace, data.network);
  const drawing = useMemo(createFatTreeDrawing, []);
  const draw = useCallback((target: RenderTarget) => drawing(target, picture.value), [drawing, picture]);
  const drawOver = useCallback(
    (target: RenderTarget) => drawHovered(target, picture.value, options.hovered.value),
    [picture, options],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) =>
      attachMatrix(element, {
        picture: () => picture.peek(),
        jobs: data.jobs.columns,
        workspace,
        hovered: options.hovered,
        zoom: options.zoom,
        tooltip,
        spoken,
      }),
    [picture, workspace, data, options],
  );
  useEffect(() => followFound(workspace, picture, options), [workspace, picture, options]);
  useMatrixExporter(exporter, picture, draw, width, bodyHeight);
  if (picture.peek().matrix.blocks.length === 0) {
    return (
      <EmptyState title="This network is no fat tree">
        Its switches have neither levels to stack nor groups. The machine view draws any network.
      </EmptyState>
    );
  }
  return (
    <ViewRoot
      workspace={workspace}
      width={width}
      height={height}
      bar={bar}
      toolbar={
        <Toolbar
          options={options}
          workspace={workspace}
          colours={options.colours}
          several={several}
          width={width}
        />
      }
    >
      <div class="fat-tree-head">
        <RouteNote routes={workspace.linkValues.routes} network={data.network} width={width} />
        <HopsButton shown={options.hops} hops={hops} />
        <ZoomCrumbs picture={picture} zoom={options.zoom} />
      </div>
      <div class="fat-tree-picture">
        <Canvas width={width} height={bodyHeight} draw={draw} label="Fat-tree matrix" />
        <Canvas overlay width={width} height={bodyHeight} draw={drawOver} label={LABEL} attach={attach} />
        {hops.value && options.hops.value && (
          <div class="fat-tree-hops">
            <HopList hops={hops.value} network={data.network} workspace={workspace} />
          </div>
        )}
        <Tooltip content={tooltip} width={width} height={bodyHeight} spoken={false} />
      </div>
      <Legends picture={picture} options={options} width={width} />
      {options.colours.value && (
        <ColourPanel
          options={options}
          picture={picture}
          onClose={() => {
            options.colours.value = false;
          }}
        />
      )}
      <div class="kit-spoken" role="status" aria-live="polite">
        {spoken}
      </div>
    </ViewRoot>
  );
}

/** Lists the hops of a route over the matrix, or puts them away; where no single route is chosen there is nothing to list. */
function HopsButton({
  shown,
  hops,
}: {
  readonly shown: Signal<boolean>;
  readonly hops: ReadonlySignal<readonly number[] | null>;
}) {
  if (!hops.value) return null;
  return (
    <button
      type="button"
      class="kit-button fat-tree-hops-button"
      aria-expanded={shown.value}
      onClick={() => {
        shown.value = !shown.value;
      }}
    >
      Hops
    </button>
  );
}

/** One legend per distinct map; all are one scale, so dragging one moves all. */
function Legends({
  picture,
  options,
  width,
}: {
  readonly picture: ReadonlySignal<MatrixPicture>;
  readonly options: MatrixOptions;
  readonly width: number;
}) {
  const models = useDerived(() => legendModels(picture.value), [picture]);
  const count = useDerived(() => models.value.length, [models]).value;
  const key = useDerived(() => keyItems(picture.value).length > 0, [picture]).value;
  const quantile = useDerived(() => picture.value.scale.kind === 'quantile', [picture]).value;
  const drawKey = useCallback((target: RenderTarget) => drawMatrixKey(target, picture.value), [picture]);
  const onRange = useCallback(
    (range: Range | null, how: BrushHow): void => {
      options.draggedRange.value = how === 'live' ? range : null;
      if (how === 'commit') options.range.value = printRange(range);
    },
    [options],
  );
  const length = legendLength(width, count, key);
  return (
    <div class="fat-tree-legends">
      {Array.from({ length: count }, (_, i) => (
        <PartLegend key={i} models={models} at={i} length={length} onRange={quantile ? undefined : onRange} />
      ))}
      {key && (
        <Canvas width={KEY_WIDTH} height={LEGEND_HEIGHT} draw={drawKey} label="Marks: idle, missing, down" />
      )}
    </div>
  );
}

function PartLegend({
  models,
  at,
  length,
  onRange,
}: {
  readonly models: ReadonlySignal<ReturnType<typeof legendModels>>;
  readonly at: number;
  readonly length: number;
  readonly onRange?: (range: Range | null, how: BrushHow) => void;
}) {
  const model = useDerived(() => models.value[Math.min(at, models.value.length - 1)], [models, at]);
  return <Legend model={model} orientation="horizontal" length={length} onRange={onRange} />;
}

/** The same drawing with its legends below, and the numbers of every link. */
function useMatrixExporter(
  exporter: ViewProps['exporter'],
  picture: ReadonlySignal<MatrixPicture>,
  draw: (target: RenderTarget) => void,
  width: number,
  height: number,
): void {
  const drawAll = useCallback(
    (target: RenderTarget) => {
      draw(target);
      drawLegends(target, picture.peek(), height);
    },
    [draw, picture, height],
  );
  const csv = useCallback(() => matrixCsv(picture.peek()), [picture]);
  useExporter(exporter, { title: 'Fat tree', width, height: height + LEGEND_HEIGHT, draw: drawAll }, csv);
}

function matrixCsv({ network, matrix, totals, visible, unit }: MatrixPicture): string {
  const { src, dst, src_port, dst_port } = network.links;
  const rows = [...network.links.id].filter((link) => !Number.isNaN(matrix.linkRects[link * 4]));
  const port = (value: number): number | null => (value < 0 ? null : value);
  return formatCsv(
    ['link', 'from', 'port', 'to', 'port', 'class', 'direction', `total${unit ? ` (${unit})` : ''}`, 'shown'],
    rows.map((link) => [
      link,
      vertexName(network, src[link]),
      port(src_port[link]),
      vertexName(network, dst[link]),
      port(dst_port[link]),
      textAt(network.links.class, link),
      textAt(network.links.direction, link),
      totals[link] ?? null,
      visible === null ? 1 : visible[link],
    ]),
  );
}
