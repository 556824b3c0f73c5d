import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';

export interface ScratchFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** Several machines may share the folder, and only this one can say which of its own processes live. */
const HOST = hostname().replace(/[^A-Za-z0-9]/g, '');

/**
 * A folder below `parent` that goes with the process at the latest; those that dead processes of this machine left there for
 * the same use are removed first.
 */
export async function createScratch(parent: string, use: string): Promise<ScratchFolder> {
  const prefix = `.weft-${use}-${HOST}-`;
  await mkdir(parent, { recursive: true });
  await removeLeftovers(parent, prefix);
  const path = await mkdtemp(join(parent, `${prefix}${process.pid}-`));
  const removeNow = () => rmSync(path, { recursive: true, force: true });
  process.once('exit', removeNow);
  return {
    path,
    remove: async () => {
      await rm(path, { recursive: true, force: true });
      process.removeListener('exit', removeNow);
    },
  };
}

async function removeLeftovers(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue;
    const pid = /^(\d+)-[A-Za-z0-9]{6}$/.exec(name.slice(prefix.length))?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    // What may not be removed, being another user's, stays.
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
