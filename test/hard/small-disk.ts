import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { weft } from './weft-process.ts';

/** What a command said and left on a disk of its own. */
interface DiskRun {
  readonly status: number;
  readonly stderr: string;
  /** A copy of what is on the disk afterwards. */
  readonly left: string;
}

interface DiskOptions {
  readonly kib: number;
  readonly readOnly?: boolean;
  /** After which it is asked to end. */
  readonly seconds?: number;
  readonly env?: Record<string, string>;
}

const SCRIPT = `mount -t tmpfs -o size="$SIZE"k tmpfs "$DISK" && cp -a "$GIVEN/." "$DISK/" || exit 125
[ -z "$READ_ONLY" ] || mount -o remount,ro "$DISK" || exit 125
cd "$DISK"; timeout -s TERM "$SECONDS_MOST" "$0" "$@"; status=$?
cp -a "$DISK/." "$LEFT/"; exit $status`;

/** How a mount of one's own is made: as root, or as root of a namespace of users; null where neither is allowed. */
export const ownMounts: readonly string[] | null =
  [['-m'], ['-rm']].find((flags) => {
    const test = ['-c', 'mount -t tmpfs tmpfs /mnt && umount /mnt'];
    return spawnSync('unshare', [...flags, 'sh', ...test]).status === 0;
  }) ?? null;

/** Runs weft in a folder that is a disk of so many KiB, which begins with a copy of `given`; null where that does not fit. */
export function runOnDisk(given: string, args: readonly string[], options: DiskOptions): DiskRun | null {
  const work = mkdtempSync(join(dirname(given), 'disk-'));
  const [disk, left] = ['disk', 'left'].map((name) => join(work, name));
  for (const path of [disk, left]) mkdirSync(path);
  const { status, stderr } = spawnSync(
    'unshare',
    [...(ownMounts ?? []), 'sh', '-c', SCRIPT, process.execPath, weft, ...args],
    {
      encoding: 'utf8',
      timeout: 120_000,
      env: {
        ...process.env,
        ...options.env,
        SIZE: String(options.kib),
        SECONDS_MOST: String(options.seconds ?? 100),
        READ_ONLY: options.readOnly ? '1' : '',
        DISK: disk,
        GIVEN: given,
        LEFT: left,
      },
    },
  );
  return status === 125 ? null : { status: status ?? -1, stderr, left };
}

/** KiB that the files of a folder take on a disk of pages of 4 KiB. */
export function sizeOf(folder: string): number {
  return filesIn(folder).reduce((sum, path) => sum + 4 * Math.ceil(statSync(path).size / 4096), 0);
}

/** Every file of a folder with a digest of its bytes, so that two can be compared. */
export function contentOf(folder: string): Record<string, string> {
  const digest = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
  return Object.fromEntries(filesIn(folder).map((path) => [path.slice(folder.length), digest(path)]));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
