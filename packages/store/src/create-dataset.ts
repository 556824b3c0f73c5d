import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import {
  type Batch,
  type Manifest,
  type ManifestFacts,
  type TableName,
  type Tables,
  WeftError,
} from '@weft/model';
import { createPartWriter, hasStageResults, removeLists } from '@weft/parts';
import { checkTarget } from './check-target.ts';
import { commitDataset } from './commit-dataset.ts';
import { DriverClaim, refuseDriven } from './driver-claim.ts';
import { engineError } from './engine-error.ts';
import { cleanLeftovers, createStaging, findSharedStaging, removeStaging } from './staging.ts';
import type { CreateOptions, DatasetWriter } from './store-api.ts';

/** A dataset being written: the part writer of this process, and the commit of all parts. */
export async function createDataset(path: string, options: CreateOptions = {}): Promise<DatasetWriter> {
  const target = resolve(path);
  try {
    await cleanLeftovers(dirname(target), basename(target));
    await checkTarget(target, options.overwrite ?? false).catch((error: unknown) =>
      options.shared === 'resume' ? refuseResume(target, error) : Promise.reject(error),
    );
    const staging = await (options.shared ? sharedStaging(target, options) : createStaging(target));
    const claim = options.shared ? await DriverClaim.take(staging, target) : null;
    if (claim) await removeLists(staging);
    const part = claim ? `part-${randomBytes(4).toString('hex')}` : 'part';
    const parts = await createPartWriter(staging, { part, counterSums: true });
    const removeNow = () => rmSync(staging, { recursive: true, force: true });
    if (!options.shared) process.once('exit', removeNow);
    const discard = async ({ keep = false } = {}) => {
      await parts.abort();
      await claim?.release();
      if (!keep || !(await hasStageResults(staging))) await removeStaging(staging, target);
      process.removeListener('exit', removeNow);
    };
    const commit = async (facts: ManifestFacts) => {
      await claim?.check(target);
      await parts.finish();
      const manifest = await commitDataset(staging, target, facts, options);
      process.removeListener('exit', removeNow);
      claim?.stop();
      return manifest;
    };
    return {
      partFolder: staging,
      write: <N extends TableName>(table: N, batch: Batch<Tables[N]>) => parts.write(table, batch),
      finish: (facts: ManifestFacts): Promise<Manifest> =>
        commit(facts).catch(async (error: unknown) => {
          await discard({ keep: options.shared !== undefined });
          throw error;
        }),
      abort: discard,
    };
  } catch (error) {
    throw engineError(error, { file: target });
  }
}

/** The folder that is there, or a new one; one at which another command is at work is left alone. */
async function sharedStaging(target: string, { shared, overwrite }: CreateOptions): Promise<string> {
  const left = await findSharedStaging(target);
  if (left && shared === 'resume') return left;
  if (left) await refuseDriven(left, target);
  if (left && !overwrite) {
    throw new WeftError({
      code: 'UNFINISHED-IMPORT',
      message: 'an import into this dataset did not end',
      file: target,
      advice: 'Go on with it by --resume, or begin again with --force.',
    });
  }
  if (left) await removeStaging(left, target);
  return createStaging(target, { shared: true });
}

/** Where there is a dataset already: the import has ended, or was to replace it. */
async function refuseResume(target: string, error: unknown): Promise<never> {
  if (!(error instanceof WeftError) || error.code !== 'DATASET-EXISTS') throw error;
  const left = await findSharedStaging(target);
  throw new WeftError({
    code: error.code,
    message: left
      ? 'the unfinished import would replace a dataset'
      : 'the import has ended, its dataset is there',
    file: target,
    advice: left
      ? 'Go on and replace it with --resume --force.'
      : 'There is nothing to go on with; --force without --resume imports anew.',
  });
}
