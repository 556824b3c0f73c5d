import { NONE, WeftError } from '@weft/model';

/** Where a rank was bound; NONE where it may use several sockets or cores, or the line does not tell. */
interface RankBinding {
  readonly host: string;
  readonly socket: number;
  readonly core: number;
}

export interface Bindings {
  readonly ofRank: ReadonlyMap<number, RankBinding>;
  /** Lines that tell of no rank. */
  readonly otherLines: number;
}

/** A core and its socket; NONE = not told. */
type Slot = readonly [socket: number, core: number];

const RANKFILE_LINE = /^rank\s+(\d+)\s*=\s*(\S+)\s+slots?\s*=\s*(\S+)$/i;
const REPORT_LINE = /^\[([^:\]]+):\d+\]\s+(?:MCW )?rank (\d+) bound to (.*)$/i;

/** Reads a rankfile of Open MPI, or what `mpirun --report-bindings` of its versions 4 and 5 prints. */
export function parseBindings(text: string, file: string): Bindings {
  const ofRank = new Map<number, RankBinding>();
  let otherLines = 0;
  text.split(/\r?\n/).forEach((whole, at) => {
    const line = whole.replace(/#.*/, '').trim();
    if (line === '') return;
    const found = readRankfileLine(line) ?? readReportLine(line);
    if (found) ofRank.set(found.rank, bindingOf(found.host, found.slots));
    else if (/^rank\b/i.test(line)) throw badLine(file, at + 1);
    else otherLines++;
  });
  if (ofRank.size === 0) throw noBindings(file);
  return { ofRank, otherLines };
}

interface BoundRank {
  readonly rank: number;
  readonly host: string;
  readonly slots: readonly Slot[];
}

function readRankfileLine(line: string): BoundRank | null {
  const match = RANKFILE_LINE.exec(line);
  const slots = match && readSlots(match[3]);
  return slots && { rank: Number(match[1]), host: match[2], slots };
}

/** `1:0-2` cores 0 to 2 of socket 1, `0:*` any of socket 0, `3` core 3, `p1:0` by physical numbers; commas part several. */
function readSlots(text: string): Slot[] | null {
  let socket = NONE;
  const slots: Slot[] = [];
  for (const item of text.replace(/^p/i, '').split(',')) {
    const match = /^(?:(\d+):)?(?:(\*)|(\d+)(?:-(\d+))?)$/.exec(item);
    if (!match) return null;
    const [, own, any, first, last = first] = match;
    if (own !== undefined) socket = Number(own);
    if (any) slots.push([socket, NONE]);
    else slots.push([socket, first === last ? Number(first) : NONE]);
  }
  return slots;
}

function readReportLine(line: string): BoundRank | null {
  const match = REPORT_LINE.exec(line);
  if (!match) return null;
  const [, host, rank, where] = match;
  const older = [...where.matchAll(/socket (\d+)\[core (\d+)/g)].map(
    (m): Slot => [Number(m[1]), Number(m[2])],
  );
  const newer = [...where.matchAll(/package\[(\d+)\]\[core:([\d,-]+)/g)].map(
    (m): Slot => [Number(m[1]), /^\d+$/.test(m[2]) ? Number(m[2]) : NONE],
  );
  const slots = [...older, ...newer];
  return slots.length > 0 ? { rank: Number(rank), host, slots } : null;
}

function bindingOf(host: string, slots: readonly Slot[]): RankBinding {
  const [socket, core] = slots[0];
  return {
    host,
    socket: slots.every(([other]) => other === socket) ? socket : NONE,
    core: slots.length === 1 ? core : NONE,
  };
}

function badLine(file: string, line: number): WeftError {
  return new WeftError({
    code: 'BAD-BINDING',
    message: 'this line does not tell where its rank was bound',
    file,
    line,
    advice: 'Write it as «rank 0=host slot=0:1», socket and core, or «slot=1», the core alone.',
  });
}

function noBindings(file: string): WeftError {
  return new WeftError({
    code: 'NO-BINDINGS',
    message: 'no line tells where a rank was bound',
    file,
    advice: 'Give a rankfile of Open MPI, or what mpirun --report-bindings printed.',
  });
}
