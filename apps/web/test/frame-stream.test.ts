import type { Progress } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame } from '../../../test/browser/arrow-answer.ts';
import { readFrameStream } from '../src/api/frame-stream.ts';

const progress: Progress = { label: 'Half', done: 1, total: 2, unit: 'steps' };
const table = encodeFrame({ rows: 2, columns: { id: Int32Array.of(7, 9) } });

function encode(kind: number, payload: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(5 + payload.length);
  bytes[0] = kind;
  new DataView(bytes.buffer).setUint32(1, payload.length, true);
  bytes.set(payload, 5);
  return bytes;
}

function json(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

const stream = Buffer.concat([
  encode(1, json(progress)),
  encode(2, Buffer.concat([Buffer.from([4, 0]), Buffer.from('jobs'), table])),
  encode(4, new Uint8Array(0)),
]);

async function* cut(bytes: Uint8Array, places: readonly number[]): AsyncGenerator<Uint8Array> {
  let from = 0;
  for (const to of [...places].sort((a, b) => a - b)) {
    yield bytes.subarray(from, to);
    from = to;
  }
  yield bytes.subarray(from);
}

describe('readFrameStream', () => {
  it('reads the same wherever the network cuts it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(stream.length), { maxLength: 12 }), async (places) => {
        const told: Progress[] = [];
        const tables = await readFrameStream(cut(stream, places), (one) => told.push(one));
        expect(told).toEqual([progress]);
        expect(tables.jobs.columns.id).toEqual(Int32Array.of(7, 9));
      }),
      { numRuns: 200 },
    );
  });

  it('throws the error of the server', async () => {
    const failed = encode(3, json({ code: 'BOOM', message: 'it broke', advice: 'Mend it.' }));
    await expect(readFrameStream(cut(failed, []), () => {})).rejects.toMatchObject({
      code: 'BOOM',
      advice: 'Mend it.',
    });
  });

  it('notices a stream that ends too early', async () => {
    const short = stream.subarray(0, stream.length - 6);
    await expect(readFrameStream(cut(short, []), () => {})).rejects.toMatchObject({ code: 'ANSWER-CUT' });
  });
});
