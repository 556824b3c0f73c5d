import { randomUUID } from 'node:crypto';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatQuantity } from '@weft/model';

/** What a task writes takes more. */
const LITTLE_ROOM = 100e6;
const PROBE_BYTES = 4096;

/** Why tasks may have left no word in a folder: on a full disk there is no room for the word either. Null where there is. */
export async function whyNoWord(folder: string): Promise<string | null> {
  const fault = await faultOfWriting(folder);
  if (fault) return `it left no word, since nothing can be written there: ${fault}`;
  const { bavail, bsize } = await statfs(folder);
  const room = bavail * bsize;
  return room < LITTLE_ROOM
    ? `it left no word, and the disk is all but full: it has room for ${formatQuantity(room, 'B')}`
    : null;
}

async function faultOfWriting(folder: string): Promise<string | null> {
  const probe = join(folder, `.probe-${randomUUID()}`);
  try {
    await writeFile(probe, new Uint8Array(PROBE_BYTES));
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
}
