import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, normalize, resolve } from 'node:path';
import { type ErrorFacts, type Manifest, parseManifest, WeftError } from '@weft/model';
import { checkPart, openRegular } from './check-part.ts';
import { mapLimited } from './map-limited.ts';
import { cleanLeftovers } from './staging.ts';

/** Files opened at once. */
const FILES_AT_ONCE = 16;
const AGAIN = 'Import or simulate the dataset again.';
const MOST_MANIFEST_BYTES = 64 << 20;

/**
 * Reads the manifest of a folder and checks that every file it names is there and whole at its ends. How many rows there
 * are is what the files say.
 */
export async function checkDataset(path: string): Promise<Manifest> {
  const folder = resolve(path);
  if (!existsSync(folder)) await cleanLeftovers(dirname(folder), basename(folder));
  return checkParts(await readManifest(folder), folder, (part) => checkPart(folder, part));
}

type Part = NonNullable<Manifest['tables'][string]>['parts'][number];

/** The manifest with the rows that the check of each file gives. */
export async function checkParts(
  manifest: Manifest,
  folder: string,
  check: (part: Part) => Promise<number>,
): Promise<Manifest> {
  const parts = Object.values(manifest.tables).flatMap((table) => table?.parts ?? []);
  const paths = new Set<string>();
  for (const { path } of parts) {
    if (paths.has(normalize(path)))
      throw fault('BAD-MANIFEST', `the manifest names ${path} twice`, folder, AGAIN);
    paths.add(normalize(path));
  }
  const rows = await mapLimited(parts, FILES_AT_ONCE, check);
  return withRows(manifest, new Map(parts.map((part, index) => [part, rows[index]])));
}

function withRows(manifest: Manifest, rowsOf: ReadonlyMap<Part, number>): Manifest {
  if ([...rowsOf].every(([part, rows]) => part.rows === rows)) return manifest;
  const tables = Object.entries(manifest.tables).map(([name, table]) => {
    const parts = (table?.parts ?? []).map((part) => ({ ...part, rows: rowsOf.get(part) ?? 0 }));
    return [name, { rows: parts.reduce((sum, part) => sum + part.rows, 0), parts }];
  });
  return { ...manifest, tables: Object.fromEntries(tables) };
}

export async function readManifest(folder: string): Promise<Manifest> {
  const kind = await stat(folder).catch(() => null);
  if (!kind) {
    throw fault('DATASET-NOT-FOUND', 'there is no such dataset', folder, 'Check the path.');
  }
  if (!kind.isDirectory()) {
    throw fault('NOT-A-DATASET', 'this is a file; a dataset is a folder', folder, ADVICE);
  }
  const file = join(folder, 'manifest.json');
  const text = await readText(file);
  if (text !== null) return parseManifest(text, file);
  const entries = await readdir(folder).catch(() => []);
  const message = entries.length === 0 ? 'the folder is empty' : 'the folder has no readable manifest.json';
  throw fault('NOT-A-DATASET', message, folder, ADVICE);
}

const ADVICE = 'Open a folder that `weft import`, `weft simulate` or `weft demo` made.';

async function readText(path: string): Promise<string | null> {
  const file = await openRegular(path);
  if (!file) return null;
  try {
    const { size } = await file.stat();
    if (size > MOST_MANIFEST_BYTES) {
      throw fault('BAD-MANIFEST', `the manifest has ${size} bytes`, path, AGAIN);
    }
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function fault(code: string, message: string, file: string, advice: string): WeftError {
  const facts: ErrorFacts = { code, message, file, advice };
  return new WeftError(facts);
}
