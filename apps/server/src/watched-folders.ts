import { errorFacts, WeftError } from '@weft/model';
import { lastChange, listDatasetFolders } from '@weft/store';

/** Folders whose datasets are offered as they come and go. */
interface WatchedFolders {
  /** Offers what has come since. */
  look(): Promise<void>;
  /** Whether the dataset lies in one of the folders. */
  has(id: string): boolean;
  /** Whether it was there and is no more. */
  isGone(id: string): boolean;
}

export function createWatchedFolders(
  folders: readonly string[],
  add: (path: string) => string,
): WatchedFolders {
  const ids = new Map<string, string>();
  let present = new Set<string>();
  return {
    look: async () => {
      const found = (await Promise.all(folders.map(listDatasetFolders))).flat();
      for (const path of found) if (!ids.has(path)) ids.set(path, add(path));
      present = new Set(found.flatMap((path) => ids.get(path) ?? []));
    },
    has: (id) => [...ids.values()].includes(id),
    isGone: (id) => !present.has(id) && [...ids.values()].includes(id),
  };
}

/** Errors of a dataset of which files are missing or short. */
const INCOMPLETE: ReadonlySet<string> = new Set([
  'NOT-A-DATASET',
  'BAD-MANIFEST',
  'TABLE-MISSING',
  'TABLE-DAMAGED',
]);

/** As long as its files change, a dataset that is not whole counts as one that is being copied. */
const STILL_CHANGING_MS = 60_000;

export async function whenComplete<R>(path: string, work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    const { code, message } = errorFacts(error);
    if (!INCOMPLETE.has(code) || Date.now() - (await lastChange(path)) > STILL_CHANGING_MS) throw error;
    throw new WeftError(
      {
        code: 'DATASET-INCOMPLETE',
        message: `the dataset is still being copied (so far ${message})`,
        advice: 'It can be opened as soon as all its files are here.',
      },
      { cause: error },
    );
  }
}
