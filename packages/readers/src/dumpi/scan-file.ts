import { closeSync, openSync } from 'node:fs';
import type { ErrorFacts } from '@weft/model';
import { errorFacts } from '@weft/model';
import type { AskedCommunicator, CreationEvent } from '../communicators/index.ts';
import { COMM_NULL, COMM_SELF, COMM_WORLD, creationIds, creationReaders } from './creation-events.ts';
import { readSections, type Sections } from './read-sections.ts';
import { readI16, readI32 } from './read-values.ts';
import { recordKind, recordKinds } from './record-kinds.ts';
import { functionId } from './record-layout.ts';
import { type ClockZero, RecordStream } from './record-stream.ts';

/** What must be known of a file before its calls can be read. */
export interface FileScan {
  readonly sections: Sections;
  /** Wall time of the first call, null without times. */
  readonly firstStart: ClockZero | null;
  readonly events: readonly CreationEvent[];
  /** Rank and size of communicators whose creation is not recorded, by their local ids. */
  readonly asked: ReadonlyMap<number, AskedCommunicator>;
  /** Rank and size of the world as the program asked for them. */
  readonly worldRank: number | null;
  readonly worldSize: number | null;
  /** The program's own name, from MPI_Init. */
  readonly program: string | null;
  readonly fault: ErrorFacts | null;
}

const INIT = functionId('MPI_Init');
const INIT_THREAD = functionId('MPI_Init_thread');
const RANK = functionId('MPI_Comm_rank');
const SIZE = functionId('MPI_Comm_size');
/** Where the communicator of a plain message stands from its first argument. */
const COMM_AT = 14;
/** Usually holds all that is looked at. */
const WINDOW_BYTES = 1 << 16;
/** Records looked at for the names of programs, and for MPI_Comm_rank and MPI_Comm_size. */
const EARLY = 256;
const MOST_LOOKED_AT = 4096;
/** Where messages use a communicator that is not known by then, few calls of them are looked for to the last one. */
const FEW_QUESTIONS = 1000;

/**
 * Reads the sections, the first time stamp and the creations of communicators. The footer's counts tell when
 * the last creation has passed, so that usually only the beginning of the stream is read.
 */
export function scanFile(path: string): FileScan {
  const file = openSync(path, 'r');
  try {
    const sections = readSections(file, path);
    const stream = new RecordStream(file, path, sections, null, WINDOW_BYTES);
    const look = new FirstLook(sections);
    while (look.wantsMore(stream.records) && stream.next()) look.take(stream);
    const { firstStart, events, asked, program, worldRank, worldSize } = look;
    const fault = stream.fault ? errorFacts(stream.fault) : null;
    return { sections, firstStart, events, asked, worldRank, worldSize, program, fault };
  } finally {
    closeSync(file);
  }
}

class FirstLook {
  firstStart: ClockZero | null = null;
  readonly events: CreationEvent[] = [];
  readonly asked = new Map<number, AskedCommunicator>();
  worldRank: number | null = null;
  worldSize: number | null = null;
  program: string | null = null;
  private creations: number;
  private questions: number;
  private readonly asksOften: boolean;
  /** Local ids that the first messages name. */
  private readonly used = new Set<number>();
  /** Local ids that a creating call gave or a freeing call took: what they mean is followed call by call. */
  private readonly followed = new Set([COMM_NULL, COMM_SELF, COMM_WORLD]);

  constructor(sections: Sections) {
    this.creations = expectedRecords(sections, creationIds);
    this.questions = expectedRecords(sections, [RANK, SIZE]);
    this.asksOften = this.questions > FEW_QUESTIONS;
  }

  wantsMore(records: number): boolean {
    if (this.creations > 0 || records < EARLY) return true;
    if (this.questions === 0) return false;
    return records < MOST_LOOKED_AT || (!this.asksOften && this.usesUnknown());
  }

  private usesUnknown(): boolean {
    for (const comm of this.used) {
      const { rank = null, size = null } = this.asked.get(comm) ?? {};
      if (!this.followed.has(comm) && (rank === null || size === null)) return true;
    }
    return false;
  }

  take(stream: RecordStream): void {
    if (this.firstStart === null && stream.mask & 0x08) this.firstStart = stream.startOnWall();
    const { id, bytes, args, end } = stream;
    if (stream.records <= MOST_LOOKED_AT && isPlainMessage(id)) this.used.add(readI16(bytes, args + COMM_AT));
    const read = creationReaders[id];
    if (read) this.addEvent(read(bytes, args, end));
    else if (id === RANK || id === SIZE) this.hear(id, readI16(bytes, args), readI32(bytes, args + 2));
    else if ((id === INIT || id === INIT_THREAD) && readI32(bytes, args) > 0) {
      const length = readI32(bytes, args + 4);
      this.program = Buffer.from(bytes.subarray(args + 8, args + 8 + length)).toString('utf8');
    }
  }

  private addEvent(event: CreationEvent): void {
    this.events.push(event);
    if (event.kind === 'free') this.followed.add(event.comm);
    else this.creations--;
    if ('created' in event) this.followed.add(event.created);
  }

  private hear(id: number, comm: number, answer: number): void {
    this.questions--;
    if (comm === COMM_WORLD) {
      if (id === RANK) this.worldRank ??= answer;
      else this.worldSize ??= answer;
    }
    if (this.followed.has(comm)) return;
    const known = this.asked.get(comm) ?? { rank: null, size: null };
    const heard = id === RANK ? { rank: known.rank ?? answer } : { size: known.size ?? answer };
    this.asked.set(comm, { ...known, ...heard });
  }
}

/** Sends and receives whose arguments are count, datatype, rank, tag and communicator. */
function isPlainMessage(id: number): boolean {
  const kind = recordKinds[id];
  return kind >= recordKind.send && kind <= recordKind.ireceive;
}

function expectedRecords({ records }: Sections, ids: readonly number[]): number {
  return records ? ids.reduce((sum, id) => sum + records[id], 0) : Number.POSITIVE_INFINITY;
}
