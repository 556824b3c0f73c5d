import { computed, useSignal } from '@preact/signals';
import { callColours, groupColours, type RenderTarget, themeColours } from '@weft/draw';
import type { HoveredItem } from '@weft/model';
import { useCallback, useMemo } from 'preact/hooks';
import { Canvas } from '../../kit/canvas.tsx';
import { Tooltip, type TooltipContent } from '../../kit/tooltip.tsx';
import { useExporter } from '../../kit/use-exporter.ts';
import { useSettledOptions } from '../../kit/use-settled-options.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import { EmptyState, TOOLBAR_HEIGHT, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import { attachTimeline } from './attach-timeline.ts';
import { drawTimeline, drawTimelineOverlay, type TimelineModel } from './draw-timeline.ts';
import { pickTimeline, type TimelinePick } from './pick-timeline.ts';
import { askLongestWait, type PinnedCall, type PinQuestion } from './pinned-call.ts';
import { PinnedStrip, STRIP_HEIGHT } from './pinned-strip.tsx';
import { chosenCalls, keyItemUnder } from './timeline-key.ts';
import { timelineData } from './timeline-model.ts';
import { callsOfOptions, isReadWhole, type TimelineNeeds } from './timeline-needs.ts';
import { TimelineToolbar } from './timeline-toolbar.tsx';
import {
  followCall,
  isWhole,
  optionsOfWindow,
  type TimelineWindow,
  windowAround,
  windowOfOptions,
} from './timeline-window.ts';
import { describeView, timelineCsv } from './timeline-words.ts';
import { usePinnedCall } from './use-pinned-call.ts';

const LABEL =
  'Ranks over time. Arrow keys move, plus and minus zoom time, square brackets zoom ranks, 0 shows all, Backspace undoes a zoom. ' +
  'Full stop and comma go to the next and previous call, with shift to one with a message, j and k to the rank below and above, ' +
  'g to the rank it waited for, l to the longest wait on screen, f zooms to the call, m marks it to measure from, Escape lets go of it. ' +
  't makes the time in view the active time range, r selects the ranks in view, Delete clears the time range.';
/** A calendar helps from here on; a program is timed from its start. */
const CALENDAR = 600e9;

export function Timeline(props: ViewProps<TimelineNeeds>) {
  const { workspace, width, height, exporter, dataset } = props;
  const { timeRange, origin } = dataset.manifest;
  const data = useMemo(() => timelineData(props.data, timeRange), [props.data, timeRange]);
  const names = data.calls.map(({ name }) => name).join('\n');
  const colouring = useViewOption<'call' | 'group'>(props, 'colour', 'call', ['call', 'group']);
  const only = useViewOption<string>(props, 'only', '');
  const colours = useMemo(() => {
    const calls = data.calls.map(({ name }) => name);
    return colouring.value === 'group' ? groupColours(calls) : callColours(calls);
  }, [names, colouring.value]);
  const showMessages = useViewOption<boolean>(props, 'lines', true);
  const {
    value: window,
    change,
    back,
  } = useSettledOptions(
    props,
    (options) => windowOfOptions(options, data.full),
    (value) => optionsOfWindow(value, data.full),
  );
  const pinned = usePinnedCall(props, (call) => change(followCall(window.peek(), call, data.full)));
  const mark = useSignal<number | null>(null);
  const strip = pinned.question ? STRIP_HEIGHT : 0;
  const bodyHeight = Math.max(height - TOOLBAR_HEIGHT - strip, 80);
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
          colouring: colouring.value,
          only: new Set(callsOfOptions({ only: only.value })),
          pinned: pinned.call,
          markedTime: mark.value,
          showMessages: showMessages.value,
          messages: dataset.manifest.tables.messages?.rows ?? 0,
          selected: new Set(workspace.selection.value.ranks),
          origin: data.full.time[1] - data.full.time[0] >= CALENDAR ? origin : null,
        }),
      ),
    [data, colours, workspace, width, bodyHeight, origin, pinned.call],
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
  /** What lies under a resting mouse is not what the keys lead to. */
  const quiet = (): void => {
    pointer.value = null;
    workspace.hovered.value = null;
  };
  const step = (by: -1 | 1, withMessage: boolean): void => {
    const from = pinned.call ?? startOf(model.peek(), by, pinned.question);
    quiet();
    pinned.ask({ rank: from.rank, time: from.enter, step: by, withMessage, longest: null });
  };
  const { call } = pinned;
  const actions = {
    step,
    stepRank: (by: -1 | 1): void => {
      const from = call ?? startOf(model.peek(), -1, pinned.question);
      const rank = Math.min(Math.max(from.rank + by, 0), data.ranks - 1);
      quiet();
      pinned.ask({ rank, time: from.enter + 1, step: -1, withMessage: false, longest: null });
    },
    partner: (): void => {
      if (!call?.wait) return;
      const time = call.enter + call.wait.time + 1;
      quiet();
      pinned.ask({ rank: call.wait.partner, time, step: -1, withMessage: false, longest: null });
    },
    longestWait: (): void => {
      if (!isReadWhole(dataset.manifest)) return;
      const { time, ranks } = model.peek().window;
      quiet();
      pinned.ask(askLongestWait(time, ranks, pinned));
    },
    zoomTo: (): void => {
      if (!call) return;
      quiet();
      change(windowOfCall(call, data.full));
    },
    mark: (): void => {
      mark.value = call && mark.peek() !== call.enter ? call.enter : null;
    },
    unpin: (): void => pinned.ask(null),
    back,
  };
  const drawBase = useCallback((target: RenderTarget) => drawTimeline(target, model.value), [model]);
  const drawOver = useCallback(
    (target: RenderTarget) =>
      drawTimelineOverlay(target, model.value, workspace.selection.value.time, pick.value?.mark ?? null),
    [model, pick, workspace],
  );
  const attach = useCallback(
    (element: HTMLCanvasElement) =>
      attachTimeline(element, {
        ...actions,
        unpin: pinned.question ? actions.unpin : null,
        pin: (point) => {
          const question = pinAt(pickTimeline(model.peek(), point.x, point.y));
          if (!question) return false;
          const same = call && question.rank === call.rank && question.time === call.exit;
          pinned.ask(same ? null : question);
          return true;
        },
        pickKey: (point, add) => {
          const item = keyItemUnder(model.peek(), point.x, point.y);
          if (item) only.value = chosenCalls(model.peek().only, item.calls, add).join(' ');
          return item !== null;
        },
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
    [model, pick, workspace, pinned.question?.time, pinned.question?.rank, pinned.question?.longest?.nth],
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
    <TimelineToolbar
      width={width}
      whole={whole.value}
      note={note.value}
      calls={data.calls}
      only={only}
      colouring={colouring}
      showMessages={showMessages}
      onShowAll={() => change(data.full)}
      onLongestWait={isReadWhole(dataset.manifest) ? actions.longestWait : null}
    />
  );
  return (
    <ViewRoot workspace={workspace} width={width} height={height} toolbar={toolbar}>
      <Canvas width={width} height={bodyHeight} draw={drawBase} label="MPI calls of each rank over time" />
      <Canvas width={width} height={bodyHeight} draw={drawOver} label={LABEL} attach={attach} overlay />
      <Tooltip content={tooltip} width={width} height={bodyHeight} />
      {pinned.question && (
        <PinnedStrip
          call={call}
          question={pinned.question}
          colour={call ? colours.get(call.name) : undefined}
          mark={mark.value}
          actions={actions}
        />
      )}
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

/** Where stepping starts while nothing is pinned: at the question asked, else at an end of what is on screen. */
function startOf(
  { window, selected }: TimelineModel,
  step: -1 | 1,
  question: PinQuestion | null,
): { rank: number; enter: number } {
  // Nothing was found that way: turning back leads to where it began.
  if (question) return { rank: question.rank, enter: question.time - (question.step === -step ? step : 0) };
  const inSight = [...selected].find((rank) => rank >= window.ranks[0] && rank < window.ranks[1]);
  const rank = inSight ?? Math.ceil(window.ranks[0]);
  return { rank, enter: Math.round(step > 0 ? window.time[0] - 1 : window.time[1]) };
}

/** The question that pins what was clicked: a call, the call that received a message, or whatever lies in a tile. */
function pinAt(pick: TimelinePick | null): PinQuestion | null {
  const mark = pick?.mark;
  if (!pick || !mark) return null;
  const at = { step: 0, withMessage: false, longest: null } as const;
  if (mark.kind === 'message') return { rank: mark.dst, time: mark.received, ...at };
  return { rank: pick.rank, time: mark.kind === 'span' ? mark.exit : Math.round(pick.time), ...at };
}

/** A call with its messages and the rank it waited for. */
function windowOfCall(call: PinnedCall, full: TimelineWindow): TimelineWindow {
  const times = [call.enter, call.exit];
  const ranks = [call.rank];
  for (const { src, dst, sent, received } of call.messages) {
    ranks.push(src, dst);
    if (sent >= 0) times.push(sent);
    if (received >= 0) times.push(received);
  }
  if (call.wait) ranks.push(call.wait.partner);
  return windowAround(
    [Math.min(...times), Math.max(...times)],
    [Math.min(...ranks), Math.max(...ranks)],
    full,
  );
}

function hoveredItem(pick: TimelinePick | null): HoveredItem | null {
  if (!pick || pick.rank < 0) return null;
  return pick.message === null ? { kind: 'rank', id: pick.rank } : { kind: 'message', id: pick.message };
}

/** A click selects one rank, or lets go of it; `add` toggles it among the others. */
export function chosenRanks(before: readonly number[], rank: number, add: boolean): number[] {
  const has = before.includes(rank);
  if (!add) return has && before.length === 1 ? [] : [rank];
  return has ? before.filter((other) => other !== rank) : [...before, rank].sort((a, b) => a - b);
}
