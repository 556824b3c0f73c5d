import { manifestVersion } from '@weft/model';
import { cubeToArrow } from '@weft/protocol';
import type { CubeOptions, Dataset } from '@weft/store';
import { createLruCache } from './lru-cache.ts';
import { createSameWork } from './same-work.ts';

/** Cubes as they are sent: building one reads all counters of a metric. */
interface CubeCache {
  get(dataset: Dataset, metric: string, options: CubeOptions): Promise<Uint8Array<ArrayBuffer>>;
}

export function createCubeCache(maxBytes: number): CubeCache {
  const cache = createLruCache<Uint8Array<ArrayBuffer>>(maxBytes, (bytes) => bytes.byteLength);
  // Sums of the whole run are the first picture: all steps of the same samples wait for them instead of slowing them down.
  const wholeRuns = createSameWork();
  const building = createSameWork();
  return {
    get: async (dataset, metric, options) => {
      const { maxSteps = null, after = null } = options;
      const samples = JSON.stringify([dataset.path, manifestVersion(dataset.manifest), metric]);
      const key = JSON.stringify([samples, maxSteps, after]);
      const first = (maxSteps === 1 ? undefined : wholeRuns.over(samples)) ?? building.over(key);
      if (first) await first;
      const known = cache.get(key);
      if (known) return known;
      const build = () =>
        building.begin(key, async () => {
          const bytes = cubeToArrow(await dataset.cube(metric, options));
          cache.set(key, bytes);
          return bytes;
        });
      return maxSteps === 1 ? wholeRuns.begin(samples, build) : build();
    },
  };
}
