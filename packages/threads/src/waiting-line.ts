/** First in, first out, and any may leave early; each step takes as long however many wait. */
export class WaitingLine<T> {
  private readonly items = new Set<T>();
  private order = this.items.values();

  get length(): number {
    return this.items.size;
  }

  add(item: T): void {
    this.items.add(item);
  }

  leave(item: T): void {
    this.items.delete(item);
  }

  take(): T | undefined {
    let next = this.order.next();
    if (next.done) {
      this.order = this.items.values();
      next = this.order.next();
    }
    if (next.done) return undefined;
    this.items.delete(next.value);
    return next.value;
  }

  [Symbol.iterator](): Iterator<T> {
    return this.items.values();
  }
}
