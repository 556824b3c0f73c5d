import { basename } from 'node:path';
import type { PlaceOnNetwork } from '@weft/server';
import { makeOwnDataset } from './own-datasets.ts';
import type { PlaceTask } from './place-thread.ts';

/** Writes a trace's dataset again with its ranks on a network, as one of the user's own. */
export const placeOnNetwork: PlaceOnNetwork = (from, context) => {
  const module = new URL('./place-thread.ts', import.meta.url);
  const name = `${basename(from, '.weft')}-on-network`;
  return makeOwnDataset<PlaceTask>(module, (path) => ({ from, path }), name, context);
};
