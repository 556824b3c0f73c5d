import { errorFacts, type Frame, type Progress } from '@weft/model';
import { frameToArrow } from './arrow.ts';

/**
 * One response that first tells progress and then the result. Repeated
 * [u8 kind][u32 little-endian length][payload].
 */
export const FRAMES_TYPE = 'application/x-weft-frames';

export const FrameKind = { progress: 1, table: 2, error: 3, end: 4 } as const;

export type FramedWork = (
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) => Promise<Readonly<Record<string, Frame>>>;

/** Runs the work while the client listens; a client that goes away cancels it. */
export function framedResponse(work: FramedWork): Response {
  const abort = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start: async (controller) => {
      const send = (kind: number, payload: Uint8Array): void => {
        if (abort.signal.aborted) return;
        controller.enqueue(header(kind, payload.length));
        controller.enqueue(payload);
      };
      try {
        const tables = await work(abort.signal, (progress) => send(FrameKind.progress, json(progress)));
        for (const [name, frame] of Object.entries(tables)) send(FrameKind.table, namedTable(name, frame));
      } catch (error) {
        send(FrameKind.error, json(errorFacts(error)));
      }
      send(FrameKind.end, new Uint8Array(0));
      if (!abort.signal.aborted) controller.close();
    },
    cancel: () => abort.abort(),
  });
  return new Response(body, { headers: { 'content-type': FRAMES_TYPE, 'cache-control': 'no-store' } });
}

function header(kind: number, length: number): Uint8Array {
  const bytes = new Uint8Array(5);
  bytes[0] = kind;
  new DataView(bytes.buffer).setUint32(1, length, true);
  return bytes;
}

function namedTable(name: string, frame: Frame): Uint8Array {
  const text = new TextEncoder().encode(name);
  const table = frameToArrow(frame);
  const payload = new Uint8Array(2 + text.length + table.length);
  new DataView(payload.buffer).setUint16(0, text.length, true);
  payload.set(text, 2);
  payload.set(table, 2 + text.length);
  return payload;
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}
