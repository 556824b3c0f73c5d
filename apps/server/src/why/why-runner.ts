import { type Frame, manifestVersion, type Progress, type WorkContext } from '@weft/model';
import type { whyBody } from '@weft/protocol';
import type { Dataset } from '@weft/store';
import { ThreadPool } from '@weft/threads';
import type { z } from 'zod';

export type WhyQuestion = z.infer<typeof whyBody>;

export interface WhyTask {
  readonly path: string;
  /** Changes when the dataset is written anew or grows. */
  readonly version: string;
  readonly question: WhyQuestion;
}

/** One table of one row: the report as JSON. */
type Result = Readonly<Record<string, Frame>>;

/** Tests suspects in a thread of their own, so that they hold up neither the page nor analyses. */
export interface WhyRunner {
  ask(dataset: Dataset, question: WhyQuestion, context: WorkContext): Promise<Result>;
  close(): Promise<void>;
}

/** Milliseconds in which a query of DuckDB or a test stops after it was cancelled; who asked does not wait for it. */
const GRACE = 1500;

export function createWhyRunner(): WhyRunner {
  const module = new URL('./why-thread.ts', import.meta.url);
  const pool = new ThreadPool<WhyTask, Progress, Result>(module, { size: 1, grace: GRACE });
  return {
    ask: ({ path, manifest }, question, { signal, onProgress }) =>
      pool.run({ path, version: manifestVersion(manifest), question }, { signal, onMessage: onProgress }),
    close: () => pool.close(),
  };
}
