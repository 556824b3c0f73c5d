import { existsSync, readdirSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Progress, WorkContext } from '@weft/model';
import { createScratch, ThreadPool } from '@weft/threads';
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

/** Makes a dataset in a worker thread, in a folder of its own that goes with what was cancelled, and gives its path. */
export async function makeOwnDataset<Task>(
  module: URL,
  taskFor: (path: string) => Task,
  name: string,
  { signal, onProgress }: WorkContext,
): Promise<string> {
  const stem = stemOf(name);
  const folder = await createScratch(importsFolder(), 'making');
  const pool = new ThreadPool<Task, Progress, void>(module, { size: 1, grace: GRACE });
  try {
    const path = join(folder.path, `${stem}.weft`);
    await pool.run(taskFor(path), { signal, onMessage: onProgress });
    return await moveToFree(path, stem);
  } finally {
    await pool.close();
    await folder.remove();
  }
}

function stemOf(name: string): string {
  const safe = name
    .replace(/\.weft$/, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[.-]+/, '');
  return safe || 'import';
}

/** A folder that is there already, or that another process puts there first, keeps its name. */
async function moveToFree(path: string, stem: string): Promise<string> {
  for (let n = 1; ; n++) {
    const free = join(importsFolder(), n === 1 ? `${stem}.weft` : `${stem}-${n}.weft`);
    if (existsSync(free)) continue;
    try {
      await rename(path, free);
      return free;
    } catch (error) {
      if (!existsSync(free)) throw error;
    }
  }
}
