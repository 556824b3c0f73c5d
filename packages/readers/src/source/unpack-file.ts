import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, stat } from 'node:fs/promises';
import { basename, dirname, join, normalize } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { WeftError } from '@weft/model';
import { fileError } from '@weft/parts';
import { inflateZstd } from './inflate-zstd.ts';
import type { SourceFile } from './open-sources.ts';
import { readHead } from './read-head.ts';
import { readTar } from './read-tar.ts';
import { UnpackBudget } from './unpack-budget.ts';

/** What a file takes on a disk at least. */
const DISK_BLOCK = 4096;

interface Packing {
  readonly compression: 'gzip' | 'zstd' | 'none';
  readonly tar: boolean;
}

/** How a file is packed, by its first bytes; null = not at all. The name only says that gzip holds a tar. */
export function packingOf(path: string): Packing | null {
  const head = readHead(path, 512);
  const read = head.length;
  const tarName = /\.(tar\.\w+|tgz|tzst)$/i.test(path);
  if (read > 2 && head[0] === 0x1f && head[1] === 0x8b) return { compression: 'gzip', tar: tarName };
  if (read > 4 && head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) {
    return { compression: 'zstd', tar: tarName };
  }
  if (read === 512 && String.fromCharCode(...head.subarray(257, 262)) === 'ustar') {
    return { compression: 'none', tar: true };
  }
  return null;
}

/** Writes the content below `folder` and returns the files; a tar becomes its members. */
export async function unpackFile(
  path: string,
  packing: Packing,
  folder: string,
  signal?: AbortSignal,
): Promise<SourceFile[]> {
  await mkdir(folder, { recursive: true });
  const bytes = inflate(path, packing, signal);
  try {
    const budget = new UnpackBudget(path);
    if (packing.tar) return await unpackTar(bytes, budget, path, folder, signal);
    const name = basename(path).replace(/\.(gz|zst|zstd)$/i, '');
    const target = join(folder, name);
    await pipeline(budget.count(bytes), createWriteStream(target), { signal });
    const inner = packingOf(target);
    if (inner?.tar && inner.compression === 'none') {
      const members = join(folder, 'members');
      return await unpackTar(createReadStream(target), new UnpackBudget(target), path, members, signal);
    }
    return [{ path: target, origin: path, size: (await stat(target)).size }];
  } catch (error) {
    if (error instanceof WeftError || signal?.aborted) throw error;
    const failure = fileError(error, { file: folder });
    if (failure.code === 'DISK-FULL') throw failure;
    throw new WeftError({
      code: 'DAMAGED-ARCHIVE',
      message: `the packed file cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      file: path,
      advice: 'Unpack it by hand to see what is left, then import the files.',
    });
  }
}

function inflate(path: string, { compression }: Packing, signal?: AbortSignal): Readable {
  const raw = createReadStream(path, { highWaterMark: 1 << 20 });
  if (compression === 'gzip') {
    const gunzip = createGunzip({ chunkSize: 1 << 18 });
    raw.on('error', (error) => gunzip.destroy(error));
    return raw.pipe(gunzip);
  }
  return compression === 'zstd' ? Readable.from(inflateZstd(raw, path, signal)) : raw;
}

async function unpackTar(
  bytes: Readable,
  budget: UnpackBudget,
  path: string,
  folder: string,
  signal?: AbortSignal,
): Promise<SourceFile[]> {
  const files: SourceFile[] = [];
  const headers = new UnpackBudget(path);
  await readTar(Readable.from(headers.count(bytes)), path, async (name, content, size) => {
    signal?.throwIfAborted();
    budget.take(DISK_BLOCK * Math.ceil(Math.max(size, 1) / DISK_BLOCK));
    const target = join(folder, normalize(join('/', name)));
    await mkdir(dirname(target), { recursive: true });
    await pipeline(content, createWriteStream(target));
    files.push({ path: target, origin: `${path}:${name}`, size });
  });
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}
