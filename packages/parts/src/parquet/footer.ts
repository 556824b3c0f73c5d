import type { ColumnKind, ColumnSchema, TableSchema } from '@weft/model';
import { ByteSink } from './byte-sink.ts';
import {
  type ChunkFacts,
  CONVERTED,
  LOGICAL,
  MAGIC,
  REPETITION,
  type RowGroupFacts,
  TYPE,
  UNCOMPRESSED,
} from './format.ts';
import { tableMetadata } from './table-metadata.ts';
import { ThriftWriter } from './thrift-writer.ts';

const TYPES: Readonly<Record<ColumnKind, number>> = {
  int32: TYPE.INT32,
  int64: TYPE.INT64,
  float64: TYPE.DOUBLE,
  text: TYPE.BYTE_ARRAY,
  'int32[]': TYPE.INT32,
};

/** Columns that may hold NULL. */
export function isNullable({ optional }: ColumnSchema): boolean {
  return optional === true;
}

/** The end of a file: schema, places and statistics of all column chunks, and their length. */
export function footerBytes(
  schema: TableSchema,
  groups: readonly RowGroupFacts[],
  createdBy: string,
): Uint8Array {
  const sink = new ByteSink();
  const thrift = new ThriftWriter(sink);
  const columns = Object.entries(schema.columns);
  const elements = schemaElements(schema);
  thrift.struct(() => {
    thrift.i32(1, 1);
    thrift.structs(2, elements, (element) => element(thrift));
    thrift.i64(3, sum(groups.map(({ rows }) => rows)));
    thrift.structs(4, groups, (group) => writeRowGroup(thrift, columns, group));
    thrift.structs(5, tableMetadata(schema), ([key, value]) => {
      thrift.text(1, key);
      thrift.text(2, value);
    });
    thrift.text(6, createdBy);
    // Statistics follow the order of the types.
    thrift.structs(7, columns, () => thrift.structField(1, () => {}));
  });
  sink.int32(sink.length);
  sink.raw(Buffer.from(MAGIC));
  return sink.bytes();
}

type Element = (thrift: ThriftWriter) => void;

function schemaElements({ columns }: TableSchema): Element[] {
  const root: Element = (thrift) => {
    thrift.text(4, 'schema');
    thrift.i32(5, Object.keys(columns).length);
  };
  return [root, ...Object.entries(columns).flatMap(([name, column]) => columnElements(name, column))];
}

function columnElements(name: string, column: ColumnSchema): Element[] {
  if (column.kind === 'int32[]') return listElements(name);
  return [
    (thrift) => {
      thrift.i32(1, TYPES[column.kind]);
      thrift.i32(3, isNullable(column) ? REPETITION.OPTIONAL : REPETITION.REQUIRED);
      thrift.text(4, name);
      if (column.kind === 'text') annotate(thrift, CONVERTED.UTF8, LOGICAL.STRING);
    },
  ];
}

function listElements(name: string): Element[] {
  return [
    (thrift) => {
      thrift.i32(3, REPETITION.REQUIRED);
      thrift.text(4, name);
      thrift.i32(5, 1);
      annotate(thrift, CONVERTED.LIST, LOGICAL.LIST);
    },
    (thrift) => {
      thrift.i32(3, REPETITION.REPEATED);
      thrift.text(4, 'list');
      thrift.i32(5, 1);
    },
    (thrift) => {
      thrift.i32(1, TYPE.INT32);
      thrift.i32(3, REPETITION.REQUIRED);
      thrift.text(4, 'element');
    },
  ];
}

function annotate(thrift: ThriftWriter, converted: number, logical: number): void {
  thrift.i32(6, converted);
  thrift.structField(10, () => thrift.structField(logical, () => {}));
}

function writeRowGroup(
  thrift: ThriftWriter,
  columns: readonly [string, ColumnSchema][],
  group: RowGroupFacts,
): void {
  thrift.structs(1, columns, ([name, column]) => {
    const chunk = group.chunks[columns.findIndex(([other]) => other === name)];
    thrift.i64(2, 0);
    thrift.structField(3, () => writeChunk(thrift, name, column.kind, group.start, chunk));
  });
  thrift.i64(2, group.bytes);
  thrift.i64(3, group.rows);
  thrift.i64(5, group.start);
  thrift.i64(6, group.bytes);
}

function writeChunk(
  thrift: ThriftWriter,
  name: string,
  kind: ColumnKind,
  groupStart: number,
  chunk: ChunkFacts,
): void {
  thrift.i32(1, TYPES[kind]);
  thrift.i32s(2, [...chunk.encodings]);
  thrift.texts(3, kind === 'int32[]' ? [name, 'list', 'element'] : [name]);
  thrift.i32(4, UNCOMPRESSED);
  thrift.i64(5, chunk.values);
  thrift.i64(6, chunk.bytes);
  thrift.i64(7, chunk.bytes);
  thrift.i64(9, groupStart + chunk.dataPage);
  if (chunk.dataPage > chunk.start) thrift.i64(11, groupStart + chunk.start);
  thrift.structField(12, () => {
    thrift.i64(3, chunk.statistics.nulls);
    if (chunk.statistics.range) {
      thrift.binary(5, chunk.statistics.range.max);
      thrift.binary(6, chunk.statistics.range.min);
    }
  });
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
