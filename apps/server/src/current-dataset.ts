import { setTimeout } from 'node:timers/promises';
import { WeftError } from '@weft/model';
import { type Dataset, datasetStamp, machineMemory, openDataset } from '@weft/store';

/** The dataset of a folder as it is now. */
export interface CurrentDataset {
  /** Works with the newest state; begins again where that has changed under the work and made it fail. */
  use<R>(work: (dataset: Dataset) => Promise<R>): Promise<R>;
  close(): Promise<void>;
}

/** What was opened, and the manifest it was opened by. */
interface Opened {
  readonly stamp: string | null;
  readonly dataset: Promise<Dataset>;
  users: number;
}

/** Of the engine of one dataset. Several are open at once, in the threads of analyses too. */
const ENGINE_BYTES = Math.max(256 * 2 ** 20, Math.floor(machineMemory() / 8));

/** How long a dataset may be away while another takes its place. */
const REPLACING_ATTEMPTS = 5;
const REPLACING_MS = 40;

/** Samples join the parts of others, which are removed later: who reads long enough may lose some. */
const MOST_ATTEMPTS = 4;

/** Opens anew when the manifest has changed; what was open before is closed when nobody reads it any more. */
export function createCurrentDataset(path: string, engine?: string): CurrentDataset {
  let current: Opened | null = null;

  const closeUnused = (opened: Opened) => {
    if (opened === current || opened.users > 0) return;
    void opened.dataset.then((dataset) => dataset.close()).catch(() => {});
  };
  const newest = async (): Promise<Opened> => {
    const stamp = await stampSoon(path, current !== null);
    if (current?.stamp === stamp) return current;
    if (stamp === null && current?.stamp) throw gone(path);
    const before = current;
    const opened: Opened = { stamp, dataset: openDataset(path, { memory: ENGINE_BYTES, engine }), users: 0 };
    opened.dataset.catch(() => {
      if (current === opened) current = null;
    });
    current = opened;
    if (before) closeUnused(before);
    return opened;
  };
  const attempt = async <R>(opened: Opened, work: (dataset: Dataset) => Promise<R>): Promise<R> => {
    opened.users++;
    try {
      return await work(await opened.dataset);
    } finally {
      opened.users--;
      closeUnused(opened);
    }
  };

  return {
    use: async (work) => {
      for (let attempts = 1; ; attempts++) {
        const opened = await newest();
        try {
          return await attempt(opened, work);
        } catch (error) {
          if (attempts === MOST_ATTEMPTS || (await datasetStamp(path)) === opened.stamp) throw error;
        }
      }
    },
    close: async () => {
      const last = current;
      current = null;
      await last?.dataset.then((dataset) => dataset.close()).catch(() => {});
    },
  };
}

/** A dataset that is replaced is away for a moment; one that was there is waited for. */
async function stampSoon(path: string, wasThere: boolean): Promise<string | null> {
  for (let attempts = wasThere ? REPLACING_ATTEMPTS : 1; ; attempts--) {
    const stamp = await datasetStamp(path);
    if (stamp !== null || attempts <= 1) return stamp;
    await setTimeout(REPLACING_MS);
  }
}

function gone(path: string): WeftError {
  return new WeftError({
    code: 'DATASET-GONE',
    message: 'the dataset was removed or moved while it was served',
    file: path,
    advice: 'Put it back, or start the server again with its new place.',
  });
}
