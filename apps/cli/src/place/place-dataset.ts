import {
  type Diagnostic,
  frameWith,
  type Manifest,
  type TableName,
  type TableSink,
  tables,
  WeftError,
  type WorkContext,
} from '@weft/model';
import { suggestNetwork } from '@weft/placing';
import { createDataset, type Dataset, openDataset } from '@weft/store';
import { type PlacingFlags, placeOn } from './placing-flags.ts';

export interface PlaceOptions extends PlacingFlags {
  /** Left out: the smallest fat tree that has the hosts. */
  readonly network?: string;
  readonly overwrite?: boolean;
}

interface Placed {
  readonly manifest: Manifest;
  /** What placing tells beside what the import told. */
  readonly added: readonly Diagnostic[];
}

/** Writes a trace's dataset again with its ranks on a network: the dataset that its import with `--network` gives. */
export async function placeDataset(
  path: string,
  output: string,
  { overwrite, ...options }: PlaceOptions,
  context: WorkContext,
): Promise<Placed> {
  const dataset = await openDataset(path);
  try {
    checkPlaceable(dataset);
    const { columns } = await dataset.readTable('ranks');
    const { network, ranksPerHost } = suggestNetwork(columns, options.ranksPerHost);
    const on = options.network ?? network;
    const placing = await placeOn(on, { ...options, ranksPerHost });
    const writer = await createDataset(output, { overwrite });
    try {
      const { facts } = await placing.importInto(writer, (sink) => copyRun(dataset, sink, context));
      context.signal?.throwIfAborted();
      const manifest = await writer.finish({ ...facts, title: `${facts.title} on ${on}` });
      return { manifest, added: facts.diagnostics?.slice(dataset.manifest.diagnostics.length) ?? [] };
    } catch (error) {
      await writer.abort();
      throw error;
    }
  } finally {
    await dataset.close();
  }
}

function checkPlaceable({ path, manifest }: Dataset): void {
  const refuse = (code: string, message: string, advice: string) => {
    throw new WeftError({ code, message, file: path, advice });
  };
  if (manifest.tables.links?.rows) {
    const advice = 'Import the trace, or place a dataset of it that has no network.';
    refuse('ON-A-NETWORK', 'the dataset has a network already', advice);
  }
  if (!manifest.tables.messages?.rows || !manifest.tables.ranks?.rows)
    refuse('NO-MESSAGES', 'the dataset has no messages of ranks', 'Place the dataset of a trace.');
}

/** Sends every table on, and tells what the manifest says of the run. */
async function copyRun(dataset: Dataset, sink: TableSink, { signal, onProgress }: WorkContext) {
  const { title, description, origin, timeRange, provenance, diagnostics } = dataset.manifest;
  const names = Object.keys(dataset.manifest.tables) as TableName[];
  const total = names.reduce((sum, name) => sum + rowsOf(dataset, name), 0);
  let done = 0;
  for (const name of names) {
    for await (const frame of dataset.stream({ table: name }, signal)) {
      await sink.write(name, frameWith(tables[name], frame));
      done += frame.rows;
      onProgress?.({ label: 'Putting ranks on the network', done, total, unit: 'rows' });
    }
  }
  return { facts: { title, description, origin, timeRange, provenance, diagnostics } };
}

function rowsOf({ manifest }: Dataset, table: TableName): number {
  return manifest.tables[table]?.rows ?? 0;
}
