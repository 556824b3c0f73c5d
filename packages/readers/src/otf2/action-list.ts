/** What a location did, in world ranks and ids of the communicators table; columns that grow. */
export class ActionList {
  rows = 0;
  /** Record id of the event behind it. */
  kind = new Uint8Array(64);
  time = new Float64Array(64);
  /** Enter and leave of the call around it. */
  start = new Float64Array(64);
  end = new Float64Array(64);
  call = new Int32Array(64);
  /** Peer of a message, root of a collective. */
  peer = new Int32Array(64);
  comm = new Int32Array(64);
  /** Tag of a message, operation of a collective. */
  tag = new Int32Array(64);
  bytes = new Float64Array(64);
  /** Bytes received in a collective. */
  received = new Float64Array(64);
  requestLow = new Uint32Array(64);
  requestHigh = new Uint32Array(64);

  /** A row of zeros at the end. */
  add(): number {
    if (this.rows === this.kind.length) this.grow();
    return this.rows++;
  }

  append(other: ActionList, from: number): void {
    const row = this.add();
    this.kind[row] = other.kind[from];
    this.time[row] = other.time[from];
    this.start[row] = other.start[from];
    this.end[row] = other.end[from];
    this.call[row] = other.call[from];
    this.peer[row] = other.peer[from];
    this.comm[row] = other.comm[from];
    this.tag[row] = other.tag[from];
    this.bytes[row] = other.bytes[from];
    this.received[row] = other.received[from];
    this.requestLow[row] = other.requestLow[from];
    this.requestHigh[row] = other.requestHigh[from];
  }

  /** Row numbers by time; equal times keep their order. */
  order(): Uint32Array {
    const { time } = this;
    const order = Uint32Array.from({ length: this.rows }, (_, row) => row);
    return order.sort((a, b) => time[a] - time[b] || a - b);
  }

  private grow(): void {
    const wider = <T extends Uint8Array | Int32Array | Uint32Array | Float64Array>(column: T): T => {
      const bigger = new (column.constructor as new (length: number) => T)(column.length * 2);
      bigger.set(column);
      return bigger;
    };
    this.kind = wider(this.kind);
    this.time = wider(this.time);
    this.start = wider(this.start);
    this.end = wider(this.end);
    this.call = wider(this.call);
    this.peer = wider(this.peer);
    this.comm = wider(this.comm);
    this.tag = wider(this.tag);
    this.bytes = wider(this.bytes);
    this.received = wider(this.received);
    this.requestLow = wider(this.requestLow);
    this.requestHigh = wider(this.requestHigh);
  }
}
