import { existsSync } from 'node:fs';
import { manifestVersion, type WorkContext } from '@weft/model';
import { paths } from '@weft/protocol';
import type { Hono } from 'hono';
import { answerResponse } from '../answer-response.ts';
import type { Catalog } from '../catalog.ts';
import { datasetFrame } from './dataset-frame.ts';

/** Makes a dataset of the one at a path, with its ranks on a network, and gives its path. */
export type PlaceOnNetwork = (path: string, context: WorkContext) => Promise<string>;

interface PlaceParts {
  readonly catalog: Pick<Catalog, 'use' | 'add'>;
  readonly placeOnNetwork: PlaceOnNetwork;
}

interface Placed {
  readonly id: string;
  readonly path: string;
}

/** Puts the ranks of a trace on a network; who asks again is led to the dataset that was made. */
export function addPlaceRoutes(app: Hono, { catalog, placeOnNetwork }: PlaceParts): void {
  const placed = new Map<string, Placed>();
  app.post(paths.place, (context) => {
    const id = context.req.param('id');
    return answerResponse(async (signal, onProgress) => {
      const [from, version] = await catalog.use(
        id,
        async ({ path, manifest }) => [path, manifestVersion(manifest)] as const,
      );
      const key = `${from} ${version}`;
      const known = placed.get(key);
      if (known && existsSync(known.path)) return { made: datasetFrame(known.id) };
      const path = await placeOnNetwork(from, { signal, onProgress });
      const made = { id: catalog.add(path), path };
      placed.set(key, made);
      return { made: datasetFrame(made.id) };
    });
  });
}
