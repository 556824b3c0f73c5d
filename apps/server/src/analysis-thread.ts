import {
  findAnalysis,
  type InputQuery,
  type KnownInputs,
  openQueries,
  type Queries,
  readNeeds,
} from '@weft/analysis';
import {
  type AnyColumn,
  type Frame,
  isList,
  isSumQuery,
  isText,
  manifestVersion,
  type Progress,
  type WorkContext,
} from '@weft/model';
import { type Dataset, loadEngine } from '@weft/store';
import { serveThread } from '@weft/threads';
import type { AnalysisTask } from './analysis-runner.ts';
import { type CurrentDataset, createCurrentDataset } from './current-dataset.ts';
import { checkFetchedRows } from './fetched-rows.ts';
import { framesBytes } from './limits.ts';

/** Inputs with more rows are streamed where the analysis can take them so. */
const MOST_ROWS = 20_000_000;

const datasets = new Map<string, CurrentDataset>();
/** The last inputs read, so that another value of a slider does not read them again. */
let lastInputs: LastInputs | null = null;

interface LastInputs {
  readonly dataset: string;
  /** All that was asked for. */
  readonly queries: string;
  readonly inputs: Record<string, Frame>;
}

interface Streams {
  readonly key: string;
  readonly open: ReturnType<typeof openQueries<Queries>>;
  signal: AbortSignal | undefined;
}

let lastStreams: Streams | null = null;

serveThread<AnalysisTask | 'prepare', Progress, Record<string, Frame>>(
  (task, { signal, send }) =>
    task === 'prepare' ? prepare() : runTask(task, { signal, onProgress: (progress) => void send(progress) }),
  { transfer: transferable },
);

async function prepare(): Promise<Record<string, Frame>> {
  await loadEngine();
  return {};
}

function runTask(task: AnalysisTask, context: WorkContext): Promise<Record<string, Frame>> {
  const current = datasets.get(task.path) ?? createCurrentDataset(task.path, task.engine);
  datasets.set(task.path, current);
  return current.use((dataset) => runOn(dataset, task, context));
}

async function runOn(
  dataset: Dataset,
  task: AnalysisTask,
  context: WorkContext,
): Promise<Record<string, Frame>> {
  const analysis = findAnalysis(task.name);
  if (!analysis) throw new Error(`no analysis ${task.name}`);
  const needs = (known: KnownInputs) => analysis.needs(task.params, known);
  const version = JSON.stringify([task.path, manifestVersion(dataset.manifest)]);
  if (analysis.runStreamed && rowsOf(dataset, needs({})) > MOST_ROWS) {
    lastInputs = null;
    const streams = streamsOf(`${version} ${JSON.stringify(needs({}))}`, dataset, needs({}), context);
    return { ...(await analysis.runStreamed(streams, task.params, context)) };
  }
  const inputs = await inputsOf(dataset, version, needs, context);
  context.onProgress?.({ label: analysis.title, done: 0, total: 0, unit: 'steps' });
  if (framesBytes(inputs) > task.keptBytes) lastInputs = null;
  return { ...(await analysis.run(inputs, task.params, context)) };
}

/** The same function as long as the question is the same, so that an analysis can keep what it found under it. */
function streamsOf(key: string, dataset: Dataset, needs: Queries, { signal }: WorkContext) {
  if (lastStreams?.key === key) {
    lastStreams.signal = signal;
    return lastStreams.open;
  }
  const open = openQueries(needs, async function* (query) {
    await checkFetchedRows(dataset, query, streams.signal);
    yield* dataset.stream(query, streams.signal);
  });
  const streams: Streams = { key, signal, open };
  lastStreams = streams;
  return open;
}

function rowsOf({ manifest }: Dataset, needs: Queries): number {
  return Object.values(needs).reduce(
    (sum, query) => sum + (query && !isSumQuery(query) ? (manifest.tables[query.table]?.rows ?? 0) : 0),
    0,
  );
}

/** What was read last, where it answers the same questions, else read now. */
async function inputsOf(
  dataset: Dataset,
  version: string,
  needs: (known: KnownInputs) => Queries,
  { signal, onProgress }: WorkContext,
): Promise<Record<string, Frame>> {
  const known = lastInputs?.dataset === version ? lastInputs : null;
  if (known && known.queries === JSON.stringify(needs(known.inputs))) return known.inputs;
  lastInputs = null;
  onProgress?.({ label: 'reading', done: 0, total: 0, unit: 'rows' });
  // An engine elsewhere takes questions at once; the one of this thread has all its cores for one.
  const atOnce = dataset.engine !== undefined;
  const read = async (query: InputQuery) => {
    await checkFetchedRows(dataset, query, signal);
    return dataset.read(query, signal);
  };
  const inputs = await readNeeds(needs, read, { atOnce });
  lastInputs = { dataset: version, queries: JSON.stringify(needs(inputs)), inputs };
  return inputs;
}

/** Result buffers move to the main thread, except those that are (part of) kept inputs. */
function transferable(result: Record<string, Frame>): ArrayBuffer[] {
  const kept = new Set(Object.values(lastInputs?.inputs ?? {}).flatMap(buffersOf));
  return [...new Set(Object.values(result).flatMap(buffersOf))]
    .filter((buffer) => buffer instanceof ArrayBuffer)
    .filter((buffer) => !kept.has(buffer));
}

function buffersOf(frame: Frame): ArrayBufferLike[] {
  return Object.values(frame.columns).flatMap(columnBuffers);
}

function columnBuffers(column: AnyColumn): ArrayBufferLike[] {
  if (isText(column)) return [column.codes.buffer];
  if (isList(column)) return [column.offsets.buffer, column.values.buffer];
  return [column.buffer];
}
