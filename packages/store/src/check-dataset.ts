import { existsSync } from 'node:fs';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, normalize, resolve } from 'node:path';
import { type ErrorFacts, type Manifest, parseManifest, WeftError } from '@weft/model';
import { cleanLeftovers } from './staging.ts';

const PARQUET_MAGIC = 'PAR1';

/** Reads the manifest of a folder and checks that every file it names is there and whole at its ends. */
export async function checkDataset(path: string): Promise<Manifest> {
  const folder = resolve(path);
  if (!existsSync(folder)) await cleanLeftovers(dirname(folder), basename(folder));
  const manifest = await readManifest(folder);
  const parts = Object.values(manifest.tables).flatMap((table) => table?.parts ?? []);
  for (const part of parts) await checkPart(folder, part);
  return manifest;
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
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null) return parseManifest(text, file);
  const entries = await readdir(folder).catch(() => []);
  const message = entries.length === 0 ? 'the folder is empty' : 'the folder has no readable manifest.json';
  throw fault('NOT-A-DATASET', message, folder, ADVICE);
}

const ADVICE = 'Open a folder that `weft import`, `weft simulate` or `weft demo` made.';
const AGAIN = 'Import or simulate the dataset again.';

async function checkPart(folder: string, part: { path: string; bytes: number }): Promise<void> {
  if (isAbsolute(part.path) || normalize(part.path).startsWith('..')) {
    throw fault('BAD-MANIFEST', `the manifest names a file outside the dataset: ${part.path}`, folder, AGAIN);
  }
  const file = join(folder, part.path);
  const handle = await open(file, 'r').catch(() => null);
  if (!handle) throw fault('TABLE-MISSING', 'a Parquet file of the dataset is missing', file, AGAIN);
  try {
    const { size } = await handle.stat();
    if (size !== part.bytes) {
      const message = `the Parquet file has ${size} bytes, the manifest says ${part.bytes}`;
      throw fault('TABLE-DAMAGED', message, file, AGAIN);
    }
    const ends = Buffer.alloc(8);
    await handle.read(ends, 0, 4, 0);
    await handle.read(ends, 4, 4, Math.max(0, size - 4));
    if (ends.toString('latin1') !== PARQUET_MAGIC + PARQUET_MAGIC) {
      throw fault('TABLE-DAMAGED', 'this is not a Parquet file', file, AGAIN);
    }
  } finally {
    await handle.close();
  }
}

function fault(code: string, message: string, file: string, advice: string): WeftError {
  const facts: ErrorFacts = { code, message, file, advice };
  return new WeftError(facts);
}
