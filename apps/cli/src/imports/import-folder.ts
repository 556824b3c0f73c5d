import type { ImportFolder } from '@weft/server';
import type { ImportTask } from './import-thread.ts';
import { makeOwnDataset } from './own-datasets.ts';

/** Imports uploaded files into a dataset of the user's own. */
export const importFolder: ImportFolder = (folder, name, context) => {
  const module = new URL('./import-thread.ts', import.meta.url);
  return makeOwnDataset<ImportTask>(module, (path) => ({ folder, path }), name, context);
};
