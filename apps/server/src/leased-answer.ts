import { type Frame, type TableName, tableSchema } from '@weft/model';
import { ARROW_TYPE, frameToArrowParts, JSON_TYPE } from '@weft/protocol';
import type { Context } from 'hono';
import type { Lease } from './answer-budget.ts';
import { encodeTexts, jsonPieces } from './json-frame.ts';
import { checkResultSize, type Limits } from './limits.ts';
import { streamResponse } from './stream-response.ts';

/** An answer that fails gives its memory back. */
export async function leased(lease: Lease, answer: (lease: Lease) => Promise<Response>): Promise<Response> {
  try {
    return await answer(lease);
  } catch (error) {
    lease.release();
    throw error;
  }
}

export function holdWithin(lease: Lease, limits: Limits): (bytes: number) => Promise<void> {
  return (bytes) => {
    checkResultSize(bytes, limits);
    return lease.hold(bytes);
  };
}

/** The page takes numbers as they lie in memory; who names JSON or Arrow gets missing values and 64-bit integers as such. */
export function sendRows(context: Context, table: TableName, frame: Frame, lease: Lease): Response {
  const { columns } = tableSchema(table);
  if (wantsJson(context)) return streamLeased(encodeTexts(jsonPieces(frame, columns)), JSON_TYPE, lease);
  const parts = frameToArrowParts(frame, wantsTypedArrow(context) ? columns : undefined);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return streamLeased(parts, ARROW_TYPE, lease, length);
}

export function streamLeased(
  parts: Iterable<Uint8Array<ArrayBuffer>>,
  type: string,
  lease: Lease,
  length?: number,
): Response {
  lease.complete();
  return streamResponse(parts, { type, length, onEnd: lease.release });
}

export function wantsJson(context: Context): boolean {
  return names(context, JSON_TYPE);
}

/** Who names Arrow is another program than the page. */
export function wantsTypedArrow(context: Context): boolean {
  return names(context, ARROW_TYPE);
}

function names(context: Context, type: string): boolean {
  return (context.req.header('accept') ?? '').includes(type);
}
