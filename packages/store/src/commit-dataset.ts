import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type Diagnostic,
  MANIFEST_VERSION,
  type Manifest,
  type ManifestFacts,
  manifestSchema,
} from '@weft/model';
import {
  collectParts,
  removeLists,
  removeUnlistedParts,
  syncFolder,
  weftVersion,
  writeFileSynced,
} from '@weft/parts';
import { checkTarget } from './check-target.ts';
import { pauseInCommit } from './commit-pause.ts';
import { findDanglingRows, ROWS_DANGLING } from './dangling-rows.ts';
import { engineError } from './engine-error.ts';
import { asidePath, OWNER_FILE, setStagesAside } from './staging.ts';
import { stampOrigins } from './stamp-origins.ts';
import { findTimeRange } from './time-range.ts';

interface CommitOptions {
  readonly overwrite?: boolean;
}

/**
 * Makes a dataset of the parts in a staging folder: the manifest is written last, then one rename
 * puts the folder in place.
 */
export async function commitDataset(
  staging: string,
  target: string,
  facts: ManifestFacts,
  options: CommitOptions = {},
): Promise<Manifest> {
  try {
    const { tables, messages, unknownPeers } = await collectParts(staging);
    const timeRange = facts.timeRange ?? (await findTimeRange(staging, tables, facts.interval ?? 0));
    const manifest = manifestSchema.parse({
      origin: null,
      ...facts,
      format: 'weft',
      version: MANIFEST_VERSION,
      name: datasetName(target),
      created: new Date().toISOString(),
      generator: `weft ${weftVersion}`,
      timeRange,
      messages: messages === (tables.messages?.rows ?? 0) ? undefined : messages,
      unknownPeers: unknownPeers || undefined,
      tables,
      diagnostics: await withDanglingRows(staging, facts, tables),
    });
    await removeUnlistedParts(staging, tables);
    await stampOrigins(staging, tables, manifest.origin);
    for (const table of Object.keys(tables)) await syncFolder(join(staging, table));
    await writeFileSynced(join(staging, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    await removeLists(staging);
    const stages = await setStagesAside(staging, target);
    try {
      await syncFolder(staging);
      await putInPlace(staging, target, options);
    } catch (error) {
      await stages?.putBack();
      throw error;
    }
    await stages?.remove();
    return manifest;
  } catch (error) {
    throw engineError(error, { file: target });
  }
}

/** What readers wrote is looked at, also where it is written again; what is computed here refers to what there is. */
async function withDanglingRows(
  staging: string,
  { provenance, diagnostics = [] }: ManifestFacts,
  tables: Manifest['tables'],
): Promise<Diagnostic[]> {
  const imported = provenance?.some(({ kind }) => kind === 'import') ?? false;
  if (!imported) return diagnostics;
  const others = diagnostics.filter(({ code }) => code !== ROWS_DANGLING);
  return [...others, ...(await findDanglingRows(staging, tables))];
}

function datasetName(path: string): string {
  return basename(resolve(path)).replace(/\.weft$/, '');
}

async function putInPlace(staging: string, target: string, options: CommitOptions): Promise<void> {
  await checkTarget(target, options.overwrite ?? false);
  const aside = existsSync(join(target, 'manifest.json')) ? asidePath(target) : null;
  await pauseInCommit('before');
  if (aside) await rename(target, aside);
  await pauseInCommit('between');
  try {
    await rename(staging, target);
  } catch (error) {
    if (aside) await rename(aside, target);
    throw error;
  }
  await pauseInCommit('after');
  await syncFolder(dirname(resolve(target)));
  await rm(join(target, OWNER_FILE), { force: true });
  if (aside) await rm(aside, { recursive: true, force: true });
}
