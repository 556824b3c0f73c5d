/** A binary heap of vertices by distance; pushing a vertex again with a lower distance moves it up. */
export class DistanceHeap {
  size = 0;
  private readonly heap: Int32Array;
  private readonly place: Int32Array;
  private readonly distance: Float64Array;

  constructor(vertices: number) {
    this.heap = new Int32Array(vertices);
    this.place = new Int32Array(vertices).fill(-1);
    this.distance = new Float64Array(vertices);
  }

  push(vertex: number, distance: number): void {
    let at = this.place[vertex];
    if (at < 0) at = this.size++;
    this.distance[vertex] = distance;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.distance[this.heap[parent]] <= distance) break;
      this.put(at, this.heap[parent]);
      at = parent;
    }
    this.put(at, vertex);
  }

  /** The nearest vertex. */
  pop(): number {
    const nearest = this.heap[0];
    this.place[nearest] = -1;
    const last = this.heap[--this.size];
    if (this.size > 0) this.sink(last);
    return nearest;
  }

  private sink(vertex: number): void {
    const distance = this.distance[vertex];
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.distance[this.heap[child + 1]] < this.distance[this.heap[child]])
        child++;
      if (this.distance[this.heap[child]] >= distance) break;
      this.put(at, this.heap[child]);
      at = child;
    }
    this.put(at, vertex);
  }

  private put(at: number, vertex: number): void {
    this.heap[at] = vertex;
    this.place[vertex] = at;
  }
}
