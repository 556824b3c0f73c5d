import type { TableFrame } from '@weft/model';
import { LinkServices } from './link-services.ts';
import { ProgramEvents, type ProgramStep } from './program-events.ts';

export type PathMessages = TableFrame<
  'messages',
  'id' | 'job' | 'src' | 'dst' | 'step' | 'send_start' | 'send_end' | 'recv_start'
>;

type PathHops = TableFrame<'hops', 'message' | 'hop' | 'link' | 'arrived' | 'ready' | 'entered' | 'left'>;

/** A stretch of the time of a job: a rank computes, a message is on its way, or it waits at a link behind a job. */
export interface PathPart {
  readonly from: number;
  readonly to: number;
  readonly kind: 'compute' | 'wire' | 'wait';
  readonly step: number;
  /** The rank that computes or has sent. */
  readonly rank: number;
  /** The link waited at and the job of the message served there; -1 elsewhere. */
  readonly link: number;
  readonly behind: number;
}

/**
 * Walks back from the last event of a job to its start: each nanosecond is one part. While a message waits first come,
 * first served, its link is busy without a gap, so that each nanosecond of waiting belongs to the message served.
 */
export function walkCriticalPath(
  messages: PathMessages,
  hops: PathHops,
  job: number,
  start: number,
  program: readonly ProgramStep[] = [],
): PathPart[] {
  const walk = new Walk(messages, hops, job, start, program);
  return walk.parts();
}

class Walk {
  private readonly messages: PathMessages;
  private readonly hops: PathHops;
  private readonly start: number;
  private readonly events: ProgramEvents;
  private readonly services: LinkServices;
  private readonly jobOf: ReadonlyMap<number, number>;
  private readonly firstHop: ReadonlyMap<number, number>;
  private readonly found: PathPart[] = [];

  constructor(
    messages: PathMessages,
    hops: PathHops,
    job: number,
    start: number,
    program: readonly ProgramStep[],
  ) {
    this.messages = messages;
    this.hops = hops;
    this.start = start;
    this.events = new ProgramEvents(messages, job, program);
    this.services = new LinkServices(hops);
    const { id, job: jobs } = messages.columns;
    this.jobOf = new Map(Array.from(id, (message, row) => [message, jobs[row]]));
    this.firstHop = firstHops(hops);
  }

  parts(): PathPart[] {
    let cause = this.events.last();
    while (cause) {
      if (cause.message >= 0) this.addMessage(cause.message);
      const { rank, step } = cause.message >= 0 ? this.senderOf(cause.message) : cause;
      const begun = cause.message >= 0 ? this.messages.columns.send_start[cause.message] : cause.time;
      const before = this.events.before(rank, step, begun);
      this.add('compute', before?.time ?? this.start, begun, step, rank);
      cause = before;
    }
    return this.found.reverse();
  }

  private senderOf(row: number): { rank: number; step: number } {
    const { src, step } = this.messages.columns;
    return { rank: src[row], step: step[row] };
  }

  private addMessage(row: number): void {
    const { id, src, step, send_start, send_end } = this.messages.columns;
    const { hop, link, arrived, ready, entered, message } = this.hops.columns;
    let until = send_end[row];
    const first = this.firstHop.get(id[row]);
    let last = first ?? 0;
    if (first !== undefined) {
      while (last + 1 < this.hops.rows && message[last + 1] === id[row] && hop[last + 1] > 0) last++;
      for (let at = last; at >= first; at--) {
        this.add('wire', entered[at], until, step[row], src[row]);
        this.addWait(link[at], ready[at], entered[at], step[row], src[row]);
        this.add('wire', arrived[at], ready[at], step[row], src[row]);
        until = arrived[at];
      }
    }
    this.add('wire', send_start[row], until, step[row], src[row]);
  }

  private addWait(link: number, from: number, to: number, step: number, rank: number): void {
    if (to <= from) return;
    const stretches = [...this.services.stretches(link, from, to)].reverse();
    for (const stretch of stretches) {
      const behind = stretch.message < 0 ? -1 : (this.jobOf.get(stretch.message) ?? -1);
      this.add(behind < 0 ? 'wire' : 'wait', stretch.from, stretch.to, step, rank, link, behind);
    }
  }

  private add(
    kind: PathPart['kind'],
    from: number,
    to: number,
    step: number,
    rank: number,
    link = -1,
    behind = -1,
  ): void {
    if (to > from) this.found.push({ from, to, kind, step, rank, link, behind });
  }
}

function firstHops({ rows, columns }: PathHops): Map<number, number> {
  const first = new Map<number, number>();
  for (let row = 0; row < rows; row++) if (columns.hop[row] === 0) first.set(columns.message[row], row);
  return first;
}
