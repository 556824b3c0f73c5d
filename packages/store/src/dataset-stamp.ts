import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Changes whenever the dataset in a folder is replaced or added to; null where there is none. */
export async function datasetStamp(folder: string): Promise<string | null> {
  const facts = await stat(join(folder, 'manifest.json'), { bigint: true }).catch(() => null);
  return facts && `${facts.ino} ${facts.mtimeNs} ${facts.size}`;
}
