import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Progress, WorkContext } from '@weft/model';
import { discardStaging } from '@weft/store';
import { ThreadPool } from '@weft/threads';
import { dataFolder } from '../data-folder.ts';

/** Milliseconds in which cancelled work removes what it has written. */
const GRACE = 1500;

function importsFolder(): string {
  return join(dataFolder(), 'imports');
}

/** Datasets that readers of the page had made. */
export function ownImports(): string[] {
  const folder = importsFolder();
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => name.endsWith('.weft') && !name.startsWith('.'));
  return names.map((name) => join(folder, name)).filter((path) => existsSync(join(path, 'manifest.json')));
}

/** Makes a dataset in a worker thread, whole or not at all, and gives its path. */
export async function makeOwnDataset<Task>(
  module: URL,
  taskFor: (path: string) => Task,
  name: string,
  { signal, onProgress }: WorkContext,
): Promise<string> {
  mkdirSync(importsFolder(), { recursive: true });
  const path = freePath(name);
  const pool = new ThreadPool<Task, Progress, void>(module, { size: 1, grace: GRACE });
  try {
    await pool.run(taskFor(path), { signal, onMessage: onProgress });
    return path;
  } finally {
    await pool.close();
    await discardStaging(path);
  }
}

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
