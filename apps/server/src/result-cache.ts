import type { Frame } from '@weft/model';
import { frameBytes } from './limits.ts';

type Result = Readonly<Record<string, Frame>>;

/** Results by key, the least recently used going first when their bytes pass the limit. */
export interface ResultCache {
  get(key: string): Result | undefined;
  set(key: string, result: Result): void;
}

export function createResultCache(maxBytes: number): ResultCache {
  const entries = new Map<string, { result: Result; bytes: number }>();
  let total = 0;
  return {
    get: (key) => {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.result;
    },
    set: (key, result) => {
      const bytes = Object.values(result).reduce((sum, frame) => sum + frameBytes(frame), 0);
      if (bytes > maxBytes || entries.has(key)) return;
      entries.set(key, { result, bytes });
      total += bytes;
      for (const [oldest, entry] of entries) {
        if (total <= maxBytes) break;
        entries.delete(oldest);
        total -= entry.bytes;
      }
    },
  };
}
