import { mkdir, open } from 'node:fs/promises';

export async function writeFileSynced(path: string, content: string | Uint8Array): Promise<void> {
  const handle = await open(path, 'w');
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder unless it is there; where the folder it lies in is gone, that is an error. */
export async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return;
    throw error;
  });
}

/** Makes renames and new names in a folder last; file systems that cannot do it are left alone. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
