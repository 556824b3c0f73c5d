import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type LibraryEntry, parseEntries } from '@weft/analysis';
import { formatError, WeftError } from '@weft/model';

/** The runs that come with Weft. */
export const ownLibrary = fileURLToPath(new URL('../../../library/', import.meta.url));

export interface Library {
  readonly entries: readonly LibraryEntry[];
  /** What could not be taken, one line each. */
  readonly problems: readonly string[];
}

/** All JSON files below the folders; one that holds no labelled runs is named and passed over. */
export function readLibrary(folders: readonly string[]): Library {
  const entries: LibraryEntry[] = [];
  const problems: string[] = [];
  const names = new Set<string>();
  for (const file of folders.flatMap(jsonFiles)) {
    try {
      for (const entry of parseEntries(readFileSync(file, 'utf8'), file)) {
        const name = `${entry.code}/${entry.run}`;
        if (names.has(name)) problems.push(`${file}: run ${name} is there already; the first counts`);
        else entries.push(entry);
        names.add(name);
      }
    } catch (error) {
      problems.push(formatError(error));
    }
  }
  if (entries.length === 0) throw emptyLibrary(folders, problems);
  return { entries, problems };
}

function jsonFiles(folder: string): string[] {
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    throw new WeftError({ code: 'LIBRARY-NOT-FOUND', message: 'there is no such folder', file: folder });
  }
  return names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(folder, name));
}

function emptyLibrary(folders: readonly string[], problems: readonly string[]): WeftError {
  return new WeftError({
    code: 'LIBRARY-EMPTY',
    message: ['the library has no labelled runs', ...problems].join('\n'),
    file: folders.join(', '),
    advice: 'weft identify <dataset> --add <code> --library <folder> adds one.',
  });
}
