import { ByteSink } from './byte-sink.ts';
import { ENCODING, PAGE } from './format.ts';
import { ThriftWriter } from './thrift-writer.ts';

/** Body: levels with their lengths, then values. */
export function writeDataPage(out: ByteSink, body: Uint8Array, entries: number, encoding: number): void {
  writePage(out, PAGE.DATA, body, (thrift) =>
    thrift.structField(5, () => {
      thrift.i32(1, entries);
      thrift.i32(2, encoding);
      thrift.i32(3, ENCODING.RLE);
      thrift.i32(4, ENCODING.RLE);
    }),
  );
}

export function writeDictionaryPage(out: ByteSink, values: number, write: (body: ByteSink) => void): void {
  const body = new ByteSink();
  write(body);
  writePage(out, PAGE.DICTIONARY, body.bytes(), (thrift) =>
    thrift.structField(7, () => {
      thrift.i32(1, values);
      thrift.i32(2, ENCODING.PLAIN);
    }),
  );
}

function writePage(
  out: ByteSink,
  type: number,
  body: Uint8Array,
  writeKind: (thrift: ThriftWriter) => void,
): void {
  const thrift = new ThriftWriter(out);
  thrift.struct(() => {
    thrift.i32(1, type);
    thrift.i32(2, body.length);
    thrift.i32(3, body.length);
    writeKind(thrift);
  });
  out.raw(body);
}
