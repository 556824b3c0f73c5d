import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Manifest, manifestSchema, type TableName, type TableSink } from '@weft/model';
import { collectParts, createPartWriter, removePartLists, syncFolder } from '@weft/parts';
import { checkDataset } from './check-dataset.ts';
import { engineError } from './engine-error.ts';
import { putManifest } from './put-manifest.ts';
import { stampOrigins } from './stamp-origins.ts';

/** Puts new rows into tables of a dataset that others may be reading, in place of those before; all or nothing. */
export async function replaceTables(
  path: string,
  names: readonly TableName[],
  write: (sink: TableSink) => Promise<void>,
): Promise<Manifest> {
  const folder = resolve(path);
  const before = await checkDataset(folder);
  const writer = await createPartWriter(folder, { part: `made-${randomBytes(4).toString('hex')}` });
  try {
    await write(writer);
    await writer.finish();
    const written = await collectParts(folder);
    await removePartLists(folder);
    await stampOrigins(folder, written.tables, before.origin);
    for (const name of Object.keys(written.tables)) await syncFolder(join(folder, name));
    const kept = Object.entries(before.tables).filter(([name]) => !names.some((other) => other === name));
    const manifest = manifestSchema.parse({
      ...before,
      tables: { ...Object.fromEntries(kept), ...written.tables },
      revision: (before.revision ?? 0) + 1,
    });
    await putManifest(folder, manifest);
    for (const name of names)
      for (const part of before.tables[name]?.parts ?? []) await rm(join(folder, part.path), { force: true });
    return manifest;
  } catch (error) {
    await writer.abort();
    throw engineError(error, { file: folder });
  }
}
