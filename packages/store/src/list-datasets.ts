import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type ErrorFacts, errorFacts, type Manifest } from '@weft/model';
import { readManifest } from './check-dataset.ts';
import { mapLimited } from './map-limited.ts';

const FILES_AT_ONCE = 16;

interface ListedDataset {
  readonly path: string;
  readonly manifest: Manifest | null;
  /** Why the manifest cannot be read. */
  readonly error: ErrorFacts | null;
}

/** The `*.weft` folders of a folder in order of name; damaged ones are listed with what ails them. */
export async function listDatasets(folder: string): Promise<ListedDataset[]> {
  return Promise.all((await listDatasetFolders(folder)).map(listOne));
}

/** Their paths, whatever is in them. */
export async function listDatasetFolders(folder: string): Promise<string[]> {
  const names = await readdir(resolve(folder)).catch((): string[] => []);
  return names
    .filter((name) => !name.startsWith('.') && name.endsWith('.weft'))
    .sort()
    .map((name) => join(resolve(folder), name));
}

/** When anything in a folder was last written or put there, in Unix milliseconds; 0 where there is no folder. */
export async function lastChange(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch((): string[] => []);
  const times = await mapLimited(['.', ...names], FILES_AT_ONCE, (name) =>
    stat(join(folder, name)).then(
      ({ ctimeMs }) => ctimeMs,
      () => 0,
    ),
  );
  return Math.max(0, ...times);
}

async function listOne(path: string): Promise<ListedDataset> {
  try {
    return { path, manifest: await readManifest(path), error: null };
  } catch (error) {
    return { path, manifest: null, error: errorFacts(error) };
  }
}
