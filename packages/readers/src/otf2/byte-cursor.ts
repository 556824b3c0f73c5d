import { WeftError } from '@weft/model';

export const UNDEFINED_32 = 0xffffffff;
export const UNDEFINED_64 = 0xffffffffffffffffn;

const utf8 = new TextDecoder();

/** Checked reading of definition records and the anchor file; the event loop has its own reader. */
export class ByteCursor {
  readonly bytes: Uint8Array;
  readonly file: string;
  pos = 0;
  /** No field may reach past this. */
  end: number;
  littleEndian = true;
  record = 'chunk header';
  private readonly view: DataView;

  constructor(bytes: Uint8Array, file: string) {
    this.bytes = bytes;
    this.file = file;
    this.end = bytes.length;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get hasMore(): boolean {
    return this.pos < this.end;
  }

  u8(): number {
    return this.bytes[this.take(1)];
  }

  u32(): number {
    return this.view.getUint32(this.take(4), this.littleEndian);
  }

  u64(): bigint {
    return this.view.getBigUint64(this.take(8), this.littleEndian);
  }

  f64(): number {
    return this.view.getFloat64(this.take(8), this.littleEndian);
  }

  /** Compressed 32-bit number. */
  v32(): number {
    return Number(this.compressed(4));
  }

  /** Compressed 64-bit number. */
  v64(): bigint {
    return this.compressed(8);
  }

  s64(): bigint {
    return BigInt.asIntN(64, this.compressed(8));
  }

  string(): string {
    const stop = this.bytes.indexOf(0, this.pos);
    if (stop < 0 || stop >= this.end) throw this.fail('a text without its closing zero byte');
    const text = utf8.decode(this.bytes.subarray(this.pos, stop));
    this.pos = stop + 1;
    return text;
  }

  /** Record length: one byte, or 255 and eight bytes. */
  length(): number {
    const short = this.u8();
    const length = short === 255 ? this.u64() : BigInt(short);
    if (length > BigInt(this.end - this.pos)) {
      throw this.fail(`a record of ${length} bytes where ${this.end - this.pos} are left`);
    }
    return Number(length);
  }

  fail(fault: string): WeftError {
    return new WeftError({
      code: 'OTF2-BAD-RECORD',
      message: `damaged OTF2 file: ${fault}`,
      file: this.file,
      offset: this.pos,
      record: this.record,
      advice: 'Copy the archive again; with --keep-going the readable rest is imported.',
    });
  }

  private compressed(widest: 4 | 8): bigint {
    const size = this.u8();
    if (size === 255) return widest === 4 ? BigInt(UNDEFINED_32) : UNDEFINED_64;
    if (size > widest) {
      this.pos--;
      throw this.fail(`a compressed number of ${size} bytes, at most ${widest} are allowed`);
    }
    const from = this.take(size);
    let value = 0n;
    for (let i = 0; i < size; i++) {
      const at = this.littleEndian ? from + size - 1 - i : from + i;
      value = (value << 8n) | BigInt(this.bytes[at]);
    }
    return value;
  }

  private take(count: number): number {
    const from = this.pos;
    if (from + count > this.end) throw this.fail(`${count} bytes wanted, ${this.end - from} are left`);
    this.pos = from + count;
    return from;
  }
}

/** Reads the two bytes that open every chunk: a mark and the byte order. */
export function readChunkMark(cursor: ByteCursor): void {
  if (cursor.u8() !== 3) {
    cursor.pos--;
    throw cursor.fail('a chunk must begin with byte 3');
  }
  const order = cursor.u8();
  if (order !== 0x42 && order !== 0x23) {
    cursor.pos--;
    throw cursor.fail(`byte order mark 0x${order.toString(16)}, expected 0x42 or 0x23`);
  }
  cursor.littleEndian = order === 0x42;
}
