import type { ByteSink } from './byte-sink.ts';

const I16 = 4;
const I32 = 5;
const I64 = 6;
const BINARY = 8;
const LIST = 9;
const STRUCT = 12;

/**
 * Thrift's compact protocol, as far as Parquet's metadata needs it. Fields must come in the order of
 * their ids: each is written as the distance to the one before.
 */
export class ThriftWriter {
  private readonly sink: ByteSink;
  private last = 0;

  constructor(sink: ByteSink) {
    this.sink = sink;
  }

  /** A struct that is not a field: the outermost, or an item of a list. */
  struct(fields: () => void): void {
    const outer = this.last;
    this.last = 0;
    fields();
    this.sink.byte(0);
    this.last = outer;
  }

  structField(id: number, fields: () => void): void {
    this.header(id, STRUCT);
    this.struct(fields);
  }

  i16(id: number, value: number): void {
    this.header(id, I16);
    this.sink.zigzag(value);
  }

  i32(id: number, value: number): void {
    this.header(id, I32);
    this.sink.zigzag(value);
  }

  i64(id: number, value: number): void {
    this.header(id, I64);
    this.sink.zigzag(value);
  }

  text(id: number, text: string): void {
    this.binary(id, Buffer.from(text));
  }

  binary(id: number, bytes: Uint8Array): void {
    this.header(id, BINARY);
    this.bytes(bytes);
  }

  structs<T>(id: number, items: readonly T[], fields: (item: T) => void): void {
    this.listHeader(id, STRUCT, items.length);
    for (const item of items) this.struct(() => fields(item));
  }

  i32s(id: number, items: readonly number[]): void {
    this.listHeader(id, I32, items.length);
    for (const item of items) this.sink.zigzag(item);
  }

  texts(id: number, items: readonly string[]): void {
    this.listHeader(id, BINARY, items.length);
    for (const item of items) this.bytes(Buffer.from(item));
  }

  private bytes(bytes: Uint8Array): void {
    this.sink.varint(bytes.length);
    this.sink.raw(bytes);
  }

  private header(id: number, type: number): void {
    this.sink.byte(((id - this.last) << 4) | type);
    this.last = id;
  }

  private listHeader(id: number, type: number, length: number): void {
    this.header(id, LIST);
    if (length < 15) this.sink.byte((length << 4) | type);
    else {
      this.sink.byte(0xf0 | type);
      this.sink.varint(length);
    }
  }
}
