import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress } from '@weft/model';
import type { ImportFolder } from '@weft/server';
import { discardStaging } from '@weft/store';
import { ThreadPool } from '@weft/threads';
import { dataFolder } from '../data-folder.ts';
import type { ImportTask } from './import-thread.ts';

/** Milliseconds in which a cancelled import removes what it has written. */
const GRACE = 1500;

function importsFolder(): string {
  return join(dataFolder(), 'imports');
}

/** Datasets that were made of files which readers of the page brought. */
export function ownImports(): string[] {
  const folder = importsFolder();
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.weft') && !name.startsWith('.'));
  return names.map((name) => join(folder, name)).filter((path) => existsSync(join(path, 'manifest.json')));
}

/** Imports uploaded files into a dataset of the user's own, in a worker thread. */
export const importFolder: ImportFolder = async (folder, name, context) => {
  mkdirSync(importsFolder(), { recursive: true });
  const path = freePath(name);
  const module = new URL('./import-thread.ts', import.meta.url);
  const pool = new ThreadPool<ImportTask, Progress, void>(module, { size: 1, grace: GRACE });
  try {
    await pool.run({ folder, path }, { signal: context.signal, onMessage: context.onProgress });
    return path;
  } finally {
    await pool.close();
    await discardStaging(path);
  }
};

function freePath(name: string): string {
  const stem =
    name
      .replace(/\.weft$/, '')
      .replace(/[^A-Za-z0-9._-]+/g, '-')
      .replace(/^[.-]+/, '') || 'import';
  let path = join(importsFolder(), `${stem}.weft`);
  for (let n = 2; existsSync(path); n++) path = join(importsFolder(), `${stem}-${n}.weft`);
  return path;
}
