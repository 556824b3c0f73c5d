/** Writes OTF2's primitive encodings. */
export class ByteWriter {
  bytes: Uint8Array<ArrayBuffer>;
  length = 0;
  readonly littleEndian: boolean;
  private view: DataView;

  constructor(littleEndian = true, capacity = 256) {
    this.littleEndian = littleEndian;
    this.bytes = new Uint8Array(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  u8(value: number): this {
    this.room(1);
    this.bytes[this.length++] = value;
    return this;
  }

  u32(value: number): this {
    this.room(4);
    this.view.setUint32(this.length, value, this.littleEndian);
    this.length += 4;
    return this;
  }

  u64(value: bigint | number): this {
    this.room(8);
    this.view.setBigUint64(this.length, BigInt(value), this.littleEndian);
    this.length += 8;
    return this;
  }

  f64(value: number): this {
    this.room(8);
    this.view.setFloat64(this.length, value, this.littleEndian);
    this.length += 8;
    return this;
  }

  v32(value: number): this {
    return value === 0xffffffff ? this.u8(255) : this.compressed(value);
  }

  v64(value: bigint | number): this {
    if (typeof value === 'number') return this.compressed(value);
    if (value === 0xffffffffffffffffn) return this.u8(255);
    let size = 0;
    while (value >> BigInt(8 * size) > 0n) size++;
    this.u8(size);
    for (let i = 0; i < size; i++) {
      const place = this.littleEndian ? i : size - 1 - i;
      this.u8(Number((value >> BigInt(8 * place)) & 255n));
    }
    return this;
  }

  s64(value: bigint): this {
    return this.v64(BigInt.asUintN(64, value));
  }

  str(text: string): this {
    return this.raw(new TextEncoder().encode(text)).u8(0);
  }

  raw(data: Uint8Array): this {
    this.room(data.length);
    this.bytes.set(data, this.length);
    this.length += data.length;
    return this;
  }

  /** A record with its length in front; `long` writes the nine-byte form. */
  record(id: number, fill: (fields: ByteWriter) => void, long = false): this {
    const fields = new ByteWriter(this.littleEndian, 64);
    fill(fields);
    this.u8(id);
    if (long || fields.length >= 255) this.u8(255).u64(fields.length);
    else this.u8(fields.length);
    return this.raw(fields.done());
  }

  done(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }

  private compressed(value: number): this {
    let size = 0;
    for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) size++;
    this.room(size + 1);
    this.bytes[this.length] = size;
    let rest = value;
    for (let i = 0; i < size; i++) {
      this.bytes[this.length + (this.littleEndian ? 1 + i : size - i)] = rest % 256;
      rest = Math.floor(rest / 256);
    }
    this.length += size + 1;
    return this;
  }

  private room(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const bigger = new Uint8Array(Math.max(this.bytes.length * 2, this.length + count));
    bigger.set(this.bytes.subarray(0, this.length));
    this.bytes = bigger;
    this.view = new DataView(bigger.buffer);
  }
}
