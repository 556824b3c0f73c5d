import { frameToArrowParts, sqlToArrowParts } from '@weft/protocol';
import { type Dataset, datasetStamp, openDataset, removeSpill, type SqlFrame } from '@weft/store';
import { serveThread, type ThreadContext } from '@weft/threads';
import { encodeTexts, jsonPieces } from '../json-frame.ts';

/** `typed-arrow` has NULL and integers of 64 bits as such; `arrow` numbers as they lie in memory, as the page takes them. */
export type AnswerFormat = 'arrow' | 'typed-arrow' | 'json';

export interface SqlTask {
  readonly path: string;
  readonly engine?: string;
  readonly query: string;
  readonly format: AnswerFormat;
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly limits: { readonly memory: number; readonly spill: number; readonly threads: number };
}

/** Bytes sent at a time. */
const PIECE = 256 << 10;

/** Sent before the query starts: its time counts from there. */
const STARTED = new Uint8Array(0);

/** The last one asked: a process has one engine at a time, so that its limit is that of the process. */
let last: { readonly key: string; readonly dataset: Dataset } | null = null;

process.on('disconnect', () => removeSpill(process.pid));

/** Errors of queries that were stopped in the middle. */
const STOPPED: readonly (string | null)[] = ['CANCELLED', 'OUT-OF-MEMORY', 'ENGINE-FAILED'];
/** Bytes of memory with which a process may wait for the next query; a new one has less than half of it. */
const KEPT_BYTES = 384 * 2 ** 20;

/** Runs SQL of users and sends the answer as bytes, away from the process that serves the page. */
serveThread<SqlTask, Uint8Array, null>(answer, { isSpent });

async function answer(task: SqlTask, { signal, send }: ThreadContext<Uint8Array>): Promise<null> {
  const dataset = await openOnce(task);
  await send(STARTED);
  const { query, maxRows, maxBytes, format } = task;
  const frame = await dataset.sql(query, { maxRows, maxBytes, signal });
  for (const piece of format === 'json' ? encodeTexts(jsonPieces(frame)) : arrowBytes(frame, format))
    await send(piece);
  return null;
}

/** What a query that was stopped leaves in memory would count against the next one. */
function isSpent(code: string | null): boolean {
  return STOPPED.includes(code) || process.memoryUsage.rss() > KEPT_BYTES;
}

async function openOnce({ path, engine, limits }: SqlTask): Promise<Dataset> {
  const key = `${path}\n${await datasetStamp(path)}`;
  if (last?.key === key) return last.dataset;
  await last?.dataset.close();
  last = null;
  const dataset = await openDataset(path, { ...limits, engine, inWorkingFolder: true });
  process.chdir(path);
  // The engine is loaded and has seen the files before the time of the query counts; one elsewhere is there already.
  if (!engine) await dataset.sql('SELECT 1');
  last = { key, dataset };
  return dataset;
}

function* arrowBytes(frame: SqlFrame, format: AnswerFormat): Generator<Uint8Array> {
  const typed = format === 'typed-arrow';
  for (const part of typed ? sqlToArrowParts(frame, frame.numbers) : frameToArrowParts(frame)) {
    for (let at = 0; at < part.length; at += PIECE) yield part.subarray(at, at + PIECE);
  }
}
