import { errorFacts, WeftError } from '@weft/model';
import { ByteCursor, readChunkMark } from './byte-cursor.ts';

/**
 * Walks the records of a definition file (global or local). The visitor sees the cursor at the first
 * field and need not read to the end. Returns the number of records; with `keepGoing` damage ends
 * the walk and is handed to `onLoss`.
 */
export function walkDefinitions(
  bytes: Uint8Array,
  file: string,
  chunkSize: number,
  visit: (id: number, cursor: ByteCursor) => void,
  onLoss: ((error: WeftError) => void) | null,
): number {
  const cursor = new ByteCursor(bytes, file);
  let records = 0;
  try {
    for (let chunk = 0; ; chunk++) {
      if (!openChunk(cursor, chunk * chunkSize, chunkSize)) throw truncated(cursor);
      for (;;) {
        cursor.record = `definition ${records + 1}`;
        if (!cursor.hasMore) throw truncated(cursor);
        const id = cursor.u8();
        if (id === 2) return records;
        if (id === 0) break;
        if (id === 1) continue;
        visitRecord(cursor, id, visit);
        records++;
      }
    }
  } catch (error) {
    if (onLoss === null || !(error instanceof WeftError)) throw error;
    onLoss(new WeftError(errorFacts(error)));
    return records;
  }
}

function openChunk(cursor: ByteCursor, from: number, chunkSize: number): boolean {
  if (from >= cursor.bytes.length) {
    cursor.pos = cursor.bytes.length;
    return false;
  }
  cursor.pos = from;
  cursor.end = Math.min(cursor.bytes.length, from + chunkSize);
  cursor.record = 'chunk header';
  readChunkMark(cursor);
  cursor.u64();
  cursor.u64();
  return true;
}

function visitRecord(cursor: ByteCursor, id: number, visit: (id: number, cursor: ByteCursor) => void): void {
  const chunkEnd = cursor.end;
  const length = cursor.length();
  cursor.end = cursor.pos + length;
  visit(id, cursor);
  cursor.pos = cursor.end;
  cursor.end = chunkEnd;
}

function truncated(cursor: ByteCursor): WeftError {
  return new WeftError({
    code: 'OTF2-TRUNCATED',
    message:
      cursor.bytes.length === 0 ? 'the definition file is empty' : 'the definition file has no end mark',
    file: cursor.file,
    offset: cursor.pos,
    record: cursor.record,
    advice: 'The run may have been killed; with --keep-going what is readable is imported.',
  });
}
