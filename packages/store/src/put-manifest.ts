import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '@weft/model';
import { syncFolder, writeFileSynced } from '@weft/parts';
import { pauseInCommit } from './commit-pause.ts';

/** Replaces the manifest by one rename: readers see the one before or this one. */
export async function putManifest(folder: string, manifest: Manifest): Promise<void> {
  const file = join(folder, 'manifest.json');
  await writeFileSynced(`${file}.next`, `${JSON.stringify(manifest, null, 2)}\n`);
  await pauseInCommit('before');
  await rename(`${file}.next`, file);
  await pauseInCommit('after');
  await syncFolder(folder);
}
