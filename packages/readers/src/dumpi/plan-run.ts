import { readFileSync } from 'node:fs';
import { type ErrorFacts, errorFacts, errorFromFacts, WeftError } from '@weft/model';
import { parseMeta, rankOfName } from './rank-files.ts';
import type { FileScan } from './scan-file.ts';

export interface RankFile {
  readonly path: string;
  readonly rank: number;
  readonly scan: FileScan;
}

export interface Run {
  readonly files: readonly RankFile[];
  readonly meta: ReadonlyMap<string, string> | null;
  readonly worldSize: number;
  readonly missingRanks: number;
  /** Files that call themselves another rank than their name does. */
  readonly misnamed: number;
  /** Files left out, and why. */
  readonly unreadable: readonly ErrorFacts[];
}

export interface ScannedFile {
  readonly path: string;
  readonly scan: FileScan | null;
  readonly error: unknown;
}

/** More ranks than any machine: such a number comes from damage. */
const MOST_RANKS = 1 << 22;

/** Gives every file its rank and finds the size of the world. */
export function planRun(
  scanned: readonly ScannedFile[],
  metaPaths: readonly string[],
  keepGoing: boolean,
): Run {
  const unreadable = scanned.filter((file) => file.scan === null).map((file) => errorFacts(file.error));
  if (unreadable.length > 0 && !keepGoing) throw errorFromFacts(unreadable[0]);
  const meta = metaPaths.length > 0 ? parseMeta(readFileSync(metaPaths[0], 'utf8')) : null;
  const files = assignRanks(
    scanned.filter((file): file is ScannedFile & { scan: FileScan } => file.scan !== null),
  );
  if (files.length === 0) throw noRanks(metaPaths[0] ?? scanned[0]?.path, unreadable[0]);
  const worldSize = findWorldSize(files, meta);
  const misnamed = files.filter(({ path, rank }) => (rankOfName(path) ?? rank) !== rank).length;
  return { files, meta, worldSize, missingRanks: worldSize - files.length, misnamed, unreadable };
}

/** What MPI_Comm_rank told the program goes before the name of its file, unless several files claim it. */
function assignRanks(scanned: readonly { path: string; scan: FileScan }[]): RankFile[] {
  const files: RankFile[] = [];
  const taken = new Set<number>();
  let left = [...scanned];
  const give = (rankOf: (file: { path: string; scan: FileScan }) => number | null) => {
    left = left.filter((file) => {
      const rank = rankOf(file);
      if (rank === null || rank < 0 || rank >= MOST_RANKS || taken.has(rank)) return true;
      taken.add(rank);
      files.push({ ...file, rank });
      return false;
    });
  };
  give(({ path, scan }) => (rankOfName(path) === scan.worldRank ? scan.worldRank : null));
  give(({ scan }) => (fitsWorld(scan) ? scan.worldRank : null));
  give(({ path, scan }) => rankOfName(path) ?? scan.worldRank);
  let next = 0;
  give(() => {
    while (taken.has(next)) next++;
    return next;
  });
  return files.sort((a, b) => a.rank - b.rank);
}

/** A damaged number is larger than the world. */
function fitsWorld({ worldRank, worldSize }: FileScan): boolean {
  return worldRank !== null && worldSize !== null && worldRank < worldSize;
}

function findWorldSize(files: readonly RankFile[], meta: ReadonlyMap<string, string> | null): number {
  const highest = files.reduce((most, file) => Math.max(most, file.rank), 0) + 1;
  const declared = Number(meta?.get('numprocs') ?? Number.NaN);
  if (Number.isSafeInteger(declared) && declared >= highest && declared <= MOST_RANKS) return declared;
  const votes = new Map<number, number>();
  for (const { scan } of files) {
    const size = scan.worldSize;
    if (size !== null && size >= highest && size <= MOST_RANKS) votes.set(size, (votes.get(size) ?? 0) + 1);
  }
  const [winner] = [...votes].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return winner?.[0] ?? highest;
}

function noRanks(file: string | undefined, cause: ErrorFacts | undefined): WeftError {
  return new WeftError({
    code: 'NO-RANKS',
    message: cause
      ? `no file of this trace can be read; the first says: ${cause.message}`
      : 'the trace has a .meta file but no rank files',
    file: cause?.file ?? file,
    advice: 'The .bin files of all ranks belong beside the .meta file.',
  });
}
