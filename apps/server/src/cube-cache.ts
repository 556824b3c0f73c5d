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
  return {
    get: async (dataset, metric, options) => {
      const { maxSteps = null, after = null } = options;
      const key = JSON.stringify([dataset.path, manifestVersion(dataset.manifest), metric, maxSteps, after]);
      const known = cache.get(key);
      if (known) return known;
      const bytes = cubeToArrow(await dataset.cube(metric, options));
      cache.set(key, bytes);
      return bytes;
    },
  };
}
