import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WeftError } from '@weft/model';
import { OWNER_FILE } from './staging.ts';

/** What ends up in a dataset's folder where `weft watch` or `weft phases` is killed in the middle of its commit. */
const LEFT_BY_THE_DEAD =
  /^(manifest\.json\.next|\.parts\/live-\d+\.json|\w+\/(live-\d+|made-[0-9a-f]{8})-\d{6}\.parquet)$/;
/** Names shown of files that are in the way. */
const NAMES_SHOWN = 3;

/** Refuses early what the commit would refuse late; only a dataset, and nothing else with it, is ever replaced. */
export async function checkTarget(target: string, overwrite: boolean): Promise<void> {
  const place = await lstat(target).catch(() => null);
  if (!place) return;
  if (!place.isDirectory()) throw notADataset(target, 'a file or a link');
  const names = await readdir(target);
  if (names.length === 0) return;
  const own = names.includes('manifest.json') ? await filesOfDataset(target) : null;
  if (!own) throw notADataset(target, 'a folder that is no dataset');
  if (!overwrite) {
    throw new WeftError({
      code: 'DATASET-EXISTS',
      message: 'there is a dataset of this name already',
      file: target,
      advice: 'Choose another name, or replace it with --force.',
    });
  }
  const foreign = (await listFiles(target)).filter((path) => !own.has(path) && !LEFT_BY_THE_DEAD.test(path));
  if (foreign.length > 0) throw foreignFiles(target, foreign);
}

/** What the manifest of a Weft dataset lists, itself included; null where it is of something else. */
async function filesOfDataset(folder: string): Promise<Set<string> | null> {
  const file = join(folder, 'manifest.json');
  if (!(await lstat(file)).isFile()) return null;
  try {
    const manifest: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!isObject(manifest) || manifest.format !== 'weft') return null;
    return new Set(['manifest.json', OWNER_FILE, ...listedParts(manifest.tables)]);
  } catch {
    return null;
  }
}

/**
 * Reads manifests of any version, damaged ones too: a dataset that cannot be opened may still be replaced. What a manifest
 * lists is a part only where parts are, so that none makes other files its own.
 */
function listedParts(tables: unknown): string[] {
  return Object.entries(isObject(tables) ? tables : {}).flatMap(([name, table]) => {
    const parts: unknown[] = isObject(table) && Array.isArray(table.parts) ? table.parts : [];
    return parts.flatMap((part) =>
      isObject(part) && typeof part.path === 'string' && isPartOf(name, part.path) ? [part.path] : [],
    );
  });
}

function isPartOf(table: string, path: string): boolean {
  const [folder, file, ...deeper] = path.split('/');
  return folder === table && deeper.length === 0 && file?.endsWith('.parquet') === true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Everything below a folder that is not a folder, and folders that are empty, with forward slashes. */
async function listFiles(folder: string, prefix = ''): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    const path = `${prefix}${entry.name}`;
    const below = entry.isDirectory() ? await listFiles(folder, `${path}/`) : [];
    for (const file of below.length > 0 ? below : [path]) found.push(file);
  }
  return found;
}

function notADataset(file: string, what: string): WeftError {
  return new WeftError({
    code: 'NOT-A-DATASET',
    message: `${what} is at this place`,
    file,
    advice: 'Choose another name, or move it away.',
  });
}

function foreignFiles(file: string, names: readonly string[]): WeftError {
  const shown = names.slice(0, NAMES_SHOWN).join(', ');
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : '';
  return new WeftError({
    code: 'FOREIGN-FILES',
    message: `the dataset's folder has files that do not belong to it: ${shown}${more}`,
    file,
    advice: 'Nothing was deleted. Move them away, or choose another name.',
  });
}
