import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PartitionMatcher } from '../../src/matching/match-partition.ts';
import { createOperations, operationFlag } from '../../src/matching/operations.ts';

interface Op {
  readonly src: number;
  readonly dst: number;
  readonly comm: number;
  readonly tag: number;
  readonly start: number;
  readonly flags?: number;
  readonly bytes?: number;
}

function blockOf(ops: readonly Op[]) {
  const block = createOperations(ops.length);
  ops.forEach((op, row) => {
    block.src[row] = op.src;
    block.dst[row] = op.dst;
    block.comm[row] = op.comm;
    block.tag[row] = op.tag;
    block.start[row] = op.start;
    block.end[row] = op.start + 1;
    block.bytes[row] = op.bytes ?? row;
    block.flags[row] = op.flags ?? 0;
  });
  return block;
}

function match(sends: readonly Op[], receives: readonly Op[], sendsFirst = true) {
  const matcher = new PartitionMatcher();
  const addSends = () => matcher.addSends(blockOf(sends), sends.length);
  const addReceives = () => matcher.addReceives(blockOf(receives), receives.length);
  if (sendsFirst) addSends();
  addReceives();
  if (!sendsFirst) addSends();
  matcher.finish();
  const { columns } = matcher.messages.batch(0, 0, []);
  const pairs = Array.from(columns.send_start, (start, row): [number, number] => [
    start,
    columns.recv_start[row],
  ]);
  return { pairs: pairs.sort((a, b) => a[0] - b[0]), counts: matcher.counts };
}

/** Slow and obvious: each receive, in order, looks for the first free send of its channel. */
function reference(sends: readonly Op[], receives: readonly Op[]): [number, number][] {
  const taken = new Map<Op, number>();
  for (const receive of receives) {
    const send = sends.find(
      (s) =>
        !taken.has(s) &&
        s.src === receive.src &&
        s.dst === receive.dst &&
        s.comm === receive.comm &&
        s.tag === receive.tag,
    );
    if (send) taken.set(send, receive.start);
  }
  return sends.map((s): [number, number] => [s.start, taken.get(s) ?? -1]).sort((a, b) => a[0] - b[0]);
}

const small = fc.integer({ min: 0, max: 2 });
const opList = fc
  .array(fc.record({ src: small, dst: small, comm: small, tag: small }), { maxLength: 60 })
  .map((ops) => ops.map((op, start) => ({ ...op, start })));

describe('PartitionMatcher', () => {
  it('gives what brute force gives, in either order of arrival', () => {
    fc.assert(
      fc.property(opList, opList, fc.boolean(), (sends, receives, sendsFirst) => {
        const { pairs, counts } = match(sends, receives, sendsFirst);
        expect(pairs).toEqual(reference(sends, receives));
        expect(counts.matched + counts.unmatchedSends).toBe(sends.length);
        expect(counts.matched + counts.unmatchedReceives).toBe(receives.length);
      }),
      { numRuns: 300 },
    );
  });

  it('lets open receives take what the others leave, earliest first', () => {
    const sends = [
      { src: 1, dst: 0, comm: 0, tag: 7, start: 10 },
      { src: 2, dst: 0, comm: 0, tag: 7, start: 5 },
      { src: 2, dst: 0, comm: 0, tag: 8, start: 20 },
    ];
    const receives = [
      { src: -1, dst: 0, comm: 0, tag: 7, start: 100 },
      { src: 1, dst: 0, comm: 0, tag: 7, start: 101 },
      { src: 2, dst: 0, comm: 0, tag: -1, start: 102 },
      { src: -1, dst: 0, comm: 0, tag: -1, start: 103 },
    ];
    const { pairs, counts } = match(sends, receives);
    expect(pairs).toEqual([
      [5, 100],
      [10, 101],
      [20, 102],
    ]);
    expect(counts).toMatchObject({ matched: 3, guessed: 2, unmatchedReceives: 1, unmatchedSends: 0 });
  });

  it('lets receives that leave everything open choose after those that do not', () => {
    const sends = [
      { src: 1, dst: 0, comm: 0, tag: 1, start: 1 },
      { src: 2, dst: 0, comm: 0, tag: 2, start: 2 },
    ];
    const receives = [
      { src: -1, dst: 0, comm: 0, tag: -1, start: 10 },
      { src: 1, dst: 0, comm: 0, tag: -1, start: 11 },
    ];
    expect(match(sends, receives).pairs).toEqual([
      [1, 11],
      [2, 10],
    ]);
  });

  it('takes a receive that was asked to be cancelled for cancelled when no message is left for it', () => {
    const op = { src: 1, dst: 0, comm: 0, tag: 1, start: 1 };
    const receives = [
      { ...op, start: 2, flags: operationFlag.maybeCancelled },
      { ...op, start: 3 },
    ];
    const { pairs, counts } = match([op], receives);
    expect(pairs).toEqual([[1, 3]]);
    expect(counts).toMatchObject({ matched: 1, cancelledReceives: 1, unmatchedReceives: 0 });
  });

  it('counts messages that do not fit the receive they were given', () => {
    const op = { src: 1, dst: 0, comm: 0, tag: 1, start: 1 };
    // The receive of the first message is not recorded.
    const sends = [10, 30, 20].map((bytes, at) => ({ ...op, bytes, start: at }));
    const receives = [30, 20].map((bytes, at) => ({ ...op, bytes, start: 10 + at }));
    expect(match(sends, receives).counts).toMatchObject({ matched: 2, unmatchedSends: 1, tooLarge: 1 });
  });
});
