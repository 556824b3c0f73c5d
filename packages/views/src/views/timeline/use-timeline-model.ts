import { computed, type ReadonlySignal, type Signal } from '@preact/signals';
import {
  callColours,
  groupColours,
  mixStops,
  regionColour,
  regionColours,
  type Theme,
  themeColours,
} from '@weft/draw';
import { textAt } from '@weft/model';
import { useMemo } from 'preact/hooks';
import { useSettledOptions } from '../../kit/use-settled-options.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import type { ViewProps } from '../../view.ts';
import { findPattern } from './find-pattern.ts';
import type { PinnedCall } from './pinned-call.ts';
import { placeStacks } from './stack-layout.ts';
import type { NameFrames } from './timeline-frames.ts';
import { plotArea, type TimelineModel } from './timeline-geometry.ts';
import { type TimelineData, timelineData } from './timeline-model.ts';
import { callsOfOptions, type TimelineNeeds } from './timeline-needs.ts';
import { optionsOfWindow, type TimelineWindow, windowOfOptions } from './timeline-window.ts';
import type { TimelineStacks } from './use-timeline-stacks.ts';

type TimelineProps = ViewProps<TimelineNeeds>;

/** A calendar helps from here on; a program is timed from its start. */
const CALENDAR = 600e9;

export interface TimelineZoom {
  readonly value: Signal<TimelineWindow>;
  change(window: TimelineWindow): void;
  back(): void;
}

export function useTimelineData({ data, dataset }: TimelineProps): TimelineData {
  const { timeRange } = dataset.manifest;
  return useMemo(() => timelineData(data, timeRange), [data, timeRange]);
}

export function useTimelineZoom(props: TimelineProps, { full }: TimelineData): TimelineZoom {
  return useSettledOptions(
    props,
    (options) => windowOfOptions(options, full),
    (value) => optionsOfWindow(value, full),
  );
}

export interface TimelineChoices {
  readonly colouring: Signal<'call' | 'group'>;
  /** Names of the calls shown alone, apart by spaces; empty = all. */
  readonly only: Signal<string>;
  readonly showMessages: Signal<boolean>;
  readonly colours: ReadonlyMap<string, string>;
}

export function useTimelineChoices(props: TimelineProps, data: TimelineData): TimelineChoices {
  const colouring = useViewOption<'call' | 'group'>(props, 'colour', 'call', ['call', 'group']);
  const only = useViewOption<string>(props, 'only', '');
  const showMessages = useViewOption<boolean>(props, 'lines', true);
  const names = data.calls.map(({ name }) => name).join('\n');
  const grouped = colouring.value === 'group';
  // By the text of the names: colours stay the same objects while data of the same calls come and go.
  const colours = useMemo(() => {
    const calls = names === '' ? [] : names.split('\n');
    return grouped ? groupColours(calls) : callColours(calls);
  }, [names, grouped]);
  return { colouring, only, showMessages, colours };
}

interface ModelParts {
  readonly height: number;
  readonly data: TimelineData;
  readonly zoom: TimelineZoom;
  readonly choices: TimelineChoices;
  readonly pinned: PinnedCall | null;
  readonly mark: ReadonlySignal<number | null>;
  readonly stacks: TimelineStacks;
}

/** Everything the picture is drawn from. */
export function useTimelineModel(
  { workspace, width, dataset, data: { names } }: TimelineProps,
  { height, data, zoom, choices, pinned, mark, stacks }: ModelParts,
): ReadonlySignal<TimelineModel> {
  const { origin, tables } = dataset.manifest;
  const { colours, colouring, only, showMessages } = choices;
  const messages = tables.messages?.rows ?? 0;
  const theme = workspace.theme.value;
  const ofRegions = useMemo(() => regionColours(names ? regionsOf(names) : []), [names]);
  const lit = useMemo(
    () => litColours(colours, ofRegions, stacks.find.value, theme),
    [colours, ofRegions, stacks.find.value, theme],
  );
  return useMemo(
    () =>
      computed(() => {
        const own = {
          width,
          height,
          colours: themeColours(workspace.theme.value),
          data,
          window: zoom.value.value,
          ...lit,
          colouring: colouring.value,
          only: new Set(callsOfOptions({ only: only.value })),
          pinned,
          markedTime: mark.value,
          showMessages: showMessages.value,
          messages,
          selected: new Set(workspace.selection.value.ranks),
          origin: data.full.time[1] - data.full.time[0] >= CALENDAR ? origin : null,
          canOpen: stacks.available,
        };
        const { top, bottom } = plotArea(own);
        return { ...own, stacks: placeStacks(stacks.stacks, bottom - top) };
      }),
    [
      data,
      zoom,
      lit,
      colouring,
      only,
      showMessages,
      mark,
      workspace,
      width,
      height,
      origin,
      messages,
      pinned,
      stacks.stacks,
      stacks.available,
    ],
  );
}

/** Names of regions, most time first. */
function regionsOf({ names }: NameFrames): string[] {
  const { name, kind } = names.columns;
  return Array.from({ length: names.rows }, (_, row) => row)
    .filter((row) => textAt(kind, row) !== 'mpi')
    .map((row) => textAt(name, row) ?? '');
}

/** How far names fade that are not looked for. */
const FADED = 0.82;

/** The colours of calls and regions; what is not looked for fades into the ground. */
function litColours(
  colours: ReadonlyMap<string, string>,
  ofRegions: ReadonlyMap<string, string>,
  find: string,
  theme: Theme,
) {
  const pattern = findPattern(find);
  const ground = themeColours(theme).plot;
  const shown = (name: string, colour: string): string =>
    !pattern || pattern.matches(name) ? colour : mixStops([colour, ground], FADED);
  const callColours = pattern
    ? new Map([...colours].map(([name, colour]) => [name, shown(name, colour)]))
    : colours;
  const known = new Map<string, string>();
  return {
    callColours,
    spanColour(name: string, kind: string): string {
      const key = `${kind} ${name}`;
      const colour =
        known.get(key) ??
        (kind === 'mpi' ? callColours.get(name) : undefined) ??
        shown(name, ofRegions.get(name) ?? regionColour(name));
      known.set(key, colour);
      return colour;
    },
  };
}
