import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { inflateZstd } from '../../src/source/inflate-zstd.ts';

const FRAME = [0x28, 0xb5, 0x2f, 0xfd];
/** Of 128 KiB. */
const WINDOW = 7 << 3;

interface Block {
  readonly kind: 'as it is' | 'repeated';
  readonly bytes: readonly number[];
  readonly length: number;
}

const text = (content: string): Block => ({
  kind: 'as it is',
  bytes: [...Buffer.from(content)],
  length: content.length,
});
const repeated = (length: number): Block => ({ kind: 'repeated', bytes: [97], length });

function block({ kind, bytes, length }: Block, isLast: boolean): number[] {
  const header = Number(isLast) | ((kind === 'repeated' ? 1 : 0) << 1) | (length << 3);
  return [header & 255, (header >> 8) & 255, header >> 16, ...bytes];
}

function frame(contents: readonly Block[], window = WINDOW): number[] {
  const last = contents.length - 1;
  return [...FRAME, 0, window, ...contents.flatMap((one, at) => block(one, at === last))];
}

/** The bytes that come out, which also come in pieces of one. */
async function unpacked(bytes: readonly number[], signal?: AbortSignal): Promise<string[]> {
  const raw = Readable.from(bytes.map((byte) => Uint8Array.of(byte)));
  const pieces: string[] = [];
  for await (const piece of inflateZstd(raw, 'x.zst', signal)) pieces.push(Buffer.from(piece).toString());
  return pieces;
}

describe('zstd', () => {
  it('is unpacked over blocks, frames and what is to be skipped', async () => {
    const skipped = [0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
    const bytes = [...frame([text('one '), repeated(3)]), ...skipped, ...frame([text(' two')])];
    expect((await unpacked(bytes)).join('')).toBe('one aaa two');
    expect((await unpacked([])).join('')).toBe('');
  });

  it('comes block by block, so that a small file that grows is counted as it does', async () => {
    let taken = 0;
    const raw = Readable.from([
      Uint8Array.from(frame(Array.from({ length: 1000 }, () => repeated(1 << 17)))),
    ]);
    for await (const piece of inflateZstd(raw, 'x.zst')) {
      taken++;
      expect(piece.length).toBeLessThanOrEqual(1 << 17);
      if (taken === 3) break;
    }
    expect([taken, raw.destroyed]).toEqual([3, true]);
  });

  it('is refused where unpacking takes more memory than files of zstd take', async () => {
    for (const window of [17 << 3, (19 << 3) | 7, 31 << 3, 255]) {
      const refused = window > 17 << 3;
      const result = unpacked(frame([text('x')], window));
      if (refused) await expect(result).rejects.toMatchObject({ code: 'ARCHIVE-UNSUPPORTED', file: 'x.zst' });
      else expect((await result).join('')).toBe('x');
    }
    const whole = [...FRAME, 0b11100000, 0, 0, 0, 0, 1, 0, 0, 0];
    await expect(unpacked(whole)).rejects.toMatchObject({ code: 'ARCHIVE-UNSUPPORTED' });
  });

  it('is refused where it is cut off or something else', async () => {
    const bytes = frame([text('one '), text('two')]);
    for (let end = 1; end < bytes.length; end++)
      await expect(unpacked(bytes.slice(0, end))).rejects.toThrow();
    await expect(unpacked([...bytes, 1, 2, 3, 4, 5])).rejects.toThrow('invalid zstd data');
  });

  it('stops where nobody wants it, though its blocks hold nothing', async () => {
    const bytes = frame(Array.from({ length: 10_000 }, () => text('')));
    const abort = new AbortController();
    const ends = unpacked(bytes, abort.signal);
    abort.abort();
    await expect(ends).rejects.toMatchObject({ name: 'AbortError' });
  });
});
