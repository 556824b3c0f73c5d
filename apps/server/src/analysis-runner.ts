import { type AnyAnalysis, findAnalysis } from '@weft/analysis';
import { type Frame, manifestVersion, type Progress, WeftError, type WorkContext } from '@weft/model';
import type { Dataset } from '@weft/store';
import { ThreadPool } from '@weft/threads';
import { checkParams } from './http-errors.ts';
import { framesBytes, type Limits } from './limits.ts';
import { createLruCache } from './lru-cache.ts';

export interface AnalysisTask {
  readonly path: string;
  /** Address of the engine that answers; left out: one of its thread. */
  readonly engine?: string;
  /** Changes when the dataset is written anew or grows. */
  readonly version: string;
  readonly name: string;
  readonly params: unknown;
  /** Bytes of inputs that its thread may keep for the next task. */
  readonly keptBytes: number;
}

/** Milliseconds in which a query of DuckDB stops after it was cancelled. */
const GRACE = 1500;

type Result = Readonly<Record<string, Frame>>;

/** Runs analyses in worker threads and keeps results by (dataset, analysis, parameters). */
export interface AnalysisRunner {
  run(dataset: Dataset, name: string, params: unknown, context: WorkContext): Promise<Result>;
  /** Makes the thread of first overviews ready before one is asked for. */
  prepare(): void;
  close(): Promise<void>;
}

export function createAnalysisRunner(threads: number, limits: Limits): AnalysisRunner {
  const module = new URL('./analysis-thread.ts', import.meta.url);
  const startPool = (size: number) =>
    new ThreadPool<AnalysisTask | 'prepare', Progress, Result>(module, { size, grace: GRACE });
  const pool = startPool(threads);
  /** First overviews are made here, while others read every row. */
  const quickPool = startPool(1);
  const cache = createLruCache<Result>(limits.cacheBytes / 4, framesBytes);
  return {
    run: async (dataset, name, params, context) => {
      const analysis = analysisNamed(name);
      const checked = checkParams(
        analysis.params,
        params,
        `GET /api/analyses lists the parameters of ${name}.`,
      );
      const task: AnalysisTask = {
        path: dataset.path,
        engine: dataset.engine,
        version: manifestVersion(dataset.manifest),
        name,
        params: checked,
        keptBytes: limits.cacheBytes / 2 / threads,
      };
      const key = JSON.stringify(task);
      const known = cache.get(key);
      if (known) return known;
      const { signal, onProgress } = context;
      const isQuick = analysis.isQuick?.(checked) ?? false;
      const result = await (isQuick ? quickPool : pool).run(task, { signal, onMessage: onProgress });
      cache.set(key, result);
      return result;
    },
    prepare: () => void quickPool.run('prepare').catch(() => {}),
    close: async () => {
      await Promise.all([pool.close(), quickPool.close()]);
    },
  };
}

function analysisNamed(name: string): AnyAnalysis {
  const analysis = findAnalysis(name);
  if (analysis) return analysis;
  throw new WeftError({
    code: 'ANALYSIS-NOT-FOUND',
    message: `there is no analysis «${name}»`,
    advice: 'GET /api/analyses lists them.',
  });
}
