import { type FileHandle, open } from 'node:fs/promises';
import type { ColumnSchema, TableSchema } from '@weft/model';

const ORIGIN_KEY = 'weft.time_origin';
/** Unix nanoseconds have up to 20 characters; the value is filled up with spaces, so that it can be put in later. */
const ORIGIN_LENGTH = 24;
/** Between a key of a footer and its value: the header and the length of the value. */
const BETWEEN = 2;
const TAIL_BYTES = 8;

/** What a file tells about itself: the table, its columns with their units and codes, and the origin of its times. */
export function tableMetadata({ name, doc, columns }: TableSchema): readonly (readonly [string, string])[] {
  const described = Object.entries(columns).map(([column, schema]) => [column, describeColumn(schema)]);
  return [
    ['weft.table', name],
    ['weft.doc', doc],
    ['weft.columns', JSON.stringify(Object.fromEntries(described))],
    [ORIGIN_KEY, originText(null)],
  ];
}

function describeColumn({ doc, unit, codes }: ColumnSchema): object {
  return { doc, unit, codes };
}

function originText(origin: string | null): string {
  return (origin ?? 'none').padEnd(ORIGIN_LENGTH);
}

/** Puts the origin, which is known when a dataset is complete, into a file that was written before. */
export async function stampOrigin(path: string, origin: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const place = await originPlace(file);
    if (place === null) return;
    await file.write(Buffer.from(originText(origin)), 0, ORIGIN_LENGTH, place);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function originPlace(file: FileHandle): Promise<number | null> {
  const { size } = await file.stat();
  const tail = Buffer.alloc(TAIL_BYTES);
  await file.read(tail, 0, TAIL_BYTES, size - TAIL_BYTES);
  const footer = Buffer.alloc(Math.min(size - TAIL_BYTES, tail.readUInt32LE(0)));
  const start = size - TAIL_BYTES - footer.length;
  await file.read(footer, 0, footer.length, start);
  const key = footer.lastIndexOf(ORIGIN_KEY);
  return key < 0 ? null : start + key + ORIGIN_KEY.length + BETWEEN;
}
