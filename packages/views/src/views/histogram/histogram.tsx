import { computed, type Signal, useSignal } from '@preact/signals';
import type { RenderTarget } from '@weft/draw';
import { formatExact } from '@weft/model';
import { useCallback, useMemo } from 'preact/hooks';
import { attachBrush } from '../../kit/brush.ts';
import { Canvas } from '../../kit/canvas.tsx';
import { describeTotals } from '../../kit/describe-totals.ts';
import { formatCsv } from '../../kit/export-picture.ts';
import { groupedTotals } from '../../kit/grouped-totals.ts';
import {
  groupActive,
  linkGroups,
  partColour,
  type Split,
  splitGroups,
  splits,
} from '../../kit/link-groups.ts';
import { sharedExtent, showsDifference } from '../../kit/shared-extent.ts';
import { SplitChoice } from '../../kit/split-choice.tsx';
import { Tooltip, type TooltipContent } from '../../kit/tooltip.tsx';
import { useExporter } from '../../kit/use-exporter.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { TOOLBAR_HEIGHT, Toggle, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { binEdge, binOf } from './bins.ts';
import {
  drawHistogram,
  type HistogramModel,
  histogramArea,
  histogramDomain,
  histogramPlace,
} from './draw-histogram.ts';
import { createCounter, type HistogramCounts } from './histogram-model.ts';
import type { HistogramNeeds } from './histogram-needs.ts';

const LABEL =
  'Histogram of traffic per link. Arrow keys move the active value range, with shift they move its end, with alt its start, Delete clears it.';

export function Histogram(props: ViewProps<HistogramNeeds>) {
  const { data, dataset, workspace, width, height, exporter } = props;
  const split = useViewOption<Split>(props, 'split', 'none', splits);
  const log = useViewOption<boolean>(props, 'log', false);
  const hovered = useSignal<number | null>(null);
  const tooltip = useSignal<TooltipContent | null>(null);
  const bodyHeight = Math.max(height - TOOLBAR_HEIGHT, 60);
  const outside = useMemo(() => computed(() => workspace.selection.value.outside), [workspace]);
  const model = useMemo(
    () => histogramModel({ data, dataset, workspace, width }, { split, log, hovered }, bodyHeight),
    [data, dataset, workspace, width, bodyHeight],
  );
  const draw = useCallback((target: RenderTarget) => drawHistogram(target, model.value), [model]);
  const attach = useCallback(
    (element: HTMLCanvasElement) => {
      const place = () => histogramPlace(model.peek().counts, width, bodyHeight);
      return attachBrush(element, {
        area: () => histogramArea(width, bodyHeight, model.peek().counts.parts),
        toPixel: (value) => place().toPixel(value),
        toValue: (pixel) => place().toValue(pixel),
        limits: () => histogramDomain(model.peek().counts),
        range: () => workspace.selection.peek().value,
        step: () => model.peek().counts.bins.step,
        onBrush: (value, how) =>
          workspace.select(value ? { value: [value[0], value[1]] } : { value: null, outside: false }, how),
        onHover: (point) => hoverBin(point, model.peek(), hovered, tooltip),
      });
    },
    [model, workspace, width, bodyHeight],
  );
  const csv = useCallback(() => histogramCsv(model.peek()), [model]);
  useExporter(exporter, { title: 'Traffic per link', width, height: bodyHeight, draw }, csv);

  const toolbar = (
    <>
      <SplitChoice label="Stack by" split={split} short />
      <Toggle
        label="log"
        value={log.value}
        onChange={(value) => {
          log.value = value;
        }}
      />
      <Toggle
        label="outside"
        value={outside.value}
        onChange={(value) => workspace.select({ outside: value }, 'commit')}
      />
    </>
  );
  return (
    <ViewRoot workspace={workspace} width={width} height={height} toolbar={toolbar}>
      <Canvas width={width} height={bodyHeight} draw={draw} label={LABEL} attach={attach} />
      <Tooltip content={tooltip} width={width} height={bodyHeight} />
    </ViewRoot>
  );
}

interface Options {
  readonly split: Signal<Split>;
  readonly log: Signal<boolean>;
  readonly hovered: Signal<number | null>;
}

type ModelSource = Pick<ViewProps<HistogramNeeds>, 'data' | 'dataset' | 'workspace' | 'width'>;

function histogramModel({ data, dataset, workspace, width }: ModelSource, options: Options, height: number) {
  const { groups } = linkGroups(data.network);
  const count = createCounter();
  const grouped = groupedTotals(workspace.linkValues, data.network);
  const { left, right } = histogramArea(width, height, []);
  const wanted = Math.min(Math.max(Math.round((right - left) / 9), 20), 60);
  return computed((): HistogramModel => {
    const selection = workspace.selection.value;
    const parts = splitGroups(groups, options.split.value, (group) => groupActive(group, selection));
    return {
      width,
      height,
      theme: workspace.theme.value,
      counts: count(grouped.value, parts, wanted, sharedExtent(workspace)),
      log: options.log.value,
      unit: workspace.linkValues.unit.value,
      title: describeTotals(dataset, selection, showsDifference(workspace)),
      brush: selection.value,
      outside: selection.outside,
      hovered: options.hovered.value,
    };
  });
}

function hoverBin(
  point: { x: number; y: number } | null,
  model: HistogramModel,
  hovered: Signal<number | null>,
  tooltip: Signal<TooltipContent | null>,
): void {
  if (point === null) {
    hovered.value = null;
    tooltip.value = null;
    return;
  }
  const { counts, unit, theme } = model;
  const bin = binOf(counts.bins, histogramPlace(counts, model.width, model.height).toValue(point.x));
  hovered.value = bin;
  tooltip.value = {
    x: point.x,
    y: point.y,
    title: `${formatExact(binEdge(counts.bins, bin), unit)} to ${formatExact(binEdge(counts.bins, bin + 1), unit)}`,
    lines: counts.parts.map((part, index) => ({
      label: part.label,
      colour: partColour(part, theme),
      value: linkText(counts, index, bin),
    })),
  };
}

function linkText({ bins, all, visible }: HistogramCounts, part: number, bin: number): string {
  const at = part * bins.count + bin;
  return `${visible[at]} of ${all[at]} links`;
}

function histogramCsv({ counts, unit }: HistogramModel): string {
  const { bins, parts, all, visible } = counts;
  const rows = parts.flatMap((part, index) =>
    Array.from({ length: bins.count }, (_, bin) => {
      const at = index * bins.count + bin;
      return [part.label, binEdge(bins, bin), binEdge(bins, bin + 1), all[at], visible[at]];
    }),
  );
  const suffix = unit ? ` (${unit})` : '';
  return formatCsv(['links', `from${suffix}`, `to${suffix}`, 'count', 'count_visible'], rows);
}
