import { copyFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Manifest, type TableName, tableNames, WeftError } from '@weft/model';
import { writeFileSynced } from './durable-files.ts';

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

/** Lists in another folder count only when `adoptPartLists` takes them. */
export async function writePartList(folder: string, part: string, list: PartList): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFileSynced(join(folder, `${part}.json`), JSON.stringify(list));
}

export function listFolder(staging: string): string {
  return join(staging, LIST_FOLDER);
}

/** Makes the lists in a folder count. */
export async function adoptPartLists(staging: string, folder: string): Promise<void> {
  await mkdir(listFolder(staging), { recursive: true });
  const names = await readdir(folder).catch((): string[] => []);
  for (const name of names) await copyFile(join(folder, name), join(listFolder(staging), name));
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

/** Files of writers that never finished: they are on no list. */
export async function removeUnlistedParts(staging: string, tables: Manifest['tables']): Promise<void> {
  const listed = new Set(
    Object.values(tables).flatMap((table) => (table?.parts ?? []).map(({ path }) => path)),
  );
  for (const table of tableNames) {
    const names = await readdir(join(staging, table)).catch((): string[] => []);
    const unlisted = names.map((name) => `${table}/${name}`).filter((path) => !listed.has(path));
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
  await rm(join(staging, STAGE_FOLDER), { recursive: true, force: true });
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
