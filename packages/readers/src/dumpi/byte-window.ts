import { readSync } from 'node:fs';

/** Stays in a core's cache while its records are decoded. */
const FIRST_SIZE = 1 << 20;

/** A piece of a file in memory that moves forward; it grows only as far as one record needs and the file goes. */
export class ByteWindow {
  bytes: Uint8Array;
  /** Next byte to read and end of what is valid, both in `bytes`. */
  at = 0;
  limit = 0;
  /** File offset of bytes[0]. */
  base: number;
  private readonly file: number;
  private readonly end: number;

  /** Covers file offsets [from, end). */
  constructor(file: number, from: number, end: number, size = FIRST_SIZE) {
    this.file = file;
    this.base = from;
    this.end = end;
    this.bytes = new Uint8Array(Math.max(16, Math.min(size, end - from)));
  }

  get offset(): number {
    return this.base + this.at;
  }

  /** Bytes read so far and thrown away. */
  get left(): number {
    return this.end - this.offset;
  }

  /** Keeps what follows `at` and reads on; false where the file has no more. */
  refill(): boolean {
    const kept = this.limit - this.at;
    if (this.base + this.limit >= this.end) return false;
    if (this.at === 0 && kept === this.bytes.length) {
      const bigger = new Uint8Array(Math.min(this.bytes.length * 2, this.end - this.base));
      bigger.set(this.bytes);
      this.bytes = bigger;
    } else {
      this.bytes.copyWithin(0, this.at, this.limit);
      this.base += this.at;
      this.at = 0;
      this.limit = kept;
    }
    const wanted = Math.min(this.bytes.length - this.limit, this.end - this.base - this.limit);
    const read = readSync(this.file, this.bytes, this.limit, wanted, this.base + this.limit);
    this.limit += read;
    return read > 0;
  }
}
