import type { WorkContext } from '@weft/model';
import type { DatasetInfo } from '@weft/views';
import { prepareDataset } from '../data/prepare-dataset.ts';
import type { Page } from './page.ts';

/** Generates a study on its first visit. */
export async function openDataset({ api }: Page, id: string, context: WorkContext): Promise<DatasetInfo> {
  await prepareDataset(api, await api.listDatasets(context), id, context);
  return api.describeDataset(id, context);
}
