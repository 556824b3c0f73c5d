import type { Commgram, CommgramOptions, CommgramSession } from '@weft/analysis';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { requestAfterPaint } from '../../kit/draw-scheduler.ts';
import { requestIdle } from '../../kit/request-idle.ts';

/** Of each frame; the rest is for the reader. */
const SLICE_MILLISECONDS = 24;
/** While there is no picture yet that could stand still. */
const FIRST_SLICE_MILLISECONDS = 48;
/** Neighbouring numbers of phases to have ready for the next move of the slider. */
const AHEAD = 6;

/**
 * The CommGram for the sliders: with borrowed communities where phases are new, then exactly. Null while the first one of
 * a run of many ranks is made.
 */
export function useCut(
  session: CommgramSession,
  { phases, communities, heights }: Required<Pick<CommgramOptions, 'phases' | 'communities' | 'heights'>>,
): Commgram | null {
  const options = useMemo(() => ({ phases, communities, heights }), [phases, communities, heights]);
  const begun = useBegun(session, options);
  const sketch = useMemo(() => (begun ? session.sketch(options) : null), [session, options, begun]);
  const [refined, setRefined] = useState({ sketch, cut: sketch });
  const cut = refined.sketch === sketch ? refined.cut : sketch;
  useEffect(() => {
    if (!cut) return;
    if (cut.exact) return prepareNeighbours(session, options);
    return inSlices(
      () => session.prepare(options, within(SLICE_MILLISECONDS)),
      () => setRefined({ sketch, cut: session.sketch(options) }),
    );
  }, [session, options, sketch, cut]);
  return cut;
}

/** Whether a sketch comes at once. Few ranks need no second slice for their first, exact picture. */
function useBegun(session: CommgramSession, options: CommgramOptions): boolean {
  const begun = useRef<CommgramSession | null>(null);
  const [, show] = useState<CommgramSession | null>(null);
  if (begun.current !== session && isSoonBegun(session, options)) begun.current = session;
  const done = begun.current === session;
  useEffect(() => {
    if (done) return;
    return inSlices(
      () => session.begin(options, within(FIRST_SLICE_MILLISECONDS)),
      () => {
        begun.current = session;
        show(session);
      },
    );
  }, [session, options, done]);
  return done;
}

function isSoonBegun(session: CommgramSession, options: CommgramOptions): boolean {
  const goOn = within(SLICE_MILLISECONDS);
  return session.prepare(options, goOn) || session.begin(options, goOn);
}

/** Works in one frame after the other until it is done; returns how to stop. */
function inSlices(work: () => boolean, then: () => void): () => void {
  const goOn = (): void => {
    if (work()) then();
    else cancel = requestAfterPaint(goOn);
  };
  let cancel = requestAfterPaint(goOn);
  return () => cancel();
}

function within(milliseconds: number): () => boolean {
  const end = performance.now() + milliseconds;
  return () => performance.now() < end;
}

function prepareNeighbours(session: CommgramSession, options: CommgramOptions): () => void {
  const counts = Array.from({ length: AHEAD * 2 }, (_, i) =>
    i % 2 === 0 ? options.phases + 1 + i / 2 : options.phases - (i + 1) / 2,
  ).filter((count) => count >= 1 && count <= session.model.tree.leaves);
  let cancel = (): void => undefined;
  const work = (remaining: () => number): void => {
    const next = { ...options, phases: counts[0] };
    if (session.prepare(next, () => remaining() > 5)) counts.shift();
    if (counts.length > 0) cancel = requestIdle(work);
  };
  if (counts.length > 0) cancel = requestIdle(work);
  return () => cancel();
}
