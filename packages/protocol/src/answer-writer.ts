import { errorFacts, type Frame, type Progress } from '@weft/model';
import { PACKET_HEADER_BYTES, packetKinds } from './answer-packet.ts';
import { frameToArrowParts } from './arrow-encoder.ts';
import { createBytePipe } from './byte-pipe.ts';
import { joinBytes } from './join-bytes.ts';

export type AnsweringWork = (
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
) => Promise<Readonly<Record<string, Frame>>>;

type Bytes = Uint8Array<ArrayBuffer>;

/** Most bytes handed over at a time. */
const PIECE = 1 << 20;

/** Runs the work while the client listens, and sends no faster than it takes; a client that goes away cancels. */
export function writeAnswer(work: AnsweringWork, onEnd: () => void = () => undefined): ReadableStream<Bytes> {
  const abort = new AbortController();
  const pipe = createBytePipe(() => abort.abort());
  let last = Promise.resolve();
  const send = (kind: number, ...parts: Bytes[]): Promise<void> => {
    last = last.then(() => sendPacket(kind, parts));
    return last;
  };
  const sendPacket = async (kind: number, parts: readonly Bytes[]): Promise<void> => {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const header = packetHeader(kind, length);
    if (length <= PIECE) return pipe.push(joinBytes([header, ...parts]));
    await pipe.push(header);
    for (const part of parts) {
      for (let at = 0; at < part.length; at += PIECE) await pipe.push(part.subarray(at, at + PIECE));
    }
  };
  const perform = async (): Promise<void> => {
    try {
      const tables = await work(abort.signal, (progress) => {
        send(packetKinds.progress, json(progress)).catch(() => abort.abort());
      });
      for (const [name, frame] of Object.entries(tables)) {
        await send(packetKinds.table, nameBytes(name), ...frameToArrowParts(frame));
      }
    } catch (error) {
      await send(packetKinds.error, json(errorFacts(error)));
    }
    await send(packetKinds.end);
    pipe.end();
  };
  perform().catch(pipe.fail).finally(onEnd);
  return pipe.stream;
}

function packetHeader(kind: number, length: number): Bytes {
  const bytes = new Uint8Array(PACKET_HEADER_BYTES);
  bytes[0] = kind;
  new DataView(bytes.buffer).setUint32(1, length, true);
  return bytes;
}

/** [length of the name: u16 little-endian][name], which the Arrow stream follows. */
function nameBytes(name: string): Bytes {
  const text = new TextEncoder().encode(name);
  const bytes = new Uint8Array(2 + text.length);
  new DataView(bytes.buffer).setUint16(0, text.length, true);
  bytes.set(text, 2);
  return bytes;
}

function json(value: unknown): Bytes {
  return new TextEncoder().encode(JSON.stringify(value));
}
