import { WeftError, type WorkContext } from '@weft/model';
import type { DatasetInfo } from '@weft/views';
import type { Page } from './page.ts';

/** Generates a study on its first visit. */
export async function openDataset(page: Page, id: string, context: WorkContext): Promise<DatasetInfo> {
  const entries = await page.api.listDatasets(context);
  const entry = entries.find((candidate) => candidate.id === id);
  if (!entry) {
    throw new WeftError({
      code: 'DATASET-NOT-FOUND',
      message: `the server has no dataset or study "${id}"`,
      advice: 'It may be served under another name.',
    });
  }
  if (!entry.ready) await page.api.generateStudy(id, context);
  return page.api.describeDataset(id, context);
}
