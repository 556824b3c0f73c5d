import type { Commgram, CommgramOptions, CommgramSession } from '@weft/analysis';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { requestAfterPaint } from '../../kit/draw-scheduler.ts';
import { requestIdle } from '../../kit/request-idle.ts';

/** Of each frame; the rest is for the reader. */
const SLICE_MILLISECONDS = 24;
/** Neighbouring numbers of phases to have ready for the next move of the slider. */
const AHEAD = 6;

/** The CommGram for the sliders: at once, with borrowed communities where phases are new, then exactly. */
export function useCut(
  session: CommgramSession,
  { phases, communities, heights }: Required<Pick<CommgramOptions, 'phases' | 'communities' | 'heights'>>,
): Commgram {
  const options = useMemo(() => ({ phases, communities, heights }), [phases, communities, heights]);
  const begun = useRef<CommgramSession | null>(null);
  const sketch = useMemo(() => {
    // Few ranks need no sketch: the first picture of a run may take one slice.
    if (begun.current !== session) session.prepare(options, within(SLICE_MILLISECONDS));
    begun.current = session;
    return session.sketch(options);
  }, [session, options]);
  const [refined, setRefined] = useState({ sketch, cut: sketch });
  const cut = refined.sketch === sketch ? refined.cut : sketch;
  useEffect(() => {
    if (cut.exact) return prepareNeighbours(session, options);
    const refine = (): void => {
      if (session.prepare(options, within(SLICE_MILLISECONDS)))
        setRefined({ sketch, cut: session.sketch(options) });
      else cancel = requestAfterPaint(refine);
    };
    let cancel = requestAfterPaint(refine);
    return () => cancel();
  }, [session, options, sketch, cut]);
  return cut;
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
