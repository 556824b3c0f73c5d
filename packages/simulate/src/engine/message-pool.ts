/**
 * Messages under way, in columns; a slot is used again when its message has arrived. The path of a message is a run of
 * places, one a link; an event names a place.
 */
export class MessagePool {
  job = new Int32Array(1024);
  src = new Int32Array(1024);
  dst = new Int32Array(1024);
  part = new Int32Array(1024);
  tag = new Int32Array(1024);
  call = new Int32Array(1024);
  bytes = new Float64Array(1024);
  id = new Float64Array(1024);
  start = new Float64Array(1024);
  /** First place of the path and number of links on it; -1 = no path leads there. */
  first = new Int32Array(1024);
  hops = new Int32Array(1024);
  live = 0;

  /** Per place: the link, and the slot of the message. */
  link = new Int32Array(8192);
  slot = new Int32Array(8192);

  private freeSlots = new Int32Array(1024);
  private freeCount = 0;
  private slots = 0;
  private places = 0;
  /** Free runs of 2^c places, by c. */
  private readonly freeRuns: number[][] = Array.from({ length: 16 }, () => []);

  /** Takes a slot with places for `hops` links and the arrival behind them. */
  take(hops: number): number {
    const slot = this.freeCount > 0 ? this.freeSlots[--this.freeCount] : this.newSlot();
    const size = sizeClass(hops);
    const run = this.freeRuns[size].pop();
    const first = run ?? this.newRun(1 << size);
    this.first[slot] = first;
    this.hops[slot] = hops;
    for (let place = first; place <= first + hops; place++) this.slot[place] = slot;
    if (hops < 0) this.slot[first] = slot;
    this.live++;
    return slot;
  }

  release(slot: number): void {
    if (this.freeCount === this.freeSlots.length) this.freeSlots = grown(this.freeSlots);
    this.freeSlots[this.freeCount++] = slot;
    this.freeRuns[sizeClass(this.hops[slot])].push(this.first[slot]);
    this.live--;
  }

  get placeCapacity(): number {
    return this.link.length;
  }

  private newSlot(): number {
    if (this.slots === this.job.length) {
      this.job = grown(this.job);
      this.src = grown(this.src);
      this.dst = grown(this.dst);
      this.part = grown(this.part);
      this.tag = grown(this.tag);
      this.call = grown(this.call);
      this.first = grown(this.first);
      this.hops = grown(this.hops);
      this.bytes = grownFloat(this.bytes);
      this.id = grownFloat(this.id);
      this.start = grownFloat(this.start);
    }
    return this.slots++;
  }

  private newRun(size: number): number {
    const first = this.places;
    this.places += size;
    while (this.places > this.link.length) {
      this.link = grown(this.link);
      this.slot = grown(this.slot);
    }
    return first;
  }
}

function sizeClass(hops: number): number {
  return hops < 4 ? 2 : 32 - Math.clz32(hops);
}

export function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(array.length * 2);
  larger.set(array);
  return larger;
}

export function grownFloat(array: Float64Array): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(array.length * 2);
  larger.set(array);
  return larger;
}
