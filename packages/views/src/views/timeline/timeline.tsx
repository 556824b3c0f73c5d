import { computed, type ReadonlySignal } from '@preact/signals';
import type { RenderTarget } from '@weft/draw';
import { NONE } from '@weft/model';
import { useCallback, useMemo, useRef } from 'preact/hooks';
import { Canvas } from '../../kit/canvas.tsx';
import { clickRanks } from '../../kit/click-selection.ts';
import { Tooltip } from '../../kit/tooltip.tsx';
import { withUnknownPeers } from '../../kit/unknown-peers.ts';
import { useExporter } from '../../kit/use-exporter.ts';
import { timeText, useSettledOption } from '../../kit/use-settled-option.ts';
import { toolbarHeight, ViewRoot } from '../../kit/view-root.tsx';
import type { ViewProps } from '../../view.ts';
import type { Workspace } from '../../workspace.ts';
import { attachTimeline, type TimelineActions } from './attach-timeline.ts';
import { drawTimeline, drawTimelineOverlay } from './draw-timeline.ts';
import { hasNothing, NothingDated } from './nothing-dated.tsx';
import { pickTimeline } from './pick-timeline.ts';
import { type PinnedActions, pinAt, pinnedActions } from './pinned-actions.ts';
import { PinnedStrip, stripHeight } from './pinned-strip.tsx';
import { StackStrip, stackStripHeight } from './stack-strip.tsx';
import type { TimelineModel } from './timeline-geometry.ts';
import { chosenCalls, keyItemUnder } from './timeline-key.ts';
import { isReadWhole, type TimelineNeeds } from './timeline-needs.ts';
import { TimelineToolbar } from './timeline-toolbar.tsx';
import { followCall, isWhole } from './timeline-window.ts';
import { describeView, timelineCsv } from './timeline-words.ts';
import { type Pinned, usePinnedCall } from './use-pinned-call.ts';
import {
  type TimelineChoices,
  type TimelineZoom,
  useTimelineChoices,
  useTimelineData,
  useTimelineModel,
  useTimelineZoom,
} from './use-timeline-model.ts';
import { type TimelinePointer, useTimelinePointer } from './use-timeline-pointer.ts';
import { type TimelineStacks, useTimelineStacks } from './use-timeline-stacks.ts';

/** With room for some words about the picture. */
const OPTIONS_WIDTH = 480;

const LABEL =
  'Ranks over time. Arrow keys move, plus and minus zoom time, square brackets zoom ranks, 0 shows all, Backspace undoes a zoom. ' +
  'Full stop and comma go to the next and previous call, with shift to one with a message, j and k to the rank below and above, ' +
  'g to the rank it waited for, l to the longest wait on screen, f zooms to the call, m marks it to measure from, Escape lets go of it. ' +
  'e opens and closes what is below a rank: calls by depth, threads, streams and a counter. ' +
  't makes the time in view the active time range, r selects the ranks in view, Delete clears the time range.';

export function Timeline(props: ViewProps<TimelineNeeds>) {
  const { workspace, width, height, dataset } = props;
  const data = useTimelineData(props);
  const choices = useTimelineChoices(props, data);
  const zoom = useTimelineZoom(props, data);
  const pinned = usePinnedCall(props, (call) => zoom.change(followCall(zoom.value.peek(), call, data.full)));
  const mark = useSettledOption(props, 'mark', timeText);
  const stacks = useTimelineStacks(props);
  const strip = pinned.question ? stripHeight(width) : 0;
  const stackStrip = stacks.available ? stackStripHeight(width) : 0;
  const below = strip + stackStrip;
  const bar = toolbarHeight(width, OPTIONS_WIDTH);
  const bodyHeight = Math.max(height - bar - below, 80);
  const model = useTimelineModel(props, {
    height: bodyHeight,
    data,
    zoom,
    choices,
    pinned: pinned.call,
    mark,
    stacks,
  });
  const pointer = useTimelinePointer(model, workspace);
  const knowsWaits = isReadWhole(dataset);
  const actions = pinnedActions({
    model,
    pinned,
    mark,
    knowsWaits,
    forgetPointer: pointer.forget,
    show: zoom.change,
  });
  const { drawBase, drawOver } = useTimelineDrawing(props, model, pointer, bodyHeight);
  const attach = useTimelineInput(
    timelineActions({ workspace, model, zoom, choices, pinned, pointer, actions, stacks }),
  );
  const note = useMemo(
    () => computed(() => withUnknownPeers(describeView(model.value), dataset)),
    [model, dataset],
  );
  const whole = useMemo(() => computed(() => isWhole(zoom.value.value, data.full)), [data, zoom]);

  if (hasNothing(data) && !stacks.available) {
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
      only={choices.only}
      colouring={choices.colouring}
      showMessages={choices.showMessages}
      onShowAll={() => zoom.change(data.full)}
      onLongestWait={knowsWaits ? actions.longestWait : null}
    />
  );
  return (
    <ViewRoot workspace={workspace} width={width} height={height} toolbar={toolbar} bar={bar}>
      <Canvas width={width} height={bodyHeight} draw={drawBase} label="MPI calls of each rank over time" />
      <Canvas width={width} height={bodyHeight} draw={drawOver} label={LABEL} attach={attach} overlay />
      <Tooltip content={pointer.tooltip} width={width} height={bodyHeight} />
      {stacks.available && (
        <Stacks stacks={stacks} model={model} pinned={pinned} bottom={strip} height={stackStrip} />
      )}
      {pinned.question && (
        <PinnedStrip
          call={pinned.call}
          question={pinned.question}
          colour={pinned.call ? model.value.spanColour(pinned.call.name, pinned.call.kind) : undefined}
          mark={mark.value}
          height={strip}
          actions={actions}
        />
      )}
    </ViewRoot>
  );
}

/** The strip for regions, told of what is pinned and on screen. */
function Stacks({
  stacks,
  model,
  pinned,
  bottom,
  height,
}: {
  readonly stacks: TimelineStacks;
  readonly model: ReadonlySignal<TimelineModel>;
  readonly pinned: Pinned;
  readonly bottom: number;
  readonly height: number;
}) {
  const rank = rankToOpen(model.value, pinned);
  return (
    <StackStrip
      {...stacks}
      bottom={bottom}
      height={height}
      rank={rank}
      isOpen={stacks.open.includes(rank)}
      onSeek={(step) => stacks.seek(step, { call: pinned.call, time: model.peek().window.time })}
      onToggle={() => stacks.toggle(rank)}
    />
  );
}

/** The pinned rank, else the first selected one in view, else the first in view. */
function rankToOpen({ window, selected }: TimelineModel, { call }: Pinned): number {
  const inView = (rank: number): boolean => rank >= Math.floor(window.ranks[0]) && rank < window.ranks[1];
  if (call && inView(call.rank)) return call.rank;
  return [...selected].find(inView) ?? Math.floor(window.ranks[0]);
}

/** The picture below, what moves above it, and both for export. */
function useTimelineDrawing(
  { workspace, width, exporter }: ViewProps<TimelineNeeds>,
  model: ReadonlySignal<TimelineModel>,
  { pick }: TimelinePointer,
  height: number,
) {
  const drawBase = useCallback((target: RenderTarget) => drawTimeline(target, model.value), [model]);
  const drawOver = useCallback(
    (target: RenderTarget) =>
      drawTimelineOverlay(target, model.value, workspace.selection.value.time, pick.value?.mark ?? null),
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
  useExporter(exporter, { title: 'Timeline', width, height, draw: drawBoth }, csv);
  return { drawBase, drawOver };
}

interface InputParts {
  readonly workspace: Workspace;
  readonly model: ReadonlySignal<TimelineModel>;
  readonly zoom: TimelineZoom;
  readonly choices: TimelineChoices;
  readonly pinned: Pinned;
  readonly pointer: TimelinePointer;
  readonly actions: PinnedActions;
  readonly stacks: TimelineStacks;
}

/** Pointer and keyboard input is attached once and does what the last rendering says. */
function useTimelineInput(actions: TimelineActions) {
  const latest = useRef(actions);
  latest.current = actions;
  return useCallback((element: HTMLCanvasElement) => attachTimeline(element, () => latest.current), []);
}

/** What mouse, fingers and keys do. */
function timelineActions(parts: InputParts): TimelineActions {
  const { workspace, model, zoom, choices, pinned, pointer, actions, stacks } = parts;
  const { call, question } = pinned;
  return {
    ...actions,
    back: zoom.back,
    unpin: question ? actions.unpin : null,
    pin: (point) => {
      const clicked = pinAt(pickTimeline(model.peek(), point.x, point.y));
      if (!clicked) return false;
      const end = clicked.lane ? call?.enter : call?.exit;
      const same = call && clicked.rank === call.rank && clicked.time === end;
      pinned.ask(same ? null : clicked);
      return true;
    },
    pickKey: (point, add) => {
      const item = keyItemUnder(model.peek(), point.x, point.y);
      if (item) choices.only.value = chosenCalls(model.peek().only, item.calls, add).join(' ');
      return item !== null;
    },
    model: () => model.peek(),
    show: zoom.change,
    brush: (range, how) =>
      workspace.select({ time: range && range[1] > range[0] ? [range[0], range[1]] : null }, how),
    pickRank: (rank, add) => {
      const before = workspace.selection.peek().ranks;
      workspace.select({ ranks: clickRanks(before, [rank], add) }, 'commit');
    },
    selectRanks: ([from, to]) => {
      const all = to - from >= model.peek().data.ranks;
      const ranks = all ? [] : Array.from({ length: to - from }, (_, at) => from + at);
      workspace.select({ ranks }, 'commit');
    },
    hover: pointer.hover,
    toggleStack: (rank) => {
      const { canOpen } = model.peek();
      const hovered = pointer.pick.peek()?.rank ?? NONE;
      const chosen = rank ?? (hovered >= 0 && !call ? hovered : rankToOpen(model.peek(), pinned));
      if (canOpen) stacks.toggle(chosen);
    },
  };
}
