import { errorFacts, WeftError } from '@weft/model';
import { type BytePipe, createBytePipe } from '@weft/protocol';
import { removeSpill } from '@weft/store';
import { ThreadPool } from '@weft/threads';
import { createTurnstile } from '../turnstile.ts';
import { engineThreads, processLimits, type SqlLimits } from './sql-limits.ts';
import type { AnswerFormat, SqlTask } from './sql-process.ts';

/** Milliseconds in which an interrupted engine stops by itself before its process is killed. */
const GRACE = 200;
/** The same for a question to an engine elsewhere, which has to be told. */
const DISTANT_GRACE = 6000;
/** In which a process must have started and opened the dataset. */
const START_SECONDS = 60;

interface SqlQuestion {
  /** Folder of the dataset. */
  readonly path: string;
  /** Address of the engine that answers; left out: one of its process. */
  readonly engine?: string;
  readonly query: string;
  readonly format: AnswerFormat;
  readonly maxRows?: number;
}

/** Runs SQL of users in processes of their own, within limits. */
export interface SqlRunner {
  /** Resolves when the answer is ready to be taken. */
  run(question: SqlQuestion, signal?: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>>;
  close(): Promise<void>;
}

type Pool = ThreadPool<SqlTask, Uint8Array<ArrayBuffer>, null>;

export function createSqlRunner(limits: SqlLimits): SqlRunner {
  const pool: Pool = new ThreadPool(new URL('./sql-process.ts', import.meta.url), {
    size: limits.atOnce,
    process: processLimits(limits),
    onProcessEnd: removeSpill,
  });
  const turnstile = createTurnstile({
    places: limits.atOnce,
    waiting: limits.waiting,
    patience: 1000 * limits.seconds,
    busy,
  });
  return {
    run: async (question, signal) => {
      const leave = await turnstile.enter(signal);
      return startQuery(pool, taskOf(question, limits), limits, leave, signal);
    },
    close: () => pool.close(),
  };
}

function taskOf({ maxRows = limitless, ...question }: SqlQuestion, limits: SqlLimits): SqlTask {
  return {
    ...question,
    maxRows: Math.min(maxRows, limits.rows),
    maxBytes: limits.answerBytes,
    limits: { memory: limits.engineBytes, spill: limits.spillBytes, threads: engineThreads(limits) },
  };
}

const limitless = Number.POSITIVE_INFINITY;

/** Resolves with the first bytes; the time-out holds until then, the patience with a slow client from then on. */
function startQuery(
  pool: Pool,
  task: SqlTask,
  limits: SqlLimits,
  leave: () => void,
  signal?: AbortSignal,
): Promise<BytePipe['stream']> {
  const abort = new AbortController();
  const stop = () => abort.abort();
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  return new Promise((resolve, reject) => {
    let slow = false;
    const giveUp = () => {
      slow = true;
      stop();
    };
    let timer = setTimeout(giveUp, START_SECONDS * 1000);
    const pipe = createBytePipe(stop);
    const onMessage = (bytes: Uint8Array<ArrayBuffer>): Promise<void> | undefined => {
      clearTimeout(timer);
      if (bytes.length === 0) {
        timer = setTimeout(giveUp, 1000 * limits.seconds);
        return undefined;
      }
      resolve(pipe.stream);
      return pipe.push(bytes);
    };
    const failed = (error: unknown): void => {
      const told = slow ? timedOut(limits.seconds) : sqlFailure(error, limits);
      reject(told);
      pipe.fail(told);
    };
    const settled = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      leave();
    };
    const grace = task.engine ? DISTANT_GRACE : GRACE;
    pool.run(task, { signal: abort.signal, grace, onMessage }).then(pipe.end, failed).finally(settled);
  });
}

function sqlFailure(error: unknown, limits: SqlLimits): unknown {
  if (errorFacts(error).code !== 'THREAD-DIED') return error;
  const { memory } = processLimits(limits);
  return new WeftError({
    code: 'OUT-OF-MEMORY',
    message: `the query ended its process, which may take ${Math.floor(memory / 2 ** 20)} MiB`,
    advice: 'Ask for fewer rows or columns, a shorter time range or smaller groups.',
  });
}

function timedOut(seconds: number): WeftError {
  return new WeftError({
    code: 'SQL-TIMEOUT',
    message: `the query was stopped after ${seconds} s`,
    advice: 'Ask for less, or allow more time: `--sql-timeout` of `weft serve`, `--timeout` of `weft sql`.',
  });
}

function busy(running: number, waiting: number): WeftError {
  return new WeftError({
    code: 'SQL-BUSY',
    message: `${running} SQL queries are running and ${waiting} are waiting`,
    advice: 'Try again in a while.',
  });
}
