import { computed, type Signal, useSignal } from '@preact/signals';
import { formatInstant, type RenderTarget, themeColours } from '@weft/draw';
import {
  type Cube,
  differenceUnit,
  formatDuration,
  formatExact,
  lowerBound,
  trafficMetric,
  upperBound,
} from '@weft/model';
import { useCallback, useMemo } from 'preact/hooks';
import type { DataRequest } from '../../data-request.ts';
import { attachBrush, type BrushHow } from '../../kit/brush.ts';
import { parseRange, type Range } from '../../kit/brush-range.ts';
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
import { showsDifference } from '../../kit/shared-extent.ts';
import { SplitChoice } from '../../kit/split-choice.tsx';
import { Tooltip, type TooltipContent } from '../../kit/tooltip.tsx';
import { useExporter } from '../../kit/use-exporter.ts';
import { useSettledOption } from '../../kit/use-settled-option.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { Choice, TOOLBAR_HEIGHT, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import type { Workspace } from '../../workspace.ts';
import { attachTimeZoom } from './attach-time-zoom.ts';
import { differenceSeries, elapsedTimes, seriesOf } from './compare-series.ts';
import {
  chartArea,
  drawTimeChart,
  drawTimeOverlay,
  keyLinesOf,
  pixelToTime,
  type TimeChartModel,
  timeToPixel,
} from './draw-time-chart.ts';
import { EarlyChart } from './early-chart.tsx';
import { linkCapacity } from './link-capacity.ts';
import type { TimeChartNeeds } from './time-chart-needs.ts';

const measures = ['max', 'mean'] as const;
type Measure = (typeof measures)[number];

/** From this width on the options fit beside the title. */
const WIDE = 580;
/** Below this height a narrow chart goes without its options. */
const LOW = 140;

const LABEL =
  'Traffic over time. Arrow keys move the active time range, with shift they move its end, with alt its start, Delete clears it.';

export function TimeChart(props: ViewProps<TimeChartNeeds>) {
  const { cube } = props.data;
  const data = useMemo(() => cube && { ...props.data, cube }, [props.data, cube]);
  return data ? <StepChart {...props} data={data} /> : <EarlyChart {...props} />;
}

type StepNeeds = TimeChartNeeds & { cube: DataRequest<Cube> };

function StepChart(props: ViewProps<StepNeeds>) {
  const { data, dataset, workspace, width, height, exporter } = props;
  const measure = useViewOption<Measure>(props, 'measure', 'max', measures);
  const split = useViewOption<Split>(props, 'split', 'none', splits);
  const hovered = useSignal<number | null>(null);
  const tooltip = useSignal<TooltipContent | null>(null);
  const zoom = useSettledOption<Range | null>(props, 'zoom', timeText);
  const over = width >= WIDE;
  const bare = over || height < LOW;
  const bodyHeight = Math.max(bare ? height : height - TOOLBAR_HEIGHT, 60);
  const model = useMemo(
    () => chartModel({ data, dataset, workspace, width }, { measure, split, zoom }, bodyHeight),
    [data, dataset, workspace, width, bodyHeight],
  );
  const drawBase = useCallback((target: RenderTarget) => drawTimeChart(target, model.value), [model]);
  const drawOver = useCallback(
    (target: RenderTarget) => drawTimeOverlay(target, model.value, brushOf(workspace), hovered.value),
    [model, workspace],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) => {
      const select = (time: Range | null, how: BrushHow) => {
        // A difference is drawn over the time since the start of two ranges: there is no one range to set.
        if (!showsDifference(workspace)) workspace.select({ time: time && [time[0], time[1]] }, how);
      };
      const detachBrush = attachBrush(element, {
        area: () => chartArea(model.peek()),
        toPixel: (time) => timeToPixel(model.peek(), time),
        toValue: (pixel) => pixelToTime(model.peek(), pixel),
        limits: () => fullRange(model.peek().times),
        range: () => brushOf(workspace),
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
    [model, workspace],
  );
  const drawBoth = useCallback(
    (target: RenderTarget) => {
      drawTimeChart(target, model.peek());
      drawTimeOverlay(target, model.peek(), brushOf(workspace), null);
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
      <SplitChoice label="One line per" split={split} />
    </>
  );
  return (
    <ViewRoot
      workspace={workspace}
      width={width}
      height={height}
      toolbar={over || !bare ? toolbar : undefined}
      over={over}
    >
      <Canvas width={width} height={bodyHeight} draw={drawBase} label="Traffic over time" />
      <Canvas width={width} height={bodyHeight} draw={drawOver} label={LABEL} attach={attach} overlay />
      <Tooltip content={tooltip} width={width} height={bodyHeight} />
    </ViewRoot>
  );
}

/** The zoomed times, in whole nanoseconds. */
const timeText = {
  print: (range: Range | null): string => range?.map(Math.round).join('..') ?? '',
  parse: parseRange,
};

function brushOf(workspace: Workspace): Range | null {
  return showsDifference(workspace) ? null : workspace.selection.value.time;
}

interface Options {
  readonly measure: Signal<Measure>;
  readonly split: Signal<Split>;
  readonly zoom: Signal<Range | null>;
}

type ModelSource = Pick<ViewProps<StepNeeds>, 'data' | 'dataset' | 'workspace' | 'width'>;

/** Follows classes, directions and aggregate of the selection, not its time: a brush leaves the lines alone. */
function chartModel({ data, dataset, workspace, width }: ModelSource, options: Options, height: number) {
  const { cube, network } = data;
  const shown = workspace.linkValues.metric.peek();
  const metric = dataset.manifest.metrics.find(({ name }) => name === cube.metric) ?? shown;
  const classes = computed(() => workspace.selection.value.classes);
  const directions = computed(() => workspace.selection.value.directions);
  const rate = computed(() => workspace.selection.value.aggregate === 'rate' && metric?.kind !== 'gauge');
  const comparison = computed(() => workspace.comparison?.value ?? null);
  const times = computed(() => {
    const compared = comparison.value;
    return (compared?.shows === 'difference' && elapsedTimes(compared)) || cube.times;
  });
  const parts = computed(() => {
    const kept = { classes: classes.value, directions: directions.value };
    const { groups } = linkGroups(network);
    return splitGroups(groups, options.split.value, (group) => groupActive(group, kept));
  });
  const lines = computed(() => {
    return parts.value.map((part) => {
      const colour = partColour(part, workspace.theme.value);
      const series = (own: Cube) =>
        seriesOf(own, network, part, { measure: options.measure.value, rate: rate.value });
      const values =
        comparison.value?.shows === 'difference'
          ? differenceSeries(comparison.value, times.value.length - 1, series)
          : series(cube);
      return { label: part.label, colour, values };
    });
  });
  /** Largest value of the other sides, so that compared charts share their axis. */
  const range = computed((): Range | null => {
    const compared = comparison.value;
    if (!compared || compared.shows === 'difference') return null;
    let high = 0;
    for (const { cube: own } of [compared.a, compared.b]) {
      if (!own.value) continue;
      for (const part of parts.value) {
        const how = { measure: options.measure.value, rate: rate.value };
        for (const value of seriesOf(own.value, network, part, how)) high = Math.max(high, value);
      }
    }
    return [0, high];
  });
  const { groupOf } = linkGroups(network);
  const capacity = computed(() => {
    const shown = new Set(parts.value.flatMap(({ groups }) => groups));
    return linkCapacity(network, (link) => shown.has(groupOf[link]), {
      metric,
      traffic: trafficMetric(dataset.manifest.metrics),
      rate: rate.value,
      step: stepWidth(cube.times) / 1e9,
    });
  });
  return computed((): TimeChartModel => {
    const unit = cube.metric.startsWith('=') ? workspace.linkValues.unit.value : (metric?.unit ?? '');
    const difference = comparison.value?.shows === 'difference';
    const optionsWidth = width >= WIDE ? 356 : 0;
    const step =
      metric?.kind === 'gauge' || rate.value ? '' : ` per ${formatDuration(stepWidth(cube.times))}`;
    return {
      width,
      height,
      optionsWidth,
      keyLines: keyLinesOf(lines.value, width, optionsWidth),
      colours: themeColours(workspace.theme.value),
      times: times.value,
      lines: lines.value,
      range: range.value,
      capacity: difference ? null : capacity.value,
      title: `${difference ? 'B − A: ' : ''}${options.measure.value} of ${cube.metric.replace(/^=/, '')} over links${step}`,
      unit: rate.value ? `${unit}/s` : difference ? differenceUnit(unit) : unit,
      origin: difference ? null : dataset.manifest.origin,
      domain: options.zoom.value ?? fullRange(times.value),
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
    title: stepTitle(model, step),
    lines: model.lines.map(({ label, colour, values }) => ({
      label,
      colour,
      value: formatExact(values[step], model.unit),
    })),
  };
}

/** When it begins; and how much of it has been sampled, where it is the last and not yet full. */
function stepTitle({ times, origin }: TimeChartModel, step: number): string {
  const begins = formatInstant(times[step], origin);
  const sampled = times[step + 1] - times[step];
  const isShort = step === times.length - 2 && sampled < SHORT * stepWidth(times);
  return isShort ? `${begins}, ${formatDuration(sampled)} so far` : begins;
}

/** A last step below this share of the others is not yet full. */
const SHORT = 0.9;

function stepAt(model: TimeChartModel, pixel: number): number | null {
  const step = upperBound(model.times, pixelToTime(model, pixel)) - 1;
  return step >= 0 && step < model.times.length - 1 ? step : null;
}

function fullRange(times: Float64Array): Range {
  const first = times[0] ?? 0;
  return [first, Math.max(times[times.length - 1] ?? 1, first + 1)];
}

/** The last step is left out of the mean: samples may still be added to it. */
function stepWidth(times: Float64Array): number {
  const steps = times.length - 1;
  const [first, last] = fullRange(steps > 1 ? times.subarray(0, steps) : times);
  return (last - first) / Math.max(steps - 1, 1);
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
