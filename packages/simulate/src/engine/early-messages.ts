import type { Picoseconds } from './fabric.ts';

interface EarlyMessage {
  readonly slot: number;
  readonly arrived: Picoseconds;
}

/** Messages that arrived before their receiver began the phase in which it waits for them, by receiver. */
export class EarlyMessages {
  count = 0;
  private readonly held = new Map<number, EarlyMessage[]>();

  hold(receiver: number, slot: number, arrived: Picoseconds): void {
    this.count++;
    const list = this.held.get(receiver);
    if (list) list.push({ slot, arrived });
    else this.held.set(receiver, [{ slot, arrived }]);
  }

  /** Those of a receiver for which the phase has begun. */
  take(receiver: number, begun: (slot: number) => boolean): readonly EarlyMessage[] {
    const list = this.held.get(receiver);
    if (!list) return [];
    const taken = list.filter(({ slot }) => begun(slot));
    const kept = list.filter(({ slot }) => !begun(slot));
    this.count -= taken.length;
    if (kept.length > 0) this.held.set(receiver, kept);
    else this.held.delete(receiver);
    return taken;
  }
}
