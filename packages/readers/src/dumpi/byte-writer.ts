/** Big-endian bytes that grow. */
export class ByteWriter {
  length = 0;
  private bytes = Buffer.alloc(1 << 16);

  u8(value: number): void {
    this.reserve(1);
    this.bytes[this.length++] = value & 0xff;
  }

  u16(value: number): void {
    this.reserve(2);
    this.length = this.bytes.writeUInt16BE(value & 0xffff, this.length);
  }

  u32(value: number): void {
    this.reserve(4);
    this.length = this.bytes.writeUInt32BE(value >>> 0, this.length);
  }

  u64(value: bigint): void {
    this.reserve(8);
    this.length = this.bytes.writeBigUInt64BE(BigInt.asUintN(64, value), this.length);
  }

  raw(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.bytes.set(bytes, this.length);
    this.length += bytes.length;
  }

  string16(text: string): void {
    const bytes = Buffer.from(text, 'utf8').subarray(0, 65_535);
    this.u16(bytes.length);
    this.raw(bytes);
  }

  string32(text: string): void {
    const bytes = Buffer.from(text, 'utf8');
    this.u32(bytes.length);
    this.raw(bytes);
  }

  /** What was written since the last take. */
  take(): Uint8Array {
    const taken = this.bytes.subarray(0, this.length);
    this.bytes = Buffer.alloc(Math.max(1 << 16, Math.min(this.bytes.length, 1 << 22)));
    this.length = 0;
    return taken;
  }

  private reserve(more: number): void {
    if (this.length + more <= this.bytes.length) return;
    const bigger = Buffer.alloc(Math.max(this.bytes.length * 2, this.length + more));
    this.bytes.copy(bigger);
    this.bytes = bigger;
  }
}
