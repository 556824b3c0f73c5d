import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const SCRATCH = /^\.weft-unpack-(\d+)-[A-Za-z0-9]{6}$/;

interface ScratchFolder {
  readonly path: string;
  remove(): Promise<void>;
}

/** A folder for unpacked files that goes with the process at the latest; those of dead processes are removed first. */
export async function createScratch(parent: string): Promise<ScratchFolder> {
  await mkdir(parent, { recursive: true });
  await removeLeftovers(parent);
  const path = await mkdtemp(join(parent, `.weft-unpack-${process.pid}-`));
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

async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = SCRATCH.exec(name)?.[1];
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
