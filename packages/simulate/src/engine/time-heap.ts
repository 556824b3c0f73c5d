/** Events by time in a heap of four children a node, over two typed arrays. */
export class TimeHeap {
  size = 0;
  /** times[0] is the next; meaningless when empty. */
  times = new Float64Array(1024);
  private events = new Int32Array(1024);

  push(time: number, event: number): void {
    if (this.size === this.times.length) this.grow();
    const { times, events } = this;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 2;
      if (times[parent] <= time) break;
      times[at] = times[parent];
      events[at] = events[parent];
      at = parent;
    }
    times[at] = time;
    events[at] = event;
  }

  /** Removes the next event and returns it. */
  pop(): number {
    const { times, events } = this;
    const first = events[0];
    const size = --this.size;
    if (size > 0) this.sink(times[size], events[size], size);
    return first;
  }

  private sink(time: number, event: number, size: number): void {
    const { times, events } = this;
    let at = 0;
    for (;;) {
      let child = 4 * at + 1;
      if (child >= size) break;
      const end = Math.min(child + 4, size);
      let least = times[child];
      for (let other = child + 1; other < end; other++) {
        const candidate = times[other];
        if (candidate < least) {
          least = candidate;
          child = other;
        }
      }
      if (least >= time) break;
      times[at] = least;
      events[at] = events[child];
      at = child;
    }
    times[at] = time;
    events[at] = event;
  }

  private grow(): void {
    const times = new Float64Array(this.times.length * 2);
    const events = new Int32Array(times.length);
    times.set(this.times);
    events.set(this.events);
    this.times = times;
    this.events = events;
  }
}
