import { WeftError, type WorkContext } from '@weft/model';
import type { DatasetOffer } from '@weft/views';
import type { ApiClient } from '../api/api-client.ts';

/** Generates a study on its first visit. */
export async function prepareDataset(
  api: ApiClient,
  offers: readonly Pick<DatasetOffer, 'id' | 'ready'>[],
  id: string,
  context: WorkContext,
): Promise<void> {
  const entry = offers.find((candidate) => candidate.id === id);
  if (!entry) {
    throw new WeftError({
      code: 'DATASET-NOT-FOUND',
      message: `the server has no dataset or study "${id}"`,
      advice: 'It may be served under another name.',
    });
  }
  if (!entry.ready) await api.generateStudy(id, context);
}
