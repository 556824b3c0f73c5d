import { type Signal, useSignalEffect } from '@preact/signals';
import { textAt } from '@weft/model';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { requestAtRest } from '../../kit/draw-scheduler.ts';
import { useViewOption } from '../../kit/use-view-option.ts';
import type { ViewProps } from '../../view.ts';
import { findPattern } from './find-pattern.ts';
import { optionsOfPin, type PinnedCall } from './pinned-call.ts';
import { type RankStack, rankStacks } from './stack-model.ts';
import { hasStacks, openRanks, seekOfOptions, seekText, toggledRanks } from './stack-options.ts';
import type { FoundFrames, NameFrames, StackFrames } from './timeline-frames.ts';
import type { TimelineNeeds } from './timeline-needs.ts';

type TimelineProps = ViewProps<TimelineNeeds>;

export interface TimelineStacks {
  /** Whether ranks have stacks at all. */
  readonly available: boolean;
  readonly open: readonly number[];
  readonly stacks: readonly RankStack[];
  readonly find: Signal<string>;
  readonly deep: Signal<number>;
  readonly counter: Signal<string>;
  readonly counters: readonly string[];
  readonly said: string;
  toggle(rank: number): void;
  /** To the next or previous match of what is looked for. */
  seek(step: -1 | 1, from: SeekStart): void;
}

/** Where a search starts: beyond what is pinned, else at the edge of what is on screen. */
interface SeekStart {
  readonly call: PinnedCall | null;
  readonly time: readonly [number, number];
}

/** Milliseconds without a letter typed after which the names are looked for. */
const TYPING = 250;

export function useTimelineStacks(props: TimelineProps): TimelineStacks {
  const { data, dataset, options, setOptions } = props;
  const { manifest } = dataset;
  const chosen = options.open;
  const open = useMemo(() => openRanks(chosen, manifest), [chosen, manifest]);
  const metrics = data.metrics ?? null;
  const counters = useMemo(() => metricNames(metrics), [metrics]);
  const deep = useViewOption<number>(props, 'deep', 0);
  const counter = useViewOption<string>(props, 'counter', '');
  const find = useTypedOption(props);
  const frames = useLatest(data.stack ?? null, open.length > 0);
  const [levels, metric] = [deep.value, counter.value];
  const stacks = useMemo(
    () => (frames ? rankStacks(frames, open, { deep: levels, counter: metric, metrics }) : []),
    [frames, open, levels, metric, metrics],
  );
  useFound(props, open);
  return {
    available: hasStacks(manifest),
    open,
    stacks,
    find,
    deep,
    counter,
    counters,
    said: wordsOf(props, find.value),
    toggle: (rank) => setOptions({ open: toggledRanks(open, rank) }),
    seek(step, { call, time }) {
      if (!findPattern(find.value)) return;
      const lane = call?.lane;
      const place =
        call && lane
          ? { time: call.enter, rank: call.rank, ...lane }
          : { time: Math.round(step > 0 ? time[0] : time[1]), rank: -1, stream: -1, depth: -1 };
      setOptions({ find: find.peek(), seek: seekText({ step, ...place }), none: null });
    },
  };
}

/** What is looked for becomes part of the address when typing rests. */
function useTypedOption(props: TimelineProps): Signal<string> {
  const typed = useViewOption<string>({ options: props.options }, 'find', '');
  const latest = useRef(props);
  latest.current = props;
  useSignalEffect(() => {
    const text = typed.value;
    if (text === (latest.current.options.find ?? '')) return;
    return requestAtRest(() => latest.current.setOptions({ find: text || null, none: null }), TYPING);
  });
  return typed;
}

/** The answer, or the last one until the next is there. */
function useLatest(frames: StackFrames | null, wanted: boolean): StackFrames | null {
  const last = useRef<StackFrames | null>(null);
  if (frames) last.current = frames;
  if (!wanted) last.current = null;
  return last.current;
}

/** Pins what was found and opens its rank; says so where nothing is further on. */
function useFound({ data, options, setOptions }: TimelineProps, open: readonly number[]): void {
  const seek = seekOfOptions(options);
  const found = seek ? (data.found ?? null) : null;
  const settle = useRef<(frames: FoundFrames) => void>(() => {});
  settle.current = ({ match }) => {
    if (match.rows === 0) setOptions({ seek: null, none: seek?.step ?? null }, 'amend');
    else setOptions({ ...optionsOfMatch(match.columns, open), seek: null, none: null }, 'amend');
  };
  useEffect(() => {
    if (found) settle.current(found);
  }, [found]);
}

function optionsOfMatch(
  { rank, stream, depth, enter }: FoundFrames['match']['columns'],
  open: readonly number[],
): Record<string, number | string> {
  const lane = { stream: stream[0], depth: depth[0] };
  const at = { rank: rank[0], time: enter[0], lane };
  const pin = optionsOfPin({ ...at, step: 0, withMessage: false, longest: null });
  return open.includes(rank[0]) ? pin : { ...pin, open: toggledRanks(open, rank[0]) };
}

function metricNames(metrics: NonNullable<TimelineProps['data']['metrics']> | null): string[] {
  if (!metrics) return [];
  const names = Array.from({ length: metrics.rows }, (_, row) => textAt(metrics.columns.metric, row) ?? '');
  return [...new Set(names)].sort();
}

/** How many match what is looked for, in the whole run. */
function wordsOf({ data, options }: TimelineProps, text: string): string {
  if (text.trim() === '') return '';
  const pattern = findPattern(text);
  if (!pattern) return 'no such expression';
  const { none } = options;
  if (typeof none === 'number' && none !== 0) return none > 0 ? 'no match further on' : 'no match before';
  const names = data.names ?? null;
  return names ? matchWords(names, pattern.matches) : '';
}

function matchWords({ names }: NameFrames, matches: (name: string) => boolean): string {
  let [found, spans] = [0, 0];
  for (let row = 0; row < names.rows; row++) {
    if (!matches(textAt(names.columns.name, row) ?? '')) continue;
    found++;
    spans += names.columns.count[row];
  }
  if (found === 0) return 'nothing has this name';
  const count = (value: number, one: string): string =>
    `${value.toLocaleString('en-US')} ${one}${value === 1 ? '' : 's'}`;
  return `${count(found, 'name')}, ${count(spans, 'span')}`;
}
