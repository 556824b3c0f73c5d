import { computed, useSignal } from '@preact/signals';
import { formatDuration, type HoveredItem, textAt } from '@weft/model';
import { useCallback, useMemo } from 'preact/hooks';
import { callColours } from '../../kit/call-colours.ts';
import { Canvas } from '../../kit/canvas.tsx';
import { formatCsv } from '../../kit/export-picture.ts';
import type { RenderTarget } from '../../kit/render-target.ts';
import { themeColours } from '../../kit/theme.ts';
import { Tooltip, type TooltipContent } from '../../kit/tooltip.tsx';
import { useExporter } from '../../kit/use-exporter.ts';
import { useSettledOptions } from '../../kit/use-settled-options.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { EmptyState, TOOLBAR_HEIGHT, Toggle, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { attachTimeline } from './attach-timeline.ts';
import {
  drawTimeline,
  drawTimelineOverlay,
  plotArea,
  shownMessages,
  shownSpans,
  type TimelineModel,
} from './draw-timeline.ts';
import { pickTimeline, type TimelinePick } from './pick-timeline.ts';
import { timelineData } from './timeline-model.ts';
import type { TimelineNeeds } from './timeline-needs.ts';
import { isWhole, optionsOfWindow, windowOfOptions } from './timeline-window.ts';

const LABEL =
  'Ranks over time. Arrow keys move, plus and minus zoom time, square brackets zoom ranks, 0 shows all, ' +
  't makes the time in view the active time range, r selects the ranks in view, Delete clears the time range.';
/** A calendar helps from here on; a program is timed from its start. */
const CALENDAR = 600e9;

export function Timeline(props: ViewProps<TimelineNeeds>) {
  const { workspace, width, height, exporter, dataset } = props;
  const { timeRange, origin } = dataset.manifest;
  const bodyHeight = Math.max(height - TOOLBAR_HEIGHT, 80);
  const data = useMemo(() => timelineData(props.data, timeRange), [props.data, timeRange]);
  const names = data.calls.map(({ name }) => name).join('\n');
  const colours = useMemo(() => callColours(data.calls.map(({ name }) => name)), [names]);
  const showMessages = useViewOption<boolean>(props, 'lines', true);
  const { value: window, change } = useSettledOptions(
    props,
    (options) => windowOfOptions(options, data.full),
    (value) => optionsOfWindow(value, data.full),
  );
  const pointer = useSignal<{ x: number; y: number } | null>(null);
  const model = useMemo(
    () =>
      computed(
        (): TimelineModel => ({
          width,
          height: bodyHeight,
          colours: themeColours(workspace.theme.value),
          data,
          window: window.value,
          callColours: colours,
          showMessages: showMessages.value,
          messages: dataset.manifest.tables.messages?.rows ?? 0,
          selected: new Set(workspace.selection.value.ranks),
          origin: data.full.time[1] - data.full.time[0] >= CALENDAR ? origin : null,
        }),
      ),
    [data, colours, workspace, width, bodyHeight, origin],
  );
  // Follows zoom and finer data, too: what is said is always about what is on screen.
  const pick = useMemo(
    () => computed(() => pointer.value && pickTimeline(model.value, pointer.value.x, pointer.value.y)),
    [model],
  );
  const tooltip = useMemo(
    () =>
      computed((): TooltipContent | null => {
        const [at, shown] = [pointer.value, pick.value];
        return at && shown && { x: at.x, y: at.y, title: shown.title, lines: shown.lines };
      }),
    [pick],
  );
  const drawBase = useCallback((target: RenderTarget) => drawTimeline(target, model.value), [model]);
  const drawOver = useCallback(
    (target: RenderTarget) =>
      drawTimelineOverlay(target, model.value, workspace.selection.value.time, pick.value?.mark ?? null),
    [model, pick, workspace],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) =>
      attachTimeline(element, {
        model: () => model.peek(),
        show: change,
        brush: (range, how) =>
          workspace.select({ time: range && range[1] > range[0] ? [range[0], range[1]] : null }, how),
        pickRank: (rank, add) => {
          const before = workspace.selection.peek().ranks;
          workspace.select({ ranks: chosenRanks(before, rank, add) }, 'commit');
        },
        selectRanks: ([from, to]) => {
          const all = to - from >= data.ranks;
          const ranks = all ? [] : Array.from({ length: to - from }, (_, at) => from + at);
          workspace.select({ ranks }, 'commit');
        },
        hover: (point) => {
          pointer.value = point;
          workspace.hovered.value = hoveredItem(pick.peek());
        },
      }),
    [model, pick, workspace],
  );
  const drawBoth = useCallback(
    (target: RenderTarget) => {
      drawTimeline(target, model.peek());
      drawTimelineOverlay(target, model.peek(), workspace.selection.peek().time, null);
    },
    [model, workspace],
  );
  const csv = useCallback(() => timelineCsv(model.peek()), [model]);
  useExporter(exporter, { title: 'Timeline', width, height: bodyHeight, draw: drawBoth }, csv);
  const note = useMemo(() => computed(() => describeView(model.value)), [model]);
  const whole = useMemo(() => computed(() => isWhole(window.value, data.full)), [data]);

  if (
    data.calls.length === 0 &&
    !data.refining &&
    data.exact.every(({ messageCount }) => messageCount === 0)
  ) {
    return (
      <ViewRoot workspace={workspace} width={width} height={height}>
        <NothingDated dataset={dataset} />
      </ViewRoot>
    );
  }
  const toolbar = (
    <>
      <button
        type="button"
        class="kit-button"
        disabled={whole.value}
        title="Show all ranks and the whole run (key 0)"
        onClick={() => change(data.full)}
      >
        Show all
      </button>
      <Toggle
        label="messages"
        value={showMessages.value}
        onChange={(value) => {
          showMessages.value = value;
        }}
      />
      <span class="kit-note timeline-note" role="status">
        {note.value}
      </span>
    </>
  );
  return (
    <ViewRoot workspace={workspace} width={width} height={height} toolbar={toolbar}>
      <Canvas width={width} height={bodyHeight} draw={drawBase} label="MPI calls of each rank over time" />
      <Canvas width={width} height={bodyHeight} draw={drawOver} label={LABEL} attach={attach} overlay />
      <Tooltip content={tooltip} width={width} height={bodyHeight} />
    </ViewRoot>
  );
}

/** A log such as IPM's counts calls and messages without dating them; else it is the job that has none. */
function NothingDated({ dataset }: Pick<ViewProps<TimelineNeeds>, 'dataset'>) {
  const { spans, messages } = dataset.manifest.tables;
  return (spans?.rows ?? 0) === 0 && (messages?.rows ?? 0) > 0 ? (
    <EmptyState title="Nothing here has a time">
      This log counts calls and messages but does not date them. See the call profile and the communication
      matrix, or record a trace (DUMPI or OTF2).
    </EmptyState>
  ) : (
    <EmptyState title="No calls of this job">
      Select another job, or import the trace with its spans (without --no-spans).
    </EmptyState>
  );
}

function hoveredItem(pick: TimelinePick | null): HoveredItem | null {
  if (!pick) return null;
  return pick.message === null ? { kind: 'rank', id: pick.rank } : { kind: 'message', id: pick.message };
}

/** A click selects one rank, or lets go of it; `add` toggles it among the others. */
export function chosenRanks(before: readonly number[], rank: number, add: boolean): number[] {
  const has = before.includes(rank);
  if (!add) return has && before.length === 1 ? [] : [rank];
  return has ? before.filter((other) => other !== rank) : [...before, rank].sort((a, b) => a - b);
}

/** What is on screen, in words: single calls and messages, or how coarse the tiles are. */
function describeView(model: TimelineModel): string {
  const area = plotArea(model);
  const count = (value: number, one: string): string =>
    `${value.toLocaleString('en-US')} ${one}${value === 1 ? '' : 's'}`;
  const { time, ranks } = model.window;
  const shown = `${count(Math.ceil(ranks[1]) - Math.floor(ranks[0]), 'rank')} × ${formatDuration(time[1] - time[0])}`;
  const spans = shownSpans(model, area);
  const messages = shownMessages(model, area);
  const finest = model.data.parts.at(-1)?.tiles;
  const detail = spans
    ? `single calls (${count(spans.spanCount, 'call')} around)`
    : finest
      ? `tiles of ${count(finest.block, 'rank')} × ${formatDuration(finest.bin)}`
      : '';
  const lines =
    !model.showMessages || model.messages === 0
      ? ''
      : messages
        ? `, ${count(messages.messageCount, 'message')}`
        : ', zoom in for messages';
  return `${shown}: ${detail}${lines}${model.data.refining ? ', refining …' : ''}`;
}

/** Single calls where they are on screen, else the totals per call. */
function timelineCsv(model: TimelineModel): string {
  const exact = shownSpans(model, plotArea(model))?.spans;
  if (!exact) {
    const rows = model.data.calls.map(({ name, count, time }) => [name, count, time]);
    return formatCsv(['call', 'count', 'time_ns'], rows);
  }
  const [from, to] = model.window.time;
  const [first, last] = model.window.ranks;
  const rows: (string | number | null)[][] = [];
  exact.rank.forEach((rank, row) => {
    if (rank < Math.floor(first) || rank >= last || exact.exit[row] < from || exact.enter[row] > to) return;
    rows.push([rank, textAt(exact.call, row), exact.enter[row], exact.exit[row]]);
  });
  return formatCsv(['rank', 'call', 'enter_ns', 'exit_ns'], rows);
}
