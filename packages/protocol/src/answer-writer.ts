import { errorFacts, type Frame, type Progress } from '@weft/model';
import { PACKET_HEADER_BYTES, packetKinds } from './answer-packet.ts';
import { frameToArrow } from './arrow-encoder.ts';

export type AnsweringWork = (
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) => Promise<Readonly<Record<string, Frame>>>;

/** Runs the work while the client listens; a client that goes away cancels it. */
export function writeAnswer(work: AnsweringWork): ReadableStream<Uint8Array<ArrayBuffer>> {
  const abort = new AbortController();
  return new ReadableStream({
    start: async (controller) => {
      const send = (kind: number, payload: Uint8Array<ArrayBuffer>): void => {
        if (abort.signal.aborted) return;
        controller.enqueue(packetHeader(kind, payload.length));
        controller.enqueue(payload);
      };
      try {
        const tables = await work(abort.signal, (progress) => send(packetKinds.progress, json(progress)));
        for (const [name, frame] of Object.entries(tables)) send(packetKinds.table, namedTable(name, frame));
      } catch (error) {
        send(packetKinds.error, json(errorFacts(error)));
      }
      send(packetKinds.end, new Uint8Array(0));
      if (!abort.signal.aborted) controller.close();
    },
    cancel: () => abort.abort(),
  });
}

function packetHeader(kind: number, length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(PACKET_HEADER_BYTES);
  bytes[0] = kind;
  new DataView(bytes.buffer).setUint32(1, length, true);
  return bytes;
}

/** [length of the name: u16 little-endian][name][Arrow stream] */
function namedTable(name: string, frame: Frame): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(name);
  const table = frameToArrow(frame);
  const payload = new Uint8Array(2 + text.length + table.length);
  new DataView(payload.buffer).setUint16(0, text.length, true);
  payload.set(text, 2);
  payload.set(table, 2 + text.length);
  return payload;
}

function json(value: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(value));
}
