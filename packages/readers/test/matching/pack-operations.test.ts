import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createOperations, type Operations } from '../../src/matching/operations.ts';
import { packOperations, unpackOperations } from '../../src/matching/pack-operations.ts';

const whole = fc.oneof(
  fc.constant(7),
  fc.integer({ min: -1, max: 200 }),
  fc.integer({ min: 0, max: 60_000 }),
  fc.integer({ min: -2147483648, max: 2147483647 }),
);
const time = fc.oneof(
  whole,
  fc.maxSafeInteger(),
  // No time is -0.
  fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e18, max: 1e18 }).map((value) => value + 0),
);
const operation = fc.record({
  start: time,
  end: time,
  bytes: time,
  src: whole,
  dst: whole,
  comm: whole,
  tag: whole,
  call: whole,
  flags: whole,
});

function blockOf(rows: readonly Record<keyof Columns, number>[]): Operations {
  const block = createOperations(rows.length);
  rows.forEach((row, at) => {
    for (const name of names) block[name][at] = row[name];
  });
  return block;
}

type Columns = Pick<Operations, (typeof names)[number]>;
const names = ['start', 'end', 'bytes', 'src', 'dst', 'comm', 'tag', 'call', 'flags'] as const;

describe('packed operations', () => {
  it('come out as they went in', () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 1, maxLength: 40 }), (rows) => {
        const block = blockOf(rows);
        const packed = packOperations(block, rows.length);
        const unpacked = createOperations(rows.length);
        unpackOperations(packed.buffer as ArrayBuffer, rows.length, unpacked);
        for (const name of names) expect(unpacked[name]).toEqual(block[name]);
      }),
      { numRuns: 500 },
    );
  });

  it('take few bytes where ranks send alike', () => {
    const rows = Array.from({ length: 8192 }, (_, at) => ({
      start: 1e15 + at * 20_000,
      end: 1e15 + at * 20_000 + 900 + (at % 50),
      bytes: 4096 * (1 + (at % 3)),
      src: 17,
      dst: at % 26,
      comm: 0,
      tag: at % 4,
      call: 3,
      flags: 0,
    }));
    expect(packOperations(blockOf(rows), rows.length).length / rows.length).toBeLessThan(10);
  });
});
