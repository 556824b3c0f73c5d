import { manifestVersion } from '@weft/model';
import { cubeToArrow } from '@weft/protocol';
import type { CubeOptions, Dataset } from '@weft/store';
import { createLruCache } from './lru-cache.ts';

/** Cubes as they are sent: building one reads all counters of a metric. */
interface CubeCache {
  get(dataset: Dataset, metric: string, options: CubeOptions): Promise<Uint8Array<ArrayBuffer>>;
}

export function createCubeCache(maxBytes: number): CubeCache {
  const cache = createLruCache<Uint8Array<ArrayBuffer>>(maxBytes, (bytes) => bytes.byteLength);
  const wholeRuns = new Map<string, Promise<unknown>>();
  return {
    get: async (dataset, metric, options) => {
      const { maxSteps = null, after = null } = options;
      const samples = JSON.stringify([dataset.path, manifestVersion(dataset.manifest), metric]);
      const key = JSON.stringify([samples, maxSteps, after]);
      if (maxSteps !== 1) await wholeRuns.get(samples);
      const known = cache.get(key);
      if (known) return known;
      const cube = dataset.cube(metric, options);
      if (maxSteps === 1) remember(wholeRuns, samples, cube);
      const bytes = cubeToArrow(await cube);
      cache.set(key, bytes);
      return bytes;
    },
  };
}

/** Sums of the whole run are the first picture: all steps of the same samples wait for them instead of slowing them down. */
function remember(running: Map<string, Promise<unknown>>, samples: string, cube: Promise<unknown>): void {
  const over = cube.then(
    () => {},
    () => {},
  );
  running.set(samples, over);
  over.then(() => {
    if (running.get(samples) === over) running.delete(samples);
  });
}
