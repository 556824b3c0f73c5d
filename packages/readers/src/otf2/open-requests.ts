/** Open requests of a rank: a 64-bit id, given as halves, to a handle. Entries come and go by the million. */
export class OpenRequests {
  private low = new Uint32Array(64);
  private high = new Uint32Array(64);
  private handles = new Float64Array(64).fill(-1);
  size = 0;

  /** Enters a request; returns the handle that had this id before, or -1. */
  put(low: number, high: number, handle: number): number {
    if (this.size * 2 >= this.low.length) this.grow();
    const slot = this.find(low, high);
    const previous = this.handles[slot];
    if (previous === -1) this.size++;
    this.low[slot] = low;
    this.high[slot] = high;
    this.handles[slot] = handle;
    return previous;
  }

  get(low: number, high: number): number {
    return this.handles[this.find(low, high)];
  }

  /** Takes a request out; returns its handle, or -1. */
  take(low: number, high: number): number {
    const slot = this.find(low, high);
    const handle = this.handles[slot];
    if (handle === -1) return handle;
    this.remove(slot);
    return handle;
  }

  forEach(visit: (handle: number) => void): void {
    for (const handle of this.handles) if (handle !== -1) visit(handle);
  }

  private find(low: number, high: number): number {
    const mask = this.low.length - 1;
    let slot = spread(low, high) & mask;
    while (this.handles[slot] !== -1 && (this.low[slot] !== low || this.high[slot] !== high)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Closes the gap so that every entry stays reachable from its home slot. */
  private remove(slot: number): void {
    const { low, high, handles } = this;
    const mask = low.length - 1;
    let gap = slot;
    for (let next = (gap + 1) & mask; handles[next] !== -1; next = (next + 1) & mask) {
      const home = spread(low[next], high[next]) & mask;
      if (((next - home) & mask) < ((next - gap) & mask)) continue;
      low[gap] = low[next];
      high[gap] = high[next];
      handles[gap] = handles[next];
      gap = next;
    }
    handles[gap] = -1;
    this.size--;
  }

  private grow(): void {
    const { low, high, handles } = this;
    this.low = new Uint32Array(low.length * 2);
    this.high = new Uint32Array(low.length * 2);
    this.handles = new Float64Array(low.length * 2).fill(-1);
    this.size = 0;
    handles.forEach((handle, slot) => {
      if (handle !== -1) this.put(low[slot], high[slot], handle);
    });
  }
}

function spread(low: number, high: number): number {
  const mixed = Math.imul(low ^ Math.imul(high, 0x85ebca6b), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
