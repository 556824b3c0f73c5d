import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { isAbsolute, join, normalize, sep } from 'node:path';
import { WeftError } from '@weft/model';
import { parquetRows, type ReadAt } from './parquet-rows.ts';

const PARQUET_MAGIC = 'PAR1';
const AGAIN = 'Import or simulate the dataset again.';

interface Part {
  readonly path: string;
  readonly bytes: number;
}

/** Checks that a file named by a manifest is a whole Parquet file inside the folder; gives the rows it has. */
export async function checkPart(folder: string, part: Part): Promise<number> {
  const path = join(folder, checkPath(part.path, folder));
  const file = await openRegular(path);
  if (!file)
    throw fault('TABLE-MISSING', 'a Parquet file of the dataset is missing, or no regular file', path);
  try {
    if (!(await isInside(path, folder))) throw outside(part.path, folder);
    const { size } = await file.stat();
    return await checkParquet((position, length) => readAt(file, position, length), size, part.bytes, path);
  } finally {
    await file.close();
  }
}

/** The path of a file inside the folder, which may not lead out of it. */
export function checkPath(path: string, folder: string): string {
  if (isAbsolute(path) || normalize(path).startsWith('..')) throw outside(path, folder);
  return path;
}

/** Opens a file without following a link or waiting for the other end of a pipe. */
export async function openRegular(path: string): Promise<FileHandle | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch(
    () => null,
  );
  if (!file) return null;
  if ((await file.stat()).isFile()) return file;
  await file.close();
  return null;
}

/** Folders on the way may be links, too. */
async function isInside(path: string, folder: string): Promise<boolean> {
  const [real, base] = await Promise.all([realpath(path), realpath(folder)]);
  return real.startsWith(`${base}${sep}`);
}

/** Checks both ends of a file of so many bytes; gives the rows it has. */
export async function checkParquet(
  readAt: ReadAt,
  size: number,
  expected: number,
  path: string,
): Promise<number> {
  if (size !== expected) {
    throw fault('TABLE-DAMAGED', `the Parquet file has ${size} bytes, the manifest says ${expected}`, path);
  }
  const ends = Buffer.concat([await readAt(0, 4), await readAt(Math.max(0, size - 4), 4)]);
  if (ends.toString('latin1') !== PARQUET_MAGIC + PARQUET_MAGIC) {
    throw fault('TABLE-DAMAGED', 'this is not a Parquet file', path);
  }
  const rows = await parquetRows(readAt, size);
  if (rows === null) throw fault('TABLE-DAMAGED', 'the end of the Parquet file cannot be read', path);
  return rows;
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

function outside(path: string, folder: string): WeftError {
  return fault('BAD-MANIFEST', `the manifest names a file outside the dataset: ${path}`, folder);
}

function fault(code: string, message: string, file: string): WeftError {
  return new WeftError({ code, message, file, advice: AGAIN });
}
