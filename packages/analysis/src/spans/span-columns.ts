import { NONE, type TableFrame, type TextColumn } from '@weft/model';

/** Times spent inside calls, one entry per call made; `call` counts into `names`. */
export interface SpanColumns {
  readonly rows: number;
  readonly rank: Int32Array;
  readonly call: Int32Array;
  readonly enter: Float64Array;
  readonly exit: Float64Array;
  readonly names: readonly string[];
}

/** The name a receive goes by where the trace keeps only the sending call. */
const RECEIVE = 'receive';

/** The columns a span is made of, in the spans table and among collective calls. */
export const spanColumnNames = ['rank', 'call', 'enter', 'exit'] as const;

/** Names up to which a dictionary is taken as it is, also with those of regions among them. */
export const MANY_NAMES = 254;

/** Rows of the spans table; no number is copied where names are few. */
export function spansOfFrame({
  rows,
  columns,
}: TableFrame<'spans', (typeof spanColumnNames)[number]>): SpanColumns {
  const { rank, enter, exit } = columns;
  const call = columns.call.dictionary.length > MANY_NAMES ? usedNames(columns.call) : columns.call;
  return { rows, rank, call: call.codes, enter, exit, names: call.dictionary };
}

const knownNames = new WeakMap<Int32Array, TextColumn>();

/** The same texts with a dictionary of those alone that occur. Found once per column. */
function usedNames(column: TextColumn): TextColumn {
  const known = knownNames.get(column.codes);
  if (known) return known;
  const names = new Map<string, number>();
  const codes = codesIn(column, names, '');
  const made = { codes, dictionary: [...names.keys()] };
  knownNames.set(column.codes, made);
  return made;
}

type SentMessages = TableFrame<
  'messages',
  'src' | 'dst' | 'call' | 'send_start' | 'send_end' | 'recv_start' | 'recv_end'
>;
type CollectiveSpans = TableFrame<'collectives', (typeof spanColumnNames)[number]>;

const knownEvents = new WeakMap<
  SentMessages,
  { readonly collectives: CollectiveSpans; readonly spans: SpanColumns }
>();

/** Where a dataset has no spans: collective calls, sends at the sender, receives at the receiver. Found once per frame. */
export function spansOfEvents(messages: SentMessages, collectives: CollectiveSpans): SpanColumns {
  const last = knownEvents.get(messages);
  if (last && (last.collectives === collectives || last.collectives.rows + collectives.rows === 0)) {
    return last.spans;
  }
  const spans = joinEvents(messages, collectives);
  knownEvents.set(messages, { collectives, spans });
  return spans;
}

function joinEvents(messages: SentMessages, collectives: CollectiveSpans): SpanColumns {
  const names = new Map<string, number>();
  const most = 2 * messages.rows + collectives.rows;
  const spans = {
    rank: new Int32Array(most),
    call: new Int32Array(most),
    enter: new Float64Array(most),
    exit: new Float64Array(most),
  };
  let rows = 0;
  const add = (rank: Int32Array, call: Int32Array, enter: Float64Array, exit: Float64Array): void => {
    for (let row = 0; row < rank.length; row++) {
      if (enter[row] === NONE || exit[row] === NONE) continue;
      spans.rank[rows] = rank[row];
      spans.call[rows] = call[row];
      spans.enter[rows] = enter[row];
      spans.exit[rows++] = exit[row];
    }
  };
  if (messages.rows > 0) {
    const { src, dst, call, send_start, send_end, recv_start, recv_end } = messages.columns;
    add(src, codesIn(call, names, 'send'), send_start, send_end);
    const receive = new Int32Array(messages.rows).fill(codeOf(names, RECEIVE));
    add(dst, receive, recv_start, recv_end);
  }
  if (collectives.rows > 0) {
    const { rank, call, enter, exit } = collectives.columns;
    add(rank, codesIn(call, names, 'collective'), enter, exit);
  }
  return {
    rows,
    rank: spans.rank.subarray(0, rows),
    call: spans.call.subarray(0, rows),
    enter: spans.enter.subarray(0, rows),
    exit: spans.exit.subarray(0, rows),
    names: [...names.keys()],
  };
}

function codesIn({ codes, dictionary }: TextColumn, names: Map<string, number>, unnamed: string): Int32Array {
  const used = new Set(codes);
  const map = dictionary.map((name, code) => (used.has(code) ? codeOf(names, name) : 0));
  const none = used.has(NONE) ? codeOf(names, unnamed) : 0;
  return codes.map((code) => (code < 0 ? none : map[code]));
}

function codeOf(names: Map<string, number>, name: string): number {
  const known = names.get(name);
  if (known !== undefined) return known;
  names.set(name, names.size);
  return names.size - 1;
}
