import { errorFacts } from '@weft/model';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TourPlace } from '../address/tour-place.ts';
import type { Session } from '../session/session.ts';
import { goToStep } from '../tours/go-to-step.ts';
import { pageNumber } from '../tours/page-numbers.ts';
import { fillText, namesIn, type Tour } from '../tours/tour.ts';
import { askNumbers, formatNumber, type TourValue } from '../tours/tour-numbers.ts';
import { tourNamed } from '../tours/tours.ts';
import { IconButton } from './icon-button.tsx';

/** The card of the step the reader is at; nothing without a tour. */
export function TourCard({ session }: { session: Session }) {
  const place = session.page.tour.value;
  const tour = place && tourNamed(place.id);
  return tour && place.step < tour.steps.length ? (
    <StepCard session={session} tour={tour} place={place} />
  ) : null;
}

function StepCard({ session, tour, place }: { session: Session; tour: Tour; place: TourPlace }) {
  const { page } = session;
  const step = tour.steps[place.step];
  const { title, text, card: side } = step;
  const [failure, setFailure] = useState<string | null>(null);
  const names = useMemo(() => namesIn(title + text), [title, text]);
  const values = useNumbers(session, tour, names, setFailure);
  const card = useRef<HTMLElement>(null);
  const last = place.step === tour.steps.length - 1;
  const close = () => {
    page.tour.value = null;
  };
  const go = async (next: number) => {
    const end = page.activity.begin();
    setFailure(null);
    try {
      await goToStep(page, tour, next, {});
    } catch (error) {
      setFailure([errorFacts(error).message, errorFacts(error).advice].filter(Boolean).join('. '));
    } finally {
      end();
    }
  };
  const focused = useRef<typeof step | null>(null);
  useEffect(() => {
    if (focused.current === step) return;
    focused.current = step;
    card.current?.querySelector<HTMLElement>('.tour-next')?.focus();
  }, [step]);
  const write = (name: string): string => {
    if (name.includes('.'))
      return pageNumber(name, session.workspace.linkValues)?.toLocaleString('en-US') ?? '…';
    const value = values?.get(name);
    return value === undefined ? '…' : formatNumber(value, tour.numbers[name].as);
  };
  return (
    <aside
      ref={card}
      class={side === 'left' ? 'tour-card at-left' : 'tour-card'}
      aria-label={`Tour: ${tour.title}`}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
    >
      <header>
        <span class="tour-title ellipsis">{tour.title}</span>
        <IconButton icon="close" label="Close the tour" hint="Esc" onClick={close} />
      </header>
      <div aria-live="polite">
        <h3>{fillText(title, write)}</h3>
        <p class="tour-text">{fillText(text, write)}</p>
        {failure && (
          <p class="tour-failure" role="alert">
            {failure}
          </p>
        )}
      </div>
      <footer>
        <span class="tour-dots" role="img" aria-label={`Step ${place.step + 1} of ${tour.steps.length}`}>
          {tour.steps.map((each, at) => (
            <i key={each.title} class={at === place.step ? 'tour-dot here' : 'tour-dot'} />
          ))}
        </span>
        <span class="tour-count">{`${place.step + 1} of ${tour.steps.length}`}</span>
        <span class="spacer" />
        <button
          type="button"
          class="button framed"
          disabled={place.step === 0}
          onClick={() => void go(place.step - 1)}
        >
          Back
        </button>
        <button
          type="button"
          class="button framed tour-next"
          onClick={() => (last ? close() : void go(place.step + 1))}
        >
          {last ? 'Done' : 'Next'}
        </button>
      </footer>
    </aside>
  );
}

interface StepNumbers {
  readonly tour: Tour;
  readonly names: readonly string[];
  readonly values: ReadonlyMap<string, TourValue>;
}

/** Null until the data have answered. */
function useNumbers(
  { page }: Session,
  tour: Tour,
  names: readonly string[],
  onFailure: (text: string) => void,
): ReadonlyMap<string, TourValue> | null {
  const [held, setHeld] = useState<StepNumbers | null>(null);
  useEffect(() => {
    const end = page.activity.begin();
    let wanted = true;
    askNumbers(page, tour, names, {})
      .then((values) => wanted && setHeld({ tour, names, values }))
      .catch((error) => wanted && onFailure(errorFacts(error).message))
      .finally(end);
    return () => {
      wanted = false;
    };
  }, [page, tour, names, onFailure]);
  return held?.tour === tour && held.names === names ? held.values : null;
}
