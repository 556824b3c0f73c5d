import { type Frame, manifestVersion, type TableQuery } from '@weft/model';
import type { Dataset } from '@weft/store';
import { framesBytes } from './limits.ts';
import { createLruCache } from './lru-cache.ts';
import { createSameWork } from './same-work.ts';

/** Answers to small queries of tables: many readers of one dataset ask the same. */
interface TableCache {
  read(
    dataset: Dataset,
    query: TableQuery,
    signal: AbortSignal,
    onBytes: (bytes: number) => Promise<void>,
  ): Promise<Frame>;
}

/** Of all that is kept, so that one large table does not drive out the small ones. */
const LARGEST_SHARE = 1 / 8;

export function createTableCache(maxBytes: number): TableCache {
  const cache = createLruCache<Frame>(maxBytes, bytesOf);
  const reading = createSameWork();
  return {
    read: async (dataset, query, signal, onBytes) => {
      const key = JSON.stringify([dataset.path, manifestVersion(dataset.manifest), query]);
      const sameRead = reading.over(key);
      if (sameRead) await sameRead;
      const known = cache.get(key);
      if (known) {
        await onBytes(bytesOf(known));
        return known;
      }
      return reading.begin(key, async () => {
        const frame = await dataset.read(query, signal, onBytes);
        if (bytesOf(frame) <= maxBytes * LARGEST_SHARE) cache.set(key, frame);
        return frame;
      });
    },
  };
}

function bytesOf(frame: Frame): number {
  return framesBytes({ frame });
}
