import type { Diagnostic, ErrorFacts } from '@weft/model';
import type { ResolvedCommunicators } from '../communicators/index.ts';
import { diagnosticsOf, type MatchCounts, matchDiagnostics } from '../matching/index.ts';
import type { ReadReport } from '../reader.ts';
import type { AlignedClocks } from './align-clocks.ts';
import type { DecodedRank } from './decode-rank.ts';
import type { LostOperations } from './lost-operations.ts';
import type { Run } from './plan-run.ts';
import { runName } from './rank-files.ts';
import type { ClockZero } from './record-stream.ts';
import { programName } from './write-small-tables.ts';

interface RunResults {
  readonly run: Run;
  readonly decoded: readonly DecodedRank[];
  readonly counts: MatchCounts;
  readonly resolved: ResolvedCommunicators;
  readonly clocks: AlignedClocks;
  readonly files: readonly string[];
  readonly inputBytes: number;
}

export function reportRun(results: RunResults): ReadReport {
  const { run, decoded, counts, resolved, files, inputBytes } = results;
  const records = sum(decoded, ({ records }) => records);
  const times = wallTimes(results);
  const name = runName(files);
  const program = programName(run);
  return {
    format: 'dumpi',
    counts: {
      ranks: run.worldSize,
      files: run.files.length,
      bytes: inputBytes,
      calls: records,
      sends: counts.sends,
      transfers: counts.transfers,
      matched: counts.matched,
      receives: counts.receives,
      communicators: resolved.registry.list.length,
    },
    diagnostics: [...matchDiagnostics(counts), ...lossDiagnostics(results), ...fileDiagnostics(results)],
    facts: {
      title: program ? `${program}, ${run.worldSize} ranks` : name,
      origin: originOf(results),
      timeRange: times ? [times.first, times.last] : null,
      provenance: [
        {
          kind: 'import',
          facts: {
            trace: name,
            version: run.files[0].scan.sections.version?.join('.') ?? null,
            ranks: run.worldSize,
            firstWalltime: times ? wallText(results.clocks.zero, times.first) : null,
            lastWalltime: times ? wallText(results.clocks.zero, times.last) : null,
          },
        },
      ],
    },
  };
}

function lossDiagnostics({ decoded, resolved }: RunResults): Diagnostic[] {
  const lost = (key: keyof LostOperations) => sum(decoded, (rank) => rank.lost[key]);
  return diagnosticsOf([
    ['SENDS-TO-PROC-NULL', lost('sendsToProcNull'), 'sends to MPI_PROC_NULL: no message'],
    ['RECEIVES-FROM-PROC-NULL', lost('receivesFromProcNull'), 'receives from MPI_PROC_NULL: no message'],
    ['RECEIVES-CANCELLED', sum(decoded, (rank) => rank.cancelled), 'receives whose status says cancelled'],
    ['SENDS-CANCELLED', sum(decoded, (rank) => rank.cancelledSends), 'sends whose status says cancelled'],
    [
      'SENDS-TO-UNKNOWN-RANK',
      lost('sendsToUnknownRank'),
      `sends of ${lost('bytesToUnknownRank')} bytes on communicators whose members are not recorded: messages with dst = none`,
    ],
    [
      'TRANSFERS-WITH-UNKNOWN-RANK',
      lost('transfersWithUnknownRank'),
      `one-sided transfers of ${lost('bytesWithUnknownRank')} bytes through windows whose members are not recorded: the other rank is none`,
    ],
    [
      'TRANSFERS-TO-PROC-NULL',
      lost('transfersToProcNull'),
      'one-sided transfers with MPI_PROC_NULL: no message',
    ],
    [
      'COMMUNICATORS-LEARNED',
      resolved.learnedCount,
      'communicators whose creation is not recorded: members told by MPI_Comm_rank and MPI_Comm_size',
    ],
    [
      'RECEIVES-ON-UNKNOWN-COMMUNICATOR',
      lost('receivesOnUnknownCommunicator'),
      'receives on a communicator whose creation is not recorded',
    ],
    [
      'COLLECTIVES-ON-UNKNOWN-COMMUNICATOR',
      lost('collectivesOnUnknownCommunicator'),
      'collective calls on a communicator whose creation is not recorded: kept with comm = none',
    ],
    [
      'UNKNOWN-DATATYPE-SIZE',
      lost('unknownTypeSize'),
      'operations with a datatype whose size is not recorded: counted with 0 bytes (dumpi2ascii lists sizes with -X)',
    ],
    [
      'GUESSED-DATATYPE-SIZE',
      lost('guessedTypeSize'),
      'operations with a datatype that was freed and made again by a call that is not recorded: its old size was taken',
    ],
    [
      'COMPLETION-NOT-RECORDED',
      sum(decoded, (rank) => rank.openEnded),
      'non-blocking operations without a recorded completion: the end is that of the call that started them',
    ],
    [
      'INCOMPLETE-COMMUNICATORS',
      resolved.incomplete,
      'communicator creations that some member did not record',
    ],
    ['UNKNOWN-COMMUNICATORS', resolved.unknown, 'created communicators whose members cannot be known'],
  ]);
}

function fileDiagnostics({ run, decoded, clocks }: RunResults): Diagnostic[] {
  const faults = decoded.flatMap(({ fault }) => (fault ? [fault] : []));
  const sections = run.files.flatMap(({ scan }) => scan.sections.faults);
  const untimed = decoded.filter(({ first }) => first === null).length;
  return diagnosticsOf([
    ['RANKS-MISSING', run.missingRanks, `of ${run.worldSize} ranks have no readable file`],
    [
      'FILES-MISNAMED',
      run.misnamed,
      'files whose name says another rank than MPI_Comm_rank in them, which was believed',
    ],
    ['FILES-UNREADABLE', run.unreadable.length, firstFault('files left out', run.unreadable)],
    ['FILES-TRUNCATED', faults.length, firstFault('files read up to a fault', faults)],
    ['SECTIONS-DAMAGED', sections.length, `faults around the stream of calls, e.g. ${sections[0]}`],
    [
      'FOOTER-MISMATCH',
      sum(decoded, ({ footerMismatches }) => footerMismatches),
      'functions whose number of records differs from the footer',
    ],
    [
      'CLOCKS-UNRELATED',
      clocks.unrelated,
      'ranks whose clock lies more than 50 days from the earliest: their first call is put at time 0',
    ],
    ['RANKS-WITHOUT-TIMES', untimed, 'ranks without wall times: all their times are 0'],
    ['META-MISSING', run.meta ? 0 : 1, 'no .meta file: rank numbers come from the file names'],
  ]);
}

function firstFault(text: string, faults: readonly ErrorFacts[]): string {
  const [first] = faults;
  if (!first) return text;
  const place = first.offset === undefined ? '' : ` at offset ${first.offset}`;
  return `${text}; the first: ${first.file ?? 'unknown'}: ${first.message}${place}`;
}

function wallTimes({ decoded }: RunResults): { first: number; last: number } | null {
  const firsts = decoded.flatMap(({ first }) => first ?? []);
  const lasts = decoded.flatMap(({ last }) => last ?? []);
  if (firsts.length === 0) return null;
  return {
    first: firsts.reduce((least, first) => Math.min(least, first), Number.POSITIVE_INFINITY),
    last: lasts.reduce((most, last) => Math.max(most, last), Number.NEGATIVE_INFINITY),
  };
}

/** Wall clocks beyond 2001 are Unix time; the others count from the node's start and only the header dates them. */
function originOf({ run, clocks: { zero } }: RunResults): string | null {
  if (zero.seconds > 1e9) return String(BigInt(zero.seconds) * 1_000_000_000n + BigInt(zero.nanoseconds));
  const starts = run.files.flatMap(({ scan }) => scan.sections.startTime ?? []);
  const earliest = starts.reduce((least, start) => Math.min(least, start), Number.POSITIVE_INFINITY);
  return Number.isSafeInteger(earliest) ? String(BigInt(earliest) * 1_000_000_000n) : null;
}

/** A time of the dataset as the trace's own wall clock shows it: seconds with nine decimals. */
function wallText(zero: ClockZero, time: number): string {
  const total = time + zero.nanoseconds;
  const seconds = Math.floor(total / 1e9);
  return `${zero.seconds + seconds}.${String(total - seconds * 1e9).padStart(9, '0')}`;
}

function sum<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}
