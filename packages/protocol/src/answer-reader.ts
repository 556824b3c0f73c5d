import { type ErrorFacts, errorFromFacts, type Frame, type Progress, WeftError } from '@weft/model';
import { PACKET_HEADER_BYTES, packetKinds } from './answer-packet.ts';
import { frameFromArrow } from './arrow-decoder.ts';
import { badAnswer } from './bad-answer.ts';
import { joinBytes } from './join-bytes.ts';

interface Packet {
  readonly kind: number;
  readonly payload: Uint8Array;
}

/** The tables of an answer; tells progress on the way, and throws the error that the server sends. */
export async function readAnswer(
  chunks: AsyncIterable<Uint8Array>,
  onProgress: (progress: Progress) => void,
): Promise<Record<string, Frame>> {
  const tables = new Map<string, Frame>();
  let complete = false;
  for await (const { kind, payload } of splitPackets(chunks)) {
    switch (kind) {
      case packetKinds.progress:
        onProgress(readJson<Progress>(payload));
        break;
      case packetKinds.table:
        tables.set(...readNamedTable(payload));
        break;
      case packetKinds.error:
        throw errorFromFacts(readFacts(payload));
      // Read on to where the server closes it: leaving earlier would count as a cancelled request.
      case packetKinds.end:
        complete = true;
    }
  }
  if (complete) return Object.fromEntries(tables);
  throw new WeftError({
    code: 'ANSWER-CUT',
    message: 'the connection ended before the answer was complete',
    advice: 'Try again; if it stays so, look at the output of the server.',
  });
}

async function* splitPackets(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Packet> {
  let parts: Uint8Array[] = [];
  let held = 0;
  let wanted = PACKET_HEADER_BYTES;
  for await (const chunk of chunks) {
    parts.push(chunk);
    held += chunk.length;
    if (held < wanted) continue;
    let rest = joinBytes(parts);
    while (rest.length >= PACKET_HEADER_BYTES) {
      const view = new DataView(rest.buffer, rest.byteOffset, rest.byteLength);
      wanted = PACKET_HEADER_BYTES + view.getUint32(1, true);
      if (rest.length < wanted) break;
      yield { kind: rest[0], payload: rest.subarray(PACKET_HEADER_BYTES, wanted) };
      rest = rest.subarray(wanted);
      wanted = PACKET_HEADER_BYTES;
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

function readFacts(payload: Uint8Array): ErrorFacts {
  const facts = readJson<Partial<ErrorFacts> | null>(payload);
  const { code, message } = facts ?? {};
  if (typeof code !== 'string' || typeof message !== 'string') throw badAnswer('it tells no error');
  return { ...facts, code, message };
}

function readJson<T>(payload: Uint8Array): T {
  try {
    return JSON.parse(new TextDecoder().decode(payload));
  } catch {
    throw badAnswer('a message is not JSON');
  }
}
