import { mkdir, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { formatQuantity, WeftError } from '@weft/model';
import { createScratch, type ScratchFolder } from '@weft/threads';

/** Files that clients upload, each upload in a folder of its own that goes when it was imported. */
export interface UploadFolders {
  /** Adds a piece to a file; pieces come in order. */
  write(upload: string, path: string, offset: number, piece: Uint8Array): Promise<void>;
  /** The folder of an upload. */
  folderOf(upload: string): string;
  discard(upload: string): Promise<void>;
  close(): Promise<void>;
}

interface Upload {
  readonly sizes: Map<string, number>;
  bytes: number;
  /** When the last piece came. */
  touched: number;
  isImported: boolean;
}

const MOST_FILES = 100_000;
const MOST_UPLOADS = 16;
/** Milliseconds after which an upload that nobody goes on with may leave its place to another. */
const FORGOTTEN = 30 * 60_000;

/** `limit`: bytes of all uploads together. */
export function createUploadFolders(limit: number, now = Date.now): UploadFolders {
  const uploads = new Map<string, Upload>();
  let root: Promise<ScratchFolder> | null = null;
  let rootPath = '';
  const makeRoot = async (): Promise<ScratchFolder> => {
    const folder = await createScratch(tmpdir(), 'uploads');
    rootPath = folder.path;
    return folder;
  };

  const discard = async (name: string): Promise<void> => {
    if (!uploads.delete(name)) return;
    await rm(join(rootPath, name), { recursive: true, force: true });
  };
  /** What cannot be removed now goes with the server. */
  const discardForgotten = (): void => {
    for (const [name, { touched, isImported }] of uploads)
      if (!isImported && now() - touched > FORGOTTEN) discard(name).catch(() => {});
  };

  const uploadOf = (name: string): Upload => {
    const known = uploads.get(name);
    if (known) return known;
    discardForgotten();
    if (!/^[a-z0-9-]{8,64}$/.test(name)) throw refused('an upload is named by 8 to 64 letters and digits');
    if (uploads.size >= MOST_UPLOADS) throw refused(`more than ${MOST_UPLOADS} uploads at once`);
    const upload = { sizes: new Map<string, number>(), bytes: 0, touched: now(), isImported: false };
    uploads.set(name, upload);
    return upload;
  };
  const checkRoom = (more: number): void => {
    const held = [...uploads.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    if (held + more <= limit) return;
    throw new WeftError({
      code: 'UPLOAD-TOO-LARGE',
      message: `uploads may hold ${formatQuantity(limit, 'B')} together`,
      advice: 'Import large traces on the server with `weft import`.',
    });
  };

  return {
    write: async (name, path, offset, piece) => {
      const upload = uploadOf(name);
      checkPath(path);
      const size = upload.sizes.get(path) ?? 0;
      if (offset !== size) throw refused(`the file ${path} has ${size} bytes so far, not ${offset}`);
      if (upload.sizes.size >= MOST_FILES) throw refused(`more than ${MOST_FILES} files`);
      checkRoom(piece.length);
      upload.sizes.set(path, size + piece.length);
      upload.bytes += piece.length;
      upload.touched = now();
      root ??= makeRoot();
      await appendPiece(join((await root).path, name, path), piece);
    },
    folderOf: (name) => {
      const upload = uploads.get(name);
      if (!upload) throw refused('nothing was uploaded under this name');
      upload.isImported = true;
      return join(rootPath, name);
    },
    discard,
    close: async () => {
      await (await root)?.remove();
    },
  };
}

async function appendPiece(path: string, piece: Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const file = await open(path, 'a', 0o600);
  try {
    await file.writeFile(piece);
  } finally {
    await file.close();
  }
}

/** A file below the folder of its upload, and nothing else. */
function checkPath(path: string): void {
  const parts = path.split('/');
  const fits = (part: string): boolean =>
    part !== '' && part !== '.' && part !== '..' && part.length <= 255 && !/[\\\0]/.test(part);
  if (parts.length > 64 || !parts.every(fits)) throw refused(`«${path}» is no path of a file`);
}

function refused(message: string): WeftError {
  return new WeftError({ code: 'UPLOAD-REFUSED', message });
}
