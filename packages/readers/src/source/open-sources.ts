import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/** Files behind paths, folders and globs; archives and packed files are unpacked beside. */
export async function openSources(paths: readonly string[], signal?: AbortSignal): Promise<Sources> {
  const files: SourceFile[] = [];
  let folder: string | null = null;
  const close = async () => {
    if (folder) await rm(folder, { recursive: true, force: true });
  };
  try {
    for (const path of await expandPaths(paths)) {
      signal?.throwIfAborted();
      const packing = packingOf(path);
      if (packing === null) {
        files.push({ path, origin: path, size: (await stat(path)).size });
        continue;
      }
      folder ??= await mkdtemp(join(tmpdir(), 'weft-unpack-'));
      files.push(...(await unpackFile(path, packing, join(folder, String(files.length)), signal)));
    }
    return { files, close };
  } catch (error) {
    await close();
    throw error;
  }
}
