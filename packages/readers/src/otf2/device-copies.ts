import type { CallProfile } from './call-profile.ts';
import type { EventBatch } from './event-batch.ts';

/** The call under which copies between a host and its accelerators are counted. */
export const DEVICE_COPY = 'Device copy';

/** Counts the copies that one location records: each begins with its transfer and ends with the completion of its id. */
export class DeviceCopies {
  private readonly profile: CallProfile;
  private readonly call: number;
  /** Begin of each copy that is under way. */
  private readonly begins = new Map<number, number>();

  constructor(profile: CallProfile, call: number) {
    this.profile = profile;
    this.call = call;
  }

  begin(batch: EventBatch, row: number): void {
    this.profile.count[this.call]++;
    this.profile.bytes[this.call] += batch.bytes[row];
    this.begins.set(idOf(batch, row), batch.time[row]);
  }

  complete(batch: EventBatch, row: number): void {
    const id = idOf(batch, row);
    const begin = this.begins.get(id);
    if (begin === undefined) return;
    this.profile.time[this.call] += batch.time[row] - begin;
    this.begins.delete(id);
  }
}

function idOf({ requestLow, requestHigh }: EventBatch, row: number): number {
  return requestHigh[row] * 4294967296 + requestLow[row];
}
