import type { WorkContext } from '@weft/model';
import { printPlace } from '../address/tour-place.ts';
import { openDataset } from '../page/open-dataset.ts';
import { navigate, type Page } from '../page/page.ts';
import { fillText, namesIn, type Tour } from './tour.ts';
import { askNumbers } from './tour-numbers.ts';

/** Shows what a step saved: its numbers are put into the address, and the page goes there. */
export async function goToStep(page: Page, tour: Tour, step: number, context: WorkContext): Promise<void> {
  const { address, dataset = tour.study, text, title } = tour.steps[step];
  // Its study may have to be generated before it can be asked.
  await openDataset(page, tour.study, context);
  for (const name of namesIn(text + title + address)) {
    const other = tour.numbers[name]?.dataset;
    if (other) await openDataset(page, other, context);
  }
  const values = await askNumbers(page, tour, namesIn(address), context);
  const filled = fillText(address, (name) => String(values.get(name)));
  const parts = [filled, `tour=${printPlace({ id: tour.id, step })}`].filter(Boolean);
  navigate(page, `#/d/${encodeURIComponent(dataset)}?${parts.join('&')}`);
}
