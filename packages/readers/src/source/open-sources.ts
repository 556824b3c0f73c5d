import { mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { expandPaths } from './expand-paths.ts';
import { packingOf, unpackFile } from './unpack-file.ts';

/** A plain file on disk; `origin` is the name a person knows it by (the archive's member, if packed). */
export interface SourceFile {
  readonly path: string;
  readonly origin: string;
  readonly size: number;
}

export interface Sources {
  readonly files: readonly SourceFile[];
  /** Removes what was unpacked. */
  close(): Promise<void>;
}

/**
 * Files behind paths, folders and globs; archives and packed files are unpacked into a temporary folder. Files packed one
 * by one stay together with their unpacked neighbours, since the folder tells which files belong together.
 */
export async function openSources(paths: readonly string[], signal?: AbortSignal): Promise<Sources> {
  const inputs = (await expandPaths(paths)).map((path) => ({ path, packing: packingOf(path) }));
  const mixed = inputs.filter(({ packing }) => packing && !packing.tar).map(({ path }) => dirname(path));
  const folders = [...new Set(mixed)];
  const temporary = inputs.some(({ packing }) => packing)
    ? await mkdtemp(join(tmpdir(), 'weft-unpack-'))
    : null;
  const close = async () => {
    if (temporary) await rm(temporary, { recursive: true, force: true });
  };
  try {
    const files: SourceFile[] = [];
    for (const [at, { path, packing }] of inputs.entries()) {
      signal?.throwIfAborted();
      const folder = folders.indexOf(dirname(path));
      const target = join(temporary ?? '', folder < 0 || packing?.tar ? `archive ${at}` : `folder ${folder}`);
      if (packing) files.push(...(await unpackFile(path, packing, target, signal)));
      else files.push(folder < 0 ? await plainFile(path, path) : await linkFile(path, target));
    }
    return { files, close };
  } catch (error) {
    await close();
    throw error;
  }
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
