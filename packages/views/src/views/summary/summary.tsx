import { computed, type Signal, useSignal } from '@preact/signals';
import type { RenderTarget } from '@weft/draw';
import { formatExact } from '@weft/model';
import { useCallback, useMemo } from 'preact/hooks';
import { attachListeners } from '../../kit/attach-listeners.ts';
import { Canvas } from '../../kit/canvas.tsx';
import { isAdding } from '../../kit/click-selection.ts';
import { describeTotals } from '../../kit/describe-totals.ts';
import { formatCsv } from '../../kit/export-picture.ts';
import { groupedTotals } from '../../kit/grouped-totals.ts';
import { groupLabel, linkGroups } from '../../kit/link-groups.ts';
import { sharedExtent, showsDifference } from '../../kit/shared-extent.ts';
import { Tooltip, type TooltipContent } from '../../kit/tooltip.tsx';
import { useExporter } from '../../kit/use-exporter.ts';
import { ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import type { Workspace } from '../../workspace.ts';
import { boxAt, boxColours, drawSummary, type SummaryPicture } from './draw-summary.ts';
import { pickGroup } from './pick-group.ts';
import { summaryBoxes } from './summary-model.ts';
import type { SummaryNeeds } from './summary-needs.ts';

const LABEL =
  'Box plots of traffic per link by class and direction. Up and down choose a box, Enter selects its links, Delete clears.';

export function Summary(props: ViewProps<SummaryNeeds>) {
  const { data, dataset, workspace, width, height, exporter } = props;
  const hovered = useSignal<number | null>(null);
  const tooltip = useSignal<TooltipContent | null>(null);
  const picture = useMemo(
    () => summaryPicture({ data, dataset, workspace, width, height }, hovered),
    [data, dataset, workspace, width, height],
  );
  const draw = useCallback((target: RenderTarget) => drawSummary(target, picture.value), [picture]);
  const attach = useCallback(
    (element: HTMLCanvasElement) =>
      attachSummary(element, picture.peek.bind(picture), workspace, hovered, tooltip),
    [picture, workspace],
  );
  const csv = useCallback(() => summaryCsv(picture.peek()), [picture]);
  useExporter(exporter, { title: 'Traffic by link class and direction', width, height, draw }, csv);
  return (
    <ViewRoot workspace={workspace} width={width} height={height}>
      <Canvas width={width} height={height} draw={draw} label={LABEL} attach={attach} />
      <Tooltip content={tooltip} width={width} height={height} />
    </ViewRoot>
  );
}

type PictureSource = Pick<ViewProps<SummaryNeeds>, 'data' | 'dataset' | 'workspace' | 'width' | 'height'>;

function summaryPicture(props: PictureSource, hovered: Signal<number | null>) {
  const { data, dataset, workspace, width, height } = props;
  const { groups } = linkGroups(data.network);
  const { unit } = workspace.linkValues;
  const grouped = groupedTotals(workspace.linkValues, data.network);
  const boxes = computed(() => summaryBoxes(groups, grouped.value));
  return computed((): SummaryPicture => {
    const selection = workspace.selection.value;
    return {
      width,
      height,
      theme: workspace.theme.value,
      boxes: boxes.value,
      unit: unit.value,
      title: describeTotals(dataset, selection, showsDifference(workspace)),
      range: sharedExtent(workspace),
      selection,
      hovered: hovered.value,
    };
  });
}

function attachSummary(
  element: HTMLCanvasElement,
  picture: () => SummaryPicture,
  workspace: Workspace,
  hovered: Signal<number | null>,
  tooltip: Signal<TooltipContent | null>,
): () => void {
  const pick = (box: number | null, add: boolean): void => {
    const found = box === null ? undefined : picture().boxes[box];
    if (found) workspace.select(pickGroup(workspace.selection.peek(), found.group, add), 'commit');
  };
  const move = (event: PointerEvent): void => {
    const box = boxAt(event.offsetY, picture());
    hovered.value = box;
    tooltip.value = box === null ? null : boxTooltip(picture(), box, event.offsetX, event.offsetY);
  };
  const pointAt = (box: number): void => {
    hovered.value = box;
    const { height, boxes } = picture();
    tooltip.value = boxTooltip(picture(), box, 0, (height * (box + 0.5)) / Math.max(1, boxes.length));
  };
  const leave = (): void => {
    hovered.value = null;
    tooltip.value = null;
  };
  const click = (event: MouseEvent): void => pick(boxAt(event.offsetY, picture()), isAdding(event));
  const clear = (): void => workspace.select({ classes: [], directions: [] }, 'commit');
  const key = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const last = picture().boxes.length - 1;
    if (step !== 0) pointAt(Math.min(Math.max((hovered.peek() ?? -step) + step, 0), last));
    else if (event.key === 'Enter' || event.key === ' ') pick(hovered.peek(), isAdding(event));
    else if (event.key === 'Delete') clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return attachListeners(element, { pointermove: move, pointerleave: leave, click, keydown: key });
}

function boxTooltip(picture: SummaryPicture, box: number, x: number, y: number): TooltipContent | null {
  const found = picture.boxes[box];
  if (!found) return null;
  const { statistics, group, visible } = found;
  const exact = (value: number): string => formatExact(value, picture.unit);
  return {
    x,
    y,
    title: groupLabel(group),
    lines: [
      {
        label: 'links',
        value: `${visible.toLocaleString('en-US')} of ${statistics.count.toLocaleString('en-US')} in the selection`,
        colour: boxColours(picture.boxes, picture.theme)[box],
      },
      { label: 'maximum', value: exact(statistics.maximum) },
      { label: 'upper quartile', value: exact(statistics.upperQuartile) },
      { label: 'median', value: exact(statistics.median) },
      { label: 'lower quartile', value: exact(statistics.lowerQuartile) },
      { label: 'minimum', value: exact(statistics.minimum) },
      { label: 'mean', value: exact(statistics.mean) },
    ],
  };
}

function summaryCsv({ boxes, unit }: SummaryPicture): string {
  const suffix = unit ? ` (${unit})` : '';
  const names = ['minimum', 'lower_quartile', 'median', 'upper_quartile', 'maximum', 'mean'];
  return formatCsv(
    ['class', 'direction', 'links', 'links_visible', ...names.map((name) => `${name}${suffix}`)],
    boxes.map(({ group, statistics: s, visible }) => [
      group.class,
      group.direction,
      s.count,
      visible,
      s.minimum,
      s.lowerQuartile,
      s.median,
      s.upperQuartile,
      s.maximum,
      s.mean,
    ]),
  );
}
