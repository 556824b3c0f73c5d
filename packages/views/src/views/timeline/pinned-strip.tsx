import { formatExact } from '@weft/model';
import { type PinnedCall, type PinQuestion, pinnedLines } from './pinned-call.ts';
import './timeline.css';

/** Narrower panels need a second line of facts. */
const WIDE = 980;

export function stripHeight(width: number): number {
  return width < WIDE ? 100 : 80;
}

interface PinActions {
  step(step: -1 | 1, withMessage: boolean): void;
  partner(): void;
  zoomTo(): void;
  longestWait(): void;
  unpin(): void;
}

/** What is pinned, in a fixed place below the plot, with the ways on from it. */
export function PinnedStrip({
  call,
  question,
  colour,
  mark,
  height,
  actions,
}: {
  readonly call: PinnedCall | null;
  readonly question: PinQuestion;
  readonly colour: string | undefined;
  readonly mark: number | null;
  readonly height: number;
  readonly actions: PinActions;
}) {
  const button = (text: string, title: string, onClick: () => void, disabled = false) => (
    <button type="button" class="kit-button" title={title} disabled={disabled} onClick={onClick}>
      {text}
    </button>
  );
  return (
    <section
      class="timeline-pinned"
      aria-label="Pinned call"
      aria-live="polite"
      style={{ height: `${height}px` }}
    >
      <div class="timeline-pinned-title">
        {call && <span class="kit-swatch" style={{ background: colour }} />}
        <strong>{call ? `${call.name}, rank ${call.rank}` : nothing(question)}</strong>
        {button('‹', 'Previous call of this rank (key ,)', () => actions.step(-1, false))}
        {button('›', 'Next call of this rank (key .)', () => actions.step(1, false))}
        {button('Partner', 'The rank it waited for (key g)', actions.partner, !call?.wait)}
        {button('Zoom', 'Zoom to this call (key f)', actions.zoomTo, !call)}
        {question.longest && button('Next longest wait', 'Of what is on screen (key l)', actions.longestWait)}
        {button('×', 'Unpin (Esc)', actions.unpin)}
      </div>
      <dl class="timeline-pinned-lines">
        {call &&
          pinnedLines(call, mark).map(({ label, value }, at) => (
            <div key={`${label} ${at}`}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function nothing({ rank, time, step, withMessage, longest }: PinQuestion): string {
  if (longest) return longest.nth === 0 ? 'nobody is known to wait here' : `only ${longest.nth} waits here`;
  const what = withMessage ? 'call with a message' : 'call';
  const when = formatExact(time, 'ns');
  if (step === 0) return `rank ${rank} is in no ${what} at ${when}`;
  return `rank ${rank} has no ${what} ${step > 0 ? 'after' : 'before'} ${when}`;
}
