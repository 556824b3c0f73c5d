import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { ViewProps } from '../../view.ts';
import { optionsOfPin, type PinnedCall, type PinQuestion, pinnedCall, pinOfOptions } from './pinned-call.ts';
import type { PinnedFrames } from './timeline-frames.ts';
import type { TimelineNeeds } from './timeline-needs.ts';

export interface Pinned {
  readonly question: PinQuestion | null;
  /** The answer, or the last one until it is there. */
  readonly call: PinnedCall | null;
  ask(question: PinQuestion | null): void;
}

/** The pinned call of a panel; `follow` is called for one that was pinned here, not for one that came with the address. */
export function usePinnedCall(props: ViewProps<TimelineNeeds>, follow: (call: PinnedCall) => void): Pinned {
  const question = pinOfOptions(props.options);
  const last = useRef<PinnedFrames | null>(null);
  const asked = useRef(false);
  const latestFollow = useRef(follow);
  latestFollow.current = follow;
  const answer = props.data.pinned ?? null;
  if (answer) last.current = answer;
  if (!question) last.current = null;
  const frames = last.current;
  const call = useMemo(() => (frames ? pinnedCall(frames) : null), [frames]);
  useEffect(() => {
    if (answer && call && asked.current) latestFollow.current(call);
  }, [answer, call]);
  return {
    question,
    call,
    ask(next) {
      asked.current = next !== null;
      props.setOptions(optionsOfPin(next));
    },
  };
}
