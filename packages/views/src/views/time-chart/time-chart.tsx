import { computed, type Signal, useSignal } from '@preact/signals';
import { formatDuration, formatExact, lowerBound, upperBound } from '@weft/model';
import { useCallback, useMemo } from 'preact/hooks';
import { attachBrush, type BrushHow } from '../../kit/brush.ts';
import type { Range } from '../../kit/brush-range.ts';
import { Canvas } from '../../kit/canvas.tsx';
import { formatCsv } from '../../kit/export-picture.ts';
import {
  groupActive,
  linkGroups,
  partColour,
  type Split,
  splitGroups,
  splits,
} from '../../kit/link-groups.ts';
import type { RenderTarget } from '../../kit/render-target.ts';
import { themeColours } from '../../kit/theme.ts';
import { formatInstant } from '../../kit/ticks.ts';
import { Tooltip, type TooltipContent } from '../../kit/tooltip.tsx';
import { useExporter } from '../../kit/use-exporter.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { Choice, TOOLBAR_HEIGHT, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { attachTimeZoom } from './attach-time-zoom.ts';
import {
  chartArea,
  drawTimeChart,
  drawTimeOverlay,
  keyLinesOf,
  pixelToTime,
  type TimeChartModel,
  timeToPixel,
} from './draw-time-chart.ts';
import type { TimeChartNeeds } from './index.ts';
import { partSeries, perSecond, stepSeries } from './step-series.ts';

const measures = ['max', 'mean'] as const;
type Measure = (typeof measures)[number];

/** From this width on the options fit beside the title. */
const WIDE = 640;

const LABEL =
  'Traffic over time. Arrow keys move the active time range, with shift they move its end, with alt its start, Delete clears it.';

export function TimeChart(props: ViewProps<TimeChartNeeds>) {
  const { workspace, width, height, exporter, dataset } = props;
  const measure = useViewOption<Measure>(props, 'measure', 'max', measures);
  const split = useViewOption<Split>(props, 'split', 'none', splits);
  const hovered = useSignal<number | null>(null);
  const tooltip = useSignal<TooltipContent | null>(null);
  const zoom = useSignal<Range | null>(null);
  const over = width >= WIDE;
  const bodyHeight = Math.max(over ? height : height - TOOLBAR_HEIGHT, 60);
  const model = useMemo(
    () => chartModel(props, { measure, split, zoom }, bodyHeight),
    [props.data, dataset, workspace, width, bodyHeight],
  );
  const drawBase = useCallback((target: RenderTarget) => drawTimeChart(target, model.value), [model]);
  const drawOver = useCallback(
    (target: RenderTarget) =>
      drawTimeOverlay(target, model.value, workspace.selection.value.time, hovered.value),
    [model, workspace],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) => {
      const select = (time: Range | null, how: BrushHow) =>
        workspace.select({ time: time && [time[0], time[1]] }, how);
      const detachBrush = attachBrush(element, {
        area: () => chartArea(model.peek()),
        toPixel: (time) => timeToPixel(model.peek(), time),
        toValue: (pixel) => pixelToTime(model.peek(), pixel),
        limits: () => fullRange(model.peek().times),
        range: () => workspace.selection.peek().time,
        snap: (time) => nearestTime(model.peek().times, time),
        step: () => stepWidth(model.peek().times),
        onBrush: select,
        onHover: (point) => hoverStep(point, model.peek(), hovered, tooltip),
      });
      const detachZoom = attachTimeZoom(element, () => model.peek(), zoom);
      return () => {
        detachBrush();
        detachZoom();
      };
    },
    [model, workspace, width, bodyHeight],
  );
  const drawBoth = useCallback(
    (target: RenderTarget) => {
      drawTimeChart(target, model.peek());
      drawTimeOverlay(target, model.peek(), workspace.selection.peek().time, null);
    },
    [model, workspace],
  );
  const csv = useCallback(() => chartCsv(model.peek()), [model]);
  useExporter(exporter, { title: 'Traffic over time', width, height: bodyHeight, draw: drawBoth }, csv);

  const toolbar = (
    <>
      <Choice
        label="Value per step"
        options={[
          ['max', 'Max'],
          ['mean', 'Mean'],
        ]}
        value={measure.value}
        onChange={(value) => {
          measure.value = value;
        }}
      />
      <Choice
        label="One line per"
        options={[
          ['none', 'All links'],
          ['class', 'Level'],
          ['direction', 'Direction'],
          ['both', 'Both'],
        ]}
        value={split.value}
        onChange={(value) => {
          split.value = value;
        }}
      />
    </>
  );
  return (
    <ViewRoot workspace={workspace} width={width} height={height} toolbar={toolbar} over={over}>
      <Canvas width={width} height={bodyHeight} draw={drawBase} label="Traffic over time" />
      <Canvas width={width} height={bodyHeight} draw={drawOver} label={LABEL} attach={attach} overlay />
      <Tooltip content={tooltip} width={width} height={bodyHeight} />
    </ViewRoot>
  );
}

interface Options {
  readonly measure: Signal<Measure>;
  readonly split: Signal<Split>;
  readonly zoom: Signal<Range | null>;
}

/** Follows classes, directions and aggregate of the selection, not its time: a brush leaves the lines alone. */
function chartModel(props: ViewProps<TimeChartNeeds>, options: Options, height: number) {
  const { data, dataset, workspace, width } = props;
  const { cube, network } = data;
  const shown = workspace.fabric.metric.peek();
  const metric = dataset.manifest.metrics.find(({ name }) => name === cube.metric) ?? shown;
  const classes = computed(() => workspace.selection.value.classes);
  const directions = computed(() => workspace.selection.value.directions);
  const rate = computed(() => workspace.selection.value.aggregate === 'rate' && metric?.kind !== 'gauge');
  const lines = computed(() => {
    const links = linkGroups(network);
    const kept = { classes: classes.value, directions: directions.value };
    const series = stepSeries(cube, links);
    return splitGroups(links.groups, options.split.value, (group) => groupActive(group, kept)).map((part) => {
      const values = partSeries(series, part, options.measure.value);
      const colour = partColour(part, workspace.theme.value);
      return { label: part.label, colour, values: rate.value ? perSecond(values, cube.times) : values };
    });
  });
  return computed((): TimeChartModel => {
    const unit = cube.metric.startsWith('=') ? workspace.fabric.unit.value : (metric?.unit ?? '');
    const optionsWidth = width >= WIDE ? 356 : 0;
    const step =
      metric?.kind === 'gauge' || rate.value ? '' : ` per ${formatDuration(stepWidth(cube.times))}`;
    return {
      width,
      height,
      optionsWidth,
      keyLines: keyLinesOf(lines.value, width, optionsWidth),
      colours: themeColours(workspace.theme.value),
      times: cube.times,
      lines: lines.value,
      title: `${options.measure.value} of ${cube.metric.replace(/^=/, '')} over links${step}`,
      unit: rate.value ? `${unit}/s` : unit,
      origin: dataset.manifest.origin,
      domain: options.zoom.value ?? fullRange(cube.times),
    };
  });
}

function hoverStep(
  point: { x: number; y: number } | null,
  model: TimeChartModel,
  hovered: Signal<number | null>,
  tooltip: Signal<TooltipContent | null>,
): void {
  const step = point && stepAt(model, point.x);
  hovered.value = step;
  if (point === null || step === null) {
    tooltip.value = null;
    return;
  }
  tooltip.value = {
    x: point.x,
    y: point.y,
    title: formatInstant(model.times[step], model.origin),
    lines: model.lines.map(({ label, colour, values }) => ({
      label,
      colour,
      value: formatExact(values[step], model.unit),
    })),
  };
}

function stepAt(model: TimeChartModel, pixel: number): number | null {
  const step = upperBound(model.times, pixelToTime(model, pixel)) - 1;
  return step >= 0 && step < model.times.length - 1 ? step : null;
}

function fullRange(times: Float64Array): Range {
  const first = times[0] ?? 0;
  return [first, Math.max(times[times.length - 1] ?? 1, first + 1)];
}

function stepWidth(times: Float64Array): number {
  const [first, last] = fullRange(times);
  return (last - first) / Math.max(times.length - 1, 1);
}

function nearestTime(times: Float64Array, time: number): number {
  const after = Math.min(lowerBound(times, time), times.length - 1);
  if (after === 0) return times[0];
  return time - times[after - 1] < times[after] - time ? times[after - 1] : times[after];
}

function* chartRows(model: TimeChartModel): Generator<(string | number)[]> {
  for (let step = 0; step < model.times.length - 1; step++) {
    yield [model.times[step], model.times[step + 1], ...model.lines.map(({ values }) => values[step])];
  }
}

function chartCsv(model: TimeChartModel): string {
  const columns = model.lines.map(({ label }) => `${label}${model.unit ? ` (${model.unit})` : ''}`);
  return formatCsv(['from_ns', 'to_ns', ...columns], chartRows(model));
}
