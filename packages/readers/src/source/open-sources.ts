import { mkdir, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { createScratch } from '@weft/threads';
import { expandPaths } from './expand-paths.ts';
import { packingOf, unpackFile } from './unpack-file.ts';

/** A plain file on disk; `origin` is the name a person knows it by (the archive's member, if packed). */
export interface SourceFile {
  readonly path: string;
  readonly origin: string;
  readonly size: number;
}

export interface Sources {
  /** The paths that the user named. */
  readonly paths: readonly string[];
  readonly files: readonly SourceFile[];
  /** Removes the unpacked files. */
  close(): Promise<void>;
}

/**
 * Files behind paths, folders and globs; archives and packed files are unpacked into a folder below `scratch`. Files packed one
 * by one stay together with their unpacked neighbours, and folders inside one another remain so, since the folder tells
 * which files belong together.
 */
export async function openSources(
  paths: readonly string[],
  signal?: AbortSignal,
  scratch = tmpdir(),
): Promise<Sources> {
  const inputs = (await expandPaths(paths)).map((path) => ({ path, packing: packingOf(path) }));
  const single = inputs.filter(({ packing }) => !packing?.tar);
  const folders = new Set(single.map(({ path }) => dirname(resolve(path))));
  const packed = single.filter(({ packing }) => packing).map(({ path }) => topFolder(path, folders));
  const trees = [...new Set(packed)];
  const temporary = inputs.some(({ packing }) => packing) ? await createScratch(scratch, 'unpack') : null;
  const close = async () => temporary?.remove();
  try {
    const files: SourceFile[] = [];
    for (const [at, { path, packing }] of inputs.entries()) {
      signal?.throwIfAborted();
      const top = topFolder(path, folders);
      const tree = packing?.tar ? -1 : trees.indexOf(top);
      const place = tree < 0 ? [`archive ${at}`] : [`folder ${tree}`, relative(top, dirname(resolve(path)))];
      const target = join(temporary?.path ?? '', ...place);
      if (packing) for (const file of await unpackFile(path, packing, target, signal)) files.push(file);
      else files.push(tree < 0 ? await plainFile(path, path) : await linkFile(path, target));
    }
    return { paths, files, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The outermost of the folders that holds the file. */
function topFolder(path: string, folders: ReadonlySet<string>): string {
  let top = dirname(resolve(path));
  for (let folder = top, up = dirname(folder); up !== folder; folder = up, up = dirname(folder)) {
    if (folders.has(up)) top = up;
  }
  return top;
}

async function plainFile(path: string, origin: string): Promise<SourceFile> {
  return { path, origin, size: (await stat(path)).size };
}

async function linkFile(path: string, folder: string): Promise<SourceFile> {
  await mkdir(folder, { recursive: true });
  const link = join(folder, basename(path));
  await symlink(resolve(path), link);
  return plainFile(link, path);
}
