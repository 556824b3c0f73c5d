import { errorFacts } from '@weft/model';
import { type Page, showNotice } from '../page/page.ts';
import { goToStep } from './go-to-step.ts';
import type { Tour } from './tour.ts';

/** Goes to the first step; a study that is not there yet is generated before. */
export async function startTour(page: Page, tour: Tour): Promise<void> {
  const end = page.activity.begin();
  try {
    await goToStep(page, tour, 0, {});
  } catch (error) {
    showNotice(page, `The tour cannot begin: ${errorFacts(error).message}`);
  } finally {
    end();
  }
}
