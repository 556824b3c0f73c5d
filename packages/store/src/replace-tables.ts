import { randomBytes } from 'node:crypto';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Manifest, manifestSchema, type TableName, type TableSink } from '@weft/model';
import { collectParts, createPartWriter, syncFolder } from '@weft/parts';
import { checkDataset } from './check-dataset.ts';
import { engineError } from './engine-error.ts';
import { putManifest } from './put-manifest.ts';
import { createStaging } from './staging.ts';
import { stampOrigins } from './stamp-origins.ts';

type Written = Manifest['tables'];

/** Puts new rows into tables of a dataset that others may be reading, in place of those before; all or nothing. */
export async function replaceTables(
  path: string,
  names: readonly TableName[],
  write: (sink: TableSink) => Promise<void>,
  signal?: AbortSignal,
): Promise<Manifest> {
  const folder = resolve(path);
  const before = await checkDataset(folder);
  const staging = await createStaging(folder);
  try {
    const written = await writeParts(staging, before.origin, write);
    signal?.throwIfAborted();
    const kept = Object.entries(before.tables).filter(([name]) => !names.some((other) => other === name));
    const manifest = manifestSchema.parse({
      ...before,
      tables: { ...Object.fromEntries(kept), ...written },
      revision: (before.revision ?? 0) + 1,
    });
    await putParts(staging, folder, written, () => putManifest(folder, manifest));
    for (const name of names)
      for (const part of before.tables[name]?.parts ?? []) await rm(join(folder, part.path), { force: true });
    return manifest;
  } catch (error) {
    throw engineError(error, { file: folder });
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/** Writes the rows beside the dataset, where the next command looks for what a dead one left. */
async function writeParts(
  staging: string,
  origin: Manifest['origin'],
  write: (sink: TableSink) => Promise<void>,
): Promise<Written> {
  const writer = await createPartWriter(staging, { part: `made-${randomBytes(4).toString('hex')}` });
  try {
    await write(writer);
    await writer.finish();
  } catch (error) {
    await writer.abort();
    throw error;
  }
  const { tables } = await collectParts(staging);
  await stampOrigins(staging, tables, origin);
  return tables;
}

/** Moves the files of tables into the dataset and makes them count; where that fails they go. */
async function putParts(
  staging: string,
  folder: string,
  tables: Written,
  commit: () => Promise<void>,
): Promise<void> {
  const paths = Object.values(tables).flatMap((table) => table?.parts.map((part) => part.path) ?? []);
  try {
    for (const path of paths) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await rename(join(staging, path), join(folder, path));
    }
    for (const name of Object.keys(tables)) await syncFolder(join(folder, name));
    await commit();
  } catch (error) {
    for (const path of paths) await rm(join(folder, path), { force: true });
    throw error;
  }
}
