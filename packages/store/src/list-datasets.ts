import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ErrorFacts, errorFacts, type Manifest } from '@weft/model';
import { readManifest } from './check-dataset.ts';

interface ListedDataset {
  readonly path: string;
  readonly manifest: Manifest | null;
  /** Why the manifest cannot be read. */
  readonly error: ErrorFacts | null;
}

/** The `*.weft` folders of a folder in order of name; damaged ones are listed with what ails them. */
export async function listDatasets(folder: string): Promise<ListedDataset[]> {
  const entries = await readdir(resolve(folder), { withFileTypes: true }).catch(() => []);
  const names = entries
    .filter((entry) => !entry.name.startsWith('.') && entry.name.endsWith('.weft'))
    .map((entry) => entry.name)
    .sort();
  return Promise.all(names.map((name) => listOne(join(resolve(folder), name))));
}

async function listOne(path: string): Promise<ListedDataset> {
  try {
    return { path, manifest: await readManifest(path), error: null };
  } catch (error) {
    return { path, manifest: null, error: errorFacts(error) };
  }
}
