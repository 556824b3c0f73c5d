const TWO_32 = 2 ** 32;

/** Bytes that grow at the end; numbers are little-endian, as everywhere in Parquet. */
export class ByteSink {
  length = 0;
  private array = new Uint8Array(4096);
  private view = new DataView(this.array.buffer);

  clear(): void {
    this.length = 0;
  }

  /** What was written so far; shared with the sink, so it holds until the sink is cleared. */
  bytes(): Uint8Array {
    return this.array.subarray(0, this.length);
  }

  /** Makes room for some bytes and returns where they go; `length` is for the caller to advance. */
  reserve(bytes: number): DataView {
    const needed = this.length + bytes;
    if (needed > this.array.length) {
      const larger = new Uint8Array(Math.max(needed, this.array.length * 2));
      larger.set(this.bytes());
      this.array = larger;
      this.view = new DataView(larger.buffer);
    }
    return this.view;
  }

  byte(value: number): void {
    this.reserve(1).setUint8(this.length++, value);
  }

  /** Changes a byte that is there already. */
  setByte(at: number, value: number): void {
    this.array[at] = value;
  }

  /** Four bytes for a length that is known later; returns what `endLength` needs. */
  startLength(): number {
    this.int32(0);
    return this.length;
  }

  endLength(start: number): void {
    this.view.setInt32(start - 4, this.length - start, true);
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.array.set(bytes, this.length);
    this.length += bytes.length;
  }

  int32(value: number): void {
    this.reserve(4).setInt32(this.length, value, true);
    this.length += 4;
  }

  /** An exact integer as two's complement of 64 bits. */
  int64(value: number): void {
    const view = this.reserve(8);
    view.setInt32(this.length, value | 0, true);
    view.setInt32(this.length + 4, Math.floor(value / TWO_32), true);
    this.length += 8;
  }

  int64s(values: Float64Array): void {
    const view = this.reserve(8 * values.length);
    let at = this.length;
    for (let row = 0; row < values.length; row++, at += 8) {
      const value = values[row];
      view.setInt32(at, value | 0, true);
      view.setInt32(at + 4, Math.floor(value / TWO_32), true);
    }
    this.length = at;
  }

  float64(value: number): void {
    this.reserve(8).setFloat64(this.length, value, true);
    this.length += 8;
  }

  /** Seven bits a byte, lowest first; for exact integers from 0. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 128) {
      this.byte((rest % 128) | 128);
      rest = Math.floor(rest / 128);
    }
    this.byte(rest);
  }

  /** Small numbers of either sign in few bytes; doubled, the value must still be exact. */
  zigzag(value: number): void {
    this.varint(value < 0 ? -2 * value - 1 : 2 * value);
  }
}
