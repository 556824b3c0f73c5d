import { type ErrorFacts, errorFromFacts, type Frame, type Progress, WeftError } from '@weft/model';
import { frameFromArrow } from './arrow-frame.ts';

/**
 * A framed stream is a row of [kind: u8][length: u32 little-endian][payload]: progress, then tables,
 * then the end; an error may come at any time.
 */
export const FRAME_KIND = { progress: 1, table: 2, error: 3, end: 4 } as const;
const HEADER = 5;

export type Chunks = AsyncIterable<Uint8Array>;

export async function readFrameStream(
  chunks: Chunks,
  onProgress: (progress: Progress) => void,
): Promise<Record<string, Frame>> {
  const tables: Record<string, Frame> = {};
  let complete = false;
  for await (const { kind, payload } of splitFrames(chunks)) {
    switch (kind) {
      case FRAME_KIND.progress:
        onProgress(readJson(payload) as Progress);
        break;
      case FRAME_KIND.table: {
        const [name, frame] = readNamedTable(payload);
        tables[name] = frame;
        break;
      }
      case FRAME_KIND.error:
        throw errorFromFacts(readJson(payload) as ErrorFacts);
      // Read on to where the server closes it: leaving earlier would count as a cancelled request.
      case FRAME_KIND.end:
        complete = true;
    }
  }
  if (complete) return tables;
  throw new WeftError({
    code: 'ANSWER-CUT',
    message: 'the connection ended before the answer was complete',
    advice: 'Try again; if it stays so, look at the output of the server.',
  });
}

async function* splitFrames(chunks: Chunks): AsyncGenerator<{ kind: number; payload: Uint8Array }> {
  let parts: Uint8Array[] = [];
  let held = 0;
  let wanted = HEADER;
  for await (const chunk of chunks) {
    parts.push(chunk);
    held += chunk.length;
    if (held < wanted) continue;
    let rest = joinBytes(parts, held);
    while (rest.length >= HEADER) {
      const view = new DataView(rest.buffer, rest.byteOffset, rest.byteLength);
      wanted = HEADER + view.getUint32(1, true);
      if (rest.length < wanted) break;
      yield { kind: rest[0], payload: rest.subarray(HEADER, wanted) };
      rest = rest.subarray(wanted);
      wanted = HEADER;
    }
    parts = rest.length > 0 ? [rest] : [];
    held = rest.length;
  }
}

function readNamedTable(payload: Uint8Array): [string, Frame] {
  const length = payload[0] + payload[1] * 256;
  const name = new TextDecoder().decode(payload.subarray(2, 2 + length));
  // A copy puts the columns on the 8-byte boundary that typed arrays need.
  return [name, frameFromArrow(payload.slice(2 + length))];
}

function readJson(payload: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(payload));
}

function joinBytes(parts: readonly Uint8Array[], length: number): Uint8Array {
  if (parts.length === 1) return parts[0];
  const joined = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
