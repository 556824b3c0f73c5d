import { tmpdir } from 'node:os';
import { manifestVersion, type Progress, type WorkContext } from '@weft/model';
import type { whyBody } from '@weft/protocol';
import type { Dataset } from '@weft/store';
import { createScratch, type ScratchFolder, ThreadPool } from '@weft/threads';
import type { z } from 'zod';

export type WhyQuestion = z.infer<typeof whyBody>;

export interface WhyTask {
  readonly path: string;
  /** Changes when the dataset is written anew or grows. */
  readonly version: string;
  readonly question: WhyQuestion;
  /** Where datasets of tests are written; they are gone when the server ends. */
  readonly folder: string;
}

/** Tests suspects in a thread of their own, so that they hold up neither the page nor analyses. */
export interface WhyRunner {
  /** The report as JSON; where a run is to be opened, the path of its dataset. */
  ask(dataset: Dataset, question: WhyQuestion, context: WorkContext): Promise<string>;
  close(): Promise<void>;
}

/** Milliseconds in which a query of DuckDB or a test stops after it was cancelled; who asked does not wait for it. */
const GRACE = 1500;

export function createWhyRunner(): WhyRunner {
  const module = new URL('./why-thread.ts', import.meta.url);
  let folder: Promise<ScratchFolder> | null = null;
  const pool = new ThreadPool<WhyTask, Progress, string>(module, { size: 1, grace: GRACE });
  return {
    ask: async ({ path, manifest }, question, { signal, onProgress }) => {
      folder ??= createScratch(tmpdir(), 'why');
      const task = { path, version: manifestVersion(manifest), question, folder: (await folder).path };
      return pool.run(task, { signal, onMessage: onProgress });
    },
    close: async () => {
      await pool.close();
      await (await folder)?.remove();
    },
  };
}
