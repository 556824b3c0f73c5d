import { type Frame, NONE, type TextColumn } from '@weft/model';

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
export const RECEIVE = 'receive';

/** Rows of the spans table; no number is copied. */
export function spansOfFrame({ rows, columns }: Frame): SpanColumns {
  const { codes, dictionary } = columns.call as TextColumn;
  return {
    rows,
    rank: columns.rank as Int32Array,
    call: codes,
    enter: columns.enter as Float64Array,
    exit: columns.exit as Float64Array,
    names: dictionary,
  };
}

const knownEvents = new WeakMap<Frame, { readonly collectives: Frame; readonly spans: SpanColumns }>();

/** Where a dataset has no spans: collective calls, sends at the sender, receives at the receiver. Found once per frame. */
export function spansOfEvents(messages: Frame, collectives: Frame): SpanColumns {
  const last = knownEvents.get(messages);
  if (last && (last.collectives === collectives || last.collectives.rows + collectives.rows === 0)) {
    return last.spans;
  }
  const spans = joinEvents(messages, collectives);
  knownEvents.set(messages, { collectives, spans });
  return spans;
}

function joinEvents(messages: Frame, collectives: Frame): SpanColumns {
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
    const { src, dst } = messages.columns as Record<string, Int32Array>;
    const time = messages.columns as Record<string, Float64Array>;
    add(src, codesIn(messages.columns.call as TextColumn, names, 'send'), time.send_start, time.send_end);
    const receive = new Int32Array(messages.rows).fill(codeOf(names, RECEIVE));
    add(dst, receive, time.recv_start, time.recv_end);
  }
  if (collectives.rows > 0) {
    const time = collectives.columns as Record<string, Float64Array>;
    const call = codesIn(collectives.columns.call as TextColumn, names, 'collective');
    add(collectives.columns.rank as Int32Array, call, time.enter, time.exit);
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
