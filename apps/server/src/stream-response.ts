import { setImmediate } from 'node:timers/promises';
import { createBytePipe } from '@weft/protocol';

interface StreamOptions {
  readonly type: string;
  /** Bytes in all, where they are known. */
  readonly length?: number;
  /** Called once when the client has everything or is gone. */
  readonly onEnd?: () => void;
}

/** Most bytes handed over at a time. */
const PIECE = 1 << 20;

/** Sends parts no faster than the client takes them; other requests are answered in between. */
export function streamResponse(parts: Iterable<Uint8Array<ArrayBuffer>>, options: StreamOptions): Response {
  let gone = false;
  const pipe = createBytePipe(() => {
    gone = true;
  });
  const pump = async (): Promise<void> => {
    for (const part of parts) {
      for (let at = 0; at < part.length && !gone; at += PIECE) await pipe.push(part.subarray(at, at + PIECE));
      if (gone) return;
      await setImmediate();
    }
    pipe.end();
  };
  pump()
    .catch((error) => pipe.fail(error))
    .finally(options.onEnd);
  const headers = new Headers({ 'content-type': options.type, 'cache-control': 'no-store' });
  if (options.length !== undefined) headers.set('content-length', String(options.length));
  return new Response(pipe.stream, { headers });
}
