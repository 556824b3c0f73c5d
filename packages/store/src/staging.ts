import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { removeFolder, STAGE_FOLDER } from '@weft/parts';
import { isAlive, type ProcessName, parseProcess, thisProcess } from './process-name.ts';

export const OWNER_FILE = '.owner.json';

/** After this long untouched, what cannot be checked otherwise counts as left over. */
const ABANDONED_MS = 7 * 24 * 3600 * 1000;
/** Time between making a folder and naming its owner, generously. */
const NAMELESS_MS = 60 * 1000;

const LEFTOVER = /^\.(?<target>.+)\.(?<kind>partial|old)-(?<pid>\d+)-[A-Za-z0-9]{6}$/;

interface Owner extends ProcessName {
  /** Written by several processes: belongs to none of them. */
  readonly shared: boolean;
}

interface StagingOptions {
  /** For parts written by several processes; kept while anyone touches it once a week. */
  readonly shared?: boolean;
}

/** A new folder beside the dataset to be, on the same file system, so that a rename can put it in place. */
export async function createStaging(target: string, options: StagingOptions = {}): Promise<string> {
  await mkdir(dirname(resolve(target)), { recursive: true });
  const staging = makeSibling(target, 'partial');
  const owner: Owner = { ...thisProcess(), shared: options.shared ?? false };
  await writeFile(join(staging, OWNER_FILE), JSON.stringify(owner));
  return staging;
}

/** The folder of an import by several processes that did not end; null where there is none. */
export async function findSharedStaging(target: string): Promise<string | null> {
  const folder = dirname(resolve(target));
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const match = LEFTOVER.exec(name)?.groups;
    if (match?.kind !== 'partial' || match.target !== basename(resolve(target))) continue;
    const owner = await readFile(join(folder, name, OWNER_FILE), 'utf8').then(
      parseProcess<Owner>,
      () => null,
    );
    if (owner?.shared) return join(folder, name);
  }
  return null;
}

/** Removes the folder of a dataset that is not to be, to which others may still write; what is left of it belongs to nobody. */
export async function removeStaging(staging: string, target: string): Promise<void> {
  await rm(join(staging, OWNER_FILE), { force: true });
  await removeFolder(staging, `${siblingPrefix(target, 'partial')}${randomBytes(3).toString('hex')}`);
}

interface StagesAside {
  putBack(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Takes what tasks elsewhere left out of a folder that is about to become a dataset. It is removed when that is done, which may take
 * long: a driver that dies meanwhile would else have lost all results. Tasks that do not find their folder end.
 */
export async function setStagesAside(staging: string, target: string): Promise<StagesAside | null> {
  const stages = join(staging, STAGE_FOLDER);
  if (!existsSync(stages)) return null;
  const aside = `${siblingPrefix(target, 'partial')}${randomBytes(3).toString('hex')}`;
  await rename(stages, aside);
  return {
    putBack: () => rename(aside, stages),
    remove: () => rm(aside, { recursive: true, force: true }),
  };
}

/** An unused name beside the dataset for the one it replaces. */
export function asidePath(target: string): string {
  return makeSibling(target, 'old');
}

/** Removes what a thread of this process left of a dataset when it was ended. */
export async function discardStaging(target: string): Promise<void> {
  const folder = dirname(resolve(target));
  const prefix = basename(siblingPrefix(target, 'partial'));
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names.filter((other) => other.startsWith(prefix)))
    await rm(join(folder, name), { recursive: true, force: true });
}

/** A new folder whose rights follow the umask, as those of any folder the user makes. */
function makeSibling(target: string, kind: 'partial' | 'old'): string {
  const path = `${siblingPrefix(target, kind)}${randomBytes(3).toString('hex')}`;
  mkdirSync(path);
  return path;
}

function siblingPrefix(target: string, kind: 'partial' | 'old'): string {
  const full = resolve(target);
  return join(dirname(full), `.${basename(full)}.${kind}-${process.pid}-`);
}

/** Removes what dead processes left in a folder, of one dataset or of all; returns the names. */
export async function cleanLeftovers(folder: string, target?: string): Promise<string[]> {
  const removed: string[] = [];
  for (const name of await readdir(folder).catch((): string[] => [])) {
    const match = LEFTOVER.exec(name)?.groups;
    if (!match || (target !== undefined && match.target !== target)) continue;
    // What may not be removed (a read-only folder, another user's files) stays.
    if (await cleanLeftover(folder, name, match).catch(() => false)) removed.push(name);
  }
  return removed;
}

async function cleanLeftover(
  folder: string,
  name: string,
  { target, kind, pid }: Record<string, string>,
): Promise<boolean> {
  const path = join(folder, name);
  const inUse = kind === 'old' ? isAlive(Number(pid), null) : await isInUse(path, Number(pid));
  if (inUse || (kind === 'old' && (await putBack(path, join(folder, target))))) return false;
  await rm(path, { recursive: true, force: true });
  return true;
}

/** A process that died between its two renames left the old dataset aside: it is the dataset still. */
async function putBack(aside: string, target: string): Promise<boolean> {
  if (existsSync(target) || !existsSync(join(aside, 'manifest.json'))) return false;
  await rename(aside, target);
  return true;
}

async function isInUse(path: string, pidOfName: number): Promise<boolean> {
  const owner = await readFile(join(path, OWNER_FILE), 'utf8').then(parseProcess<Owner>, () => null);
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  if (!owner) return isAlive(pidOfName, null) && age < NAMELESS_MS;
  if (owner.shared || owner.host !== hostname()) return age < ABANDONED_MS;
  return isAlive(owner.pid, owner.started);
}
