import { setImmediate } from 'node:timers/promises';
import { createBytePipe, joinBytes } from '@weft/protocol';

type Bytes = Uint8Array<ArrayBuffer>;

interface StreamOptions {
  readonly type: string;
  /** Bytes in all, where they are known. */
  readonly length?: number;
  /** Called once when the client has everything or is gone. */
  readonly onEnd: () => void;
}

/** Answers up to so many bytes are sent at once; of larger ones, so many are handed over at a time. */
const PIECE = 1 << 20;
/** Parts smaller than this are joined. */
const SMALL = 64 << 10;

/** Sends parts no faster than the client takes them; other requests are answered in between. */
export function streamResponse(parts: Iterable<Bytes>, options: StreamOptions): Response {
  const headers = new Headers({ 'content-type': options.type, 'cache-control': 'no-store' });
  const { length } = options;
  if (length !== undefined) headers.set('content-length', String(length));
  if (length !== undefined && length <= PIECE) {
    options.onEnd();
    return new Response(joinBytes([...parts]), { headers });
  }
  return new Response(pump(pieces(parts), options.onEnd), { headers });
}

function pump(parts: Iterable<Bytes>, onEnd: () => void): ReadableStream<Bytes> {
  let gone = false;
  const pipe = createBytePipe(() => {
    gone = true;
  });
  const run = async (): Promise<void> => {
    for (const part of parts) {
      await pipe.push(part);
      if (gone) return;
      await setImmediate();
    }
    pipe.end();
  };
  run().catch(pipe.fail).finally(onEnd);
  return pipe.stream;
}

/** Pieces that are neither tiny nor huge. */
function* pieces(parts: Iterable<Bytes>): Generator<Bytes> {
  let small: Bytes[] = [];
  let held = 0;
  for (const part of parts) {
    if (part.length < SMALL) {
      small.push(part);
      held += part.length;
      if (held < SMALL) continue;
    }
    if (held > 0) yield joinBytes(small);
    small = [];
    held = 0;
    if (part.length < SMALL) continue;
    for (let at = 0; at < part.length; at += PIECE) yield part.subarray(at, at + PIECE);
  }
  if (held > 0) yield joinBytes(small);
}
