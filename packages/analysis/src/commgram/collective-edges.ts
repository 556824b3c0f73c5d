import { NONE, type TableFrame, textAt } from '@weft/model';
import type { MessageBatch } from '../queries/message-batches.ts';

/**
 * Collective calls as messages, for those who want them in the picture. What a library sends inside is
 * not in a trace, so each call is drawn by what it means: with a root, between the root and the others;
 * all-to-all, between all pairs (up to PAIRS members); any other, towards the lowest rank and back.
 */
const TO_ROOT = /reduce$|gather(v)?$/i;
const FROM_ROOT = /bcast$|scatter(v)?$/i;
const ALL_PAIRS = /alltoall/i;
const ALL = /all/i;
const PAIRS = 256;

type Collectives = TableFrame<
  'collectives',
  'comm' | 'seq' | 'call' | 'root' | 'rank' | 'bytes' | 'enter' | 'exit'
>;

interface Call {
  readonly name: string;
  readonly root: number;
  readonly rows: number[];
}

export function collectiveBatch(frame: Collectives): MessageBatch {
  const out: Edges = { src: [], dst: [], bytes: [], sent: [], received: [] };
  for (const call of groupCalls(frame)) addCall(frame, call, out);
  return {
    rows: out.src.length,
    src: Int32Array.from(out.src),
    dst: Int32Array.from(out.dst),
    bytes: Float64Array.from(out.bytes),
    count: new Float64Array(out.src.length).fill(1),
    sent: Float64Array.from(out.sent),
    received: Float64Array.from(out.received),
  };
}

interface Edges {
  readonly src: number[];
  readonly dst: number[];
  readonly bytes: number[];
  readonly sent: number[];
  readonly received: number[];
}

function groupCalls(frame: Collectives): Call[] {
  const { comm, seq, call, root } = frame.columns;
  const calls = new Map<string, Call>();
  for (let row = 0; row < frame.rows; row++) {
    const key = `${comm[row]} ${seq[row]}`;
    const known = calls.get(key);
    if (known) known.rows.push(row);
    else calls.set(key, { name: textAt(call, row) ?? '', root: root[row], rows: [row] });
  }
  return [...calls.values()];
}

function addCall(frame: Collectives, { name, root, rows }: Call, out: Edges): void {
  const ranks = frame.columns.rank;
  if (ALL_PAIRS.test(name) && rows.length <= PAIRS) {
    const share = 1 / Math.max(1, rows.length - 1);
    for (const a of rows) for (const b of rows) if (a !== b) addEdge(frame, a, b, share, out);
    return;
  }
  const centre =
    rows.find((row) => ranks[row] === root) ??
    rows.reduce((lowest, row) => (ranks[row] < ranks[lowest] ? row : lowest));
  const rooted = root !== NONE && !ALL.test(name);
  const inwards = !rooted || TO_ROOT.test(name) || !FROM_ROOT.test(name);
  const outwards = !rooted || FROM_ROOT.test(name) || !TO_ROOT.test(name);
  for (const row of rows) {
    if (row === centre) continue;
    if (inwards) addEdge(frame, row, centre, 1, out);
    if (outwards) addEdge(frame, centre, row, 1, out);
  }
}

function addEdge(frame: Collectives, from: number, to: number, share: number, out: Edges): void {
  const { rank, bytes, enter, exit } = frame.columns;
  const sent = known(enter[from]) ?? known(exit[from]);
  const received = known(exit[to]) ?? known(enter[to]);
  out.src.push(rank[from]);
  out.dst.push(rank[to]);
  out.bytes.push(Math.max(0, Math.round(bytes[from] * share)));
  out.sent.push(sent ?? received ?? Number.NaN);
  out.received.push(received ?? sent ?? Number.NaN);
}

function known(time: number): number | undefined {
  return time === NONE ? undefined : time;
}
