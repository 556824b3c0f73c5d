import { closeSync, openSync } from 'node:fs';
import type { ErrorFacts } from '@weft/model';
import { errorFacts } from '@weft/model';
import type { CreationEvent } from '../communicators/index.ts';
import { COMM_WORLD, creationIds, creationReaders } from './creation-events.ts';
import { readSections, type Sections } from './read-sections.ts';
import { readI16, readI32 } from './read-values.ts';
import { functionId } from './record-layout.ts';
import { type ClockZero, RecordStream } from './record-stream.ts';

/** What must be known of a file before its calls can be read. */
export interface FileScan {
  readonly sections: Sections;
  /** Wall time of the first call, null without times. */
  readonly firstStart: ClockZero | null;
  readonly events: readonly CreationEvent[];
  /** Rank and size of the world as the program asked for them. */
  readonly worldRank: number | null;
  readonly worldSize: number | null;
  /** The program's own name, from MPI_Init. */
  readonly program: string | null;
  readonly fault: ErrorFacts | null;
}

interface ProgramFacts {
  worldRank: number | null;
  worldSize: number | null;
  program: string | null;
}

const INIT = functionId('MPI_Init');
const INIT_THREAD = functionId('MPI_Init_thread');
const RANK = functionId('MPI_Comm_rank');
const SIZE = functionId('MPI_Comm_size');
/** Usually holds all that is looked at. */
const WINDOW_BYTES = 1 << 16;
/** Records looked at for MPI_Comm_rank and MPI_Comm_size. */
const EARLY = 256;

/**
 * Reads the sections, the first time stamp and the creations of communicators. The footer's counts tell when
 * the last creation has passed, so that usually only the beginning of the stream is read.
 */
export function scanFile(path: string): FileScan {
  const file = openSync(path, 'r');
  try {
    const sections = readSections(file, path);
    const stream = new RecordStream(file, path, sections, null, WINDOW_BYTES);
    const facts: ProgramFacts = { worldRank: null, worldSize: null, program: null };
    const events: CreationEvent[] = [];
    let firstStart: ClockZero | null = null;
    let left = expectedCreations(sections);
    while ((left > 0 || stream.records < EARLY) && stream.next()) {
      if (firstStart === null && stream.mask & 0x08) firstStart = stream.startOnWall();
      const { id, bytes, args, end } = stream;
      const read = creationReaders[id];
      if (read) {
        const event = read(bytes, args, end);
        events.push(event);
        if (event.kind !== 'free') left--;
      } else if ((id === RANK || id === SIZE) && readI16(bytes, args) === COMM_WORLD) {
        if (id === RANK) facts.worldRank ??= readI32(bytes, args + 2);
        else facts.worldSize ??= readI32(bytes, args + 2);
      } else if ((id === INIT || id === INIT_THREAD) && readI32(bytes, args) > 0) {
        const length = readI32(bytes, args + 4);
        facts.program = Buffer.from(bytes.subarray(args + 8, args + 8 + length)).toString('utf8');
      }
    }
    return { sections, firstStart, events, ...facts, fault: stream.fault ? errorFacts(stream.fault) : null };
  } finally {
    closeSync(file);
  }
}

function expectedCreations({ records }: Sections): number {
  if (!records) return Number.POSITIVE_INFINITY;
  return creationIds.reduce((sum, id) => sum + records[id], 0);
}
