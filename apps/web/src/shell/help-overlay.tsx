import type { Page } from '../page/page.ts';
import { startTour } from '../tours/start-tour.ts';
import type { Tour } from '../tours/tour.ts';
import { toursOf } from '../tours/tours.ts';
import { Dialog } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';
import { keys } from './keyboard.ts';

const gestures: readonly (readonly [string, string])[] = [
  ['Drag', 'pan, or brush a range where there is an axis'],
  ['Wheel', 'zoom at the pointer'],
  ['Click', 'select; with Ctrl or Shift, add to the selection'],
  ['Double click', 'zoom in; on a splitter, make both sides equal'],
];

export function HelpOverlay({ page }: { page: Page }) {
  const close = () => {
    page.overlay.value = null;
  };
  return (
    <Dialog label="Help" class="help" onClose={close}>
      <header>
        <h2>Keys and gestures</h2>
        <IconButton icon="close" label="Close the help" onClick={close} />
      </header>
      <Tours page={page} onStart={close} />
      <div class="help-columns">
        <KeyList title="Keys" rows={keys} />
        <div>
          <KeyList title="Pointer" rows={gestures} />
          <h3>Good to know</h3>
          <p>
            One selection drives every view. It stands at the bottom as chips and in the address: a copied
            link brings back the same picture. Each panel's menu explains how to read its view and exports it.
          </p>
        </div>
      </div>
    </Dialog>
  );
}

/** What leads through the open study, or through any of them from the gallery. */
function Tours({ page, onStart }: { page: Page; onStart: () => void }) {
  const start = (tour: Tour) => {
    onStart();
    void startTour(page, tour);
  };
  return (
    <>
      {toursOf(page.address.value.dataset).map((tour) => (
        <button key={tour.id} type="button" class="tour-entry" onClick={() => start(tour)}>
          <b>Two-minute tour</b> <span>{`${tour.title}, ${tour.steps.length} steps`}</span>
        </button>
      ))}
    </>
  );
}

function KeyList({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl class="key-list">
        {rows.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
