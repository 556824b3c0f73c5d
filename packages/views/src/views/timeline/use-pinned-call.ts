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
  const asked = useRef('');
  const latest = useRef({ question, follow });
  latest.current = { question, follow };
  const answer = props.data.pinned ?? null;
  if (answer) last.current = answer;
  if (!question) last.current = null;
  const frames = last.current;
  const call = useMemo(() => (frames ? pinnedCall(frames) : null), [frames]);
  useEffect(() => {
    const { question, follow } = latest.current;
    if (!answer || asked.current !== textOf(question)) return;
    asked.current = '';
    if (call) follow(call);
  }, [answer, call]);
  return {
    question,
    call,
    ask(next) {
      asked.current = textOf(next);
      props.setOptions(optionsOfPin(next));
    },
  };
}

/** Empty for none, so that undo and redo, which bring pins of before back, are not taken for what was asked here. */
function textOf(question: PinQuestion | null): string {
  return question ? JSON.stringify(optionsOfPin(question)) : '';
}
