import { NONE } from '@weft/model';
import type { EventFileWriter } from './event-file-writer.ts';

/** Writes one record of an event. */
type Action = (events: EventFileWriter) => void;

/**
 * Where the records of a rank belong: right behind the start of the call that begins then, or right before the end of the
 * call that ends then. Times at which no call begins or ends get one of their own, without length.
 */
export class RankActions {
  /** Per span. */
  readonly atStart = new Map<number, Action[]>();
  readonly atEnd = new Map<number, Action[]>();
  /** Calls that are not in the trace: name, and the time at which they begin and end. */
  readonly added: { readonly call: string; readonly time: number }[] = [];
  private readonly spans: number;
  private readonly whole = new Map<string, number>();
  private readonly begins = new Map<number, number>();
  private readonly ends = new Map<number, number>();
  private readonly known = new Map<string, number>();

  constructor(enter: Float64Array, exit: Float64Array, isCall: (span: number) => boolean) {
    this.spans = enter.length;
    for (let span = 0; span < enter.length; span++) {
      if (!isCall(span)) continue;
      this.whole.set(`${enter[span]} ${exit[span]}`, span);
      this.begins.set(enter[span], span);
      this.ends.set(exit[span], span);
    }
  }

  /** The call that lasts exactly so long; NONE where there is none. */
  callOf(enter: number, exit: number): number {
    return this.whole.get(`${enter} ${exit}`) ?? NONE;
  }

  start(span: number, action: Action): void {
    append(this.atStart, span, action);
  }

  end(span: number, action: Action): void {
    append(this.atEnd, span, action);
  }

  startAt(time: number, call: string, action: Action): void {
    this.start(this.begins.get(time) ?? this.add(call, time), action);
  }

  endAt(time: number, call: string, action: Action): void {
    this.end(this.ends.get(time) ?? this.add(call, time), action);
  }

  private add(call: string, time: number): number {
    const key = `${time} ${call}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const span = this.spans + this.added.push({ call, time }) - 1;
    this.known.set(key, span);
    return span;
  }
}

function append(lists: Map<number, Action[]>, span: number, action: Action): void {
  const list = lists.get(span);
  if (list) list.push(action);
  else lists.set(span, [action]);
}
