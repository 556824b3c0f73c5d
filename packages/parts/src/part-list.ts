import { copyFile, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { type Manifest, type TableName, tableNames, WeftError } from '@weft/model';
import { makeFolder, writeFileSynced } from './durable-files.ts';

export interface PartEntry {
  readonly table: TableName;
  /** Relative to the dataset folder, with forward slashes. */
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
}

/** What a writer leaves for the commit. */
interface PartList {
  readonly parts: readonly PartEntry[];
  /** Messages in its parts: the sum of their `count`. */
  readonly messages: number;
  /** Those of them whose sender or receiver is not known. */
  readonly unknownPeers: number;
  /** Tables that it could not write whole; the dataset goes without them. */
  readonly dropped: readonly TableName[];
}

/** Where part writers leave their lists for the commit; not part of a finished dataset. */
const LIST_FOLDER = '.parts';
/** Where tasks on several machines leave what others go on with; not part of a finished dataset either. */
export const STAGE_FOLDER = '.stages';

export async function writePartList(staging: string, part: string, list: PartList): Promise<void> {
  await makeFolder(listFolder(staging));
  await writeFileSynced(join(listFolder(staging), `${part}.json`), JSON.stringify(list));
}

function listFolder(staging: string): string {
  return join(staging, LIST_FOLDER);
}

/** The names of the lists in a folder, with their checksums. */
export async function listChecksums(folder: string): Promise<Record<string, number>> {
  const names = await readdir(listFolder(folder)).catch((): string[] => []);
  const entries = names.map(async (name) => [name, crc32(await readFile(join(listFolder(folder), name)))]);
  return Object.fromEntries(await Promise.all(entries));
}

/**
 * Moves the parts of another folder into this one, with their lists, which are those that their writer named and no others;
 * what was moved before may be moved again.
 */
export async function adoptParts(
  staging: string,
  from: string,
  checksums: Readonly<Record<string, number>>,
): Promise<void> {
  await makeFolder(listFolder(staging));
  for (const [name, checksum] of Object.entries(checksums)) {
    const list = await readList(join(listFolder(from), name), checksum);
    for (const { path } of list.parts) await movePart(join(from, path), join(staging, path));
    await copyFile(join(listFolder(from), name), join(listFolder(staging), name));
  }
}

async function readList(path: string, checksum: number): Promise<PartList> {
  const bytes = await readFile(path).catch(() => null);
  if (bytes && crc32(bytes) === checksum) return JSON.parse(bytes.toString());
  throw new WeftError({
    code: bytes ? 'STAGE-DAMAGED' : 'STAGE-MISSING',
    message: `the list of the parts that a task wrote is ${bytes ? 'damaged' : 'not there'}`,
    file: path,
    advice: 'Begin the import again with --force; look after the disk where it happens again.',
  });
}

async function movePart(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  await rename(from, to).catch(async (error: unknown) => {
    const moved = await stat(to).catch(() => null);
    if (!moved) throw error;
  });
}

interface CollectedParts extends Pick<PartList, 'messages' | 'unknownPeers'> {
  readonly tables: Manifest['tables'];
}

/** The tables of all parts, ordered by table and path, and their messages; checks that every file is there and whole. */
export async function collectParts(staging: string): Promise<CollectedParts> {
  const folder = listFolder(staging);
  const names = await readdir(folder).catch((): string[] => []);
  const texts = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
  const lists = texts.map((text): PartList => JSON.parse(text));
  const dropped = new Set(lists.flatMap((list) => list.dropped));
  const entries = lists.flatMap(({ parts }) => parts.filter(({ table }) => !dropped.has(table)));
  await Promise.all(entries.map((entry) => checkSize(staging, entry)));
  const tables: Manifest['tables'] = {};
  for (const table of tableNames) {
    const parts = entries.filter((entry) => entry.table === table).sort((a, b) => (a.path < b.path ? -1 : 1));
    if (parts.length === 0) continue;
    const rows = parts.reduce((sum, entry) => sum + entry.rows, 0);
    tables[table] = { rows, parts: parts.map(({ path, rows, bytes }) => ({ path, rows, bytes })) };
  }
  return {
    tables,
    messages: lists.reduce((sum, { messages }) => sum + messages, 0),
    unknownPeers: lists.reduce((sum, { unknownPeers }) => sum + unknownPeers, 0),
  };
}

/** Parts of writers that never finished: they are on no list. Files of others are left alone. */
export async function removeUnlistedParts(staging: string, tables: Manifest['tables']): Promise<void> {
  const listed = new Set(
    Object.values(tables).flatMap((table) => (table?.parts ?? []).map(({ path }) => path)),
  );
  for (const table of tableNames) {
    const names = await readdir(join(staging, table)).catch((): string[] => []);
    const unlisted = names
      .filter((name) => name.endsWith('.parquet'))
      .map((name) => `${table}/${name}`)
      .filter((path) => !listed.has(path));
    await Promise.all(unlisted.map((path) => rm(join(staging, path), { force: true })));
    if (names.length > 0 && unlisted.length === names.length)
      await rm(join(staging, table), { recursive: true });
  }
}

export async function removeLists(staging: string): Promise<void> {
  await rm(listFolder(staging), { recursive: true, force: true });
}

/** What the writers of parts left for the commit and for each other. */
export async function removePartLists(staging: string): Promise<void> {
  await removeLists(staging);
  await removeFolder(join(staging, STAGE_FOLDER), join(staging, `${STAGE_FOLDER}-old`));
}

/**
 * Removes a folder to which tasks elsewhere may still write: under another name nothing can come into it. Tasks that do
 * not find their folder end.
 */
export async function removeFolder(folder: string, aside: string): Promise<void> {
  await rm(aside, { recursive: true, force: true });
  await rename(folder, aside).catch(() => undefined);
  for (const path of [aside, folder]) await rm(path, { recursive: true, force: true });
}

/** Whether tasks elsewhere have left results or words here. */
export async function hasStageResults(staging: string): Promise<boolean> {
  const names = await readdir(join(staging, STAGE_FOLDER), { recursive: true }).catch((): string[] => []);
  return names.some((name) => name.endsWith('.done') || name.endsWith('.log'));
}

async function checkSize(staging: string, entry: PartEntry): Promise<void> {
  const size = await stat(join(staging, entry.path)).then(
    (facts) => facts.size,
    () => 0,
  );
  if (size === entry.bytes) return;
  throw new WeftError({
    code: 'PART-DAMAGED',
    message: `a part has ${size} bytes where its writer left ${entry.bytes}`,
    file: entry.path,
    advice: 'Run the task that writes it again.',
  });
}
