import type { SpanRows } from '../span-rows.ts';
import type { CallProfile } from './call-profile.ts';
import type { EventBatch } from './event-batch.ts';

/** The call under which copies between a host and its accelerators are counted. */
export const DEVICE_COPY = 'Device copy';

/** A copy that is under way: when it began, and how many spans are around it and copies beside it. */
interface OpenCopy {
  readonly begin: number;
  readonly depth: number;
}

/** The copies that one location records, counted and as spans: each begins with its transfer and ends with the completion of its id. */
export class DeviceCopies {
  private readonly profile: CallProfile;
  private readonly call: number;
  private readonly spans: SpanRows | null;
  private readonly stream: number;
  private readonly open = new Map<number, OpenCopy>();

  constructor(profile: CallProfile, call: number, spans: SpanRows | null, stream: number) {
    this.profile = profile;
    this.call = call;
    this.spans = spans;
    this.stream = stream;
  }

  /** Copies whose completion is not recorded. */
  get unfinished(): number {
    return this.open.size;
  }

  begin(batch: EventBatch, row: number, depth: number): void {
    this.profile.count[this.call]++;
    this.profile.bytes[this.call] += batch.bytes[row];
    this.open.set(idOf(batch, row), { begin: batch.time[row], depth: depth + this.open.size });
  }

  complete(batch: EventBatch, row: number): void {
    const id = idOf(batch, row);
    const copy = this.open.get(id);
    if (!copy) return;
    this.profile.time[this.call] += batch.time[row] - copy.begin;
    this.spans?.add(this.call, copy.begin, batch.time[row], copy.depth, this.stream);
    this.open.delete(id);
  }
}

function idOf({ requestLow, requestHigh }: EventBatch, row: number): number {
  return requestHigh[row] * 4294967296 + requestLow[row];
}
