import { rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Batch, Manifest, ManifestFacts, TableName, Tables } from '@weft/model';
import { createPartWriter } from '@weft/parts';
import { checkTarget } from './check-target.ts';
import { commitDataset } from './commit-dataset.ts';
import { engineError } from './engine-error.ts';
import { cleanLeftovers, createStaging } from './staging.ts';
import type { CreateOptions, DatasetWriter } from './store-api.ts';

/** A dataset written by this process alone: one part writer and its commit. */
export async function createDataset(path: string, options: CreateOptions = {}): Promise<DatasetWriter> {
  const target = resolve(path);
  try {
    await cleanLeftovers(dirname(target), basename(target));
    await checkTarget(target, options.overwrite ?? false);
    const staging = await createStaging(target);
    const parts = await createPartWriter(staging);
    const removeNow = () => rmSync(staging, { recursive: true, force: true });
    process.once('exit', removeNow);
    const discard = async () => {
      await parts.abort();
      await rm(staging, { recursive: true, force: true });
      process.removeListener('exit', removeNow);
    };
    const commit = async (facts: ManifestFacts) => {
      await parts.finish();
      const manifest = await commitDataset(staging, target, facts, options);
      process.removeListener('exit', removeNow);
      return manifest;
    };
    return {
      partFolder: staging,
      write: <N extends TableName>(table: N, batch: Batch<Tables[N]>) => parts.write(table, batch),
      finish: (facts: ManifestFacts): Promise<Manifest> =>
        commit(facts).catch(async (error: unknown) => {
          await discard();
          throw error;
        }),
      abort: discard,
    };
  } catch (error) {
    throw engineError(error, { file: target });
  }
}
