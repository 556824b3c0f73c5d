import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PhaseEdges } from '../src/commgram/phase-edges.ts';
import { joinAtoms, type PhaseTraffic } from '../src/commgram/phase-picture.ts';

const RANKS = 90;

/** Each atom as [src, dst, bytes] without repeats, in order. */
const atoms = fc.array(
  fc
    .uniqueArray(fc.tuple(fc.nat(2), fc.nat(RANKS - 1), fc.nat(9)), {
      selector: ([src, dst]) => src * RANKS + dst,
      maxLength: 120,
    })
    .map((edges) => edges.sort((a, b) => a[0] - b[0] || a[1] - b[1])),
  { minLength: 1, maxLength: 6 },
);

function edgesOf(list: readonly (readonly (readonly number[])[])[]): PhaseEdges {
  const all = list.flat();
  const offsets = new Int32Array(list.length + 1);
  list.forEach((atom, at) => {
    offsets[at + 1] = offsets[at] + atom.length;
  });
  const times = new Float64Array(list.length);
  return {
    phases: list.length,
    ranks: RANKS,
    offsets,
    src: Int32Array.from(all, ([src]) => src),
    dst: Int32Array.from(all, ([, dst]) => dst),
    bytes: Float64Array.from(all, ([, , bytes]) => bytes),
    messages: new Float64Array(all.length).fill(1),
    start: times,
    end: times,
  };
}

const rowsOf = ({ src, dst, bytes, messages }: PhaseTraffic) =>
  Array.from(src, (from, e) => [from, dst[e], bytes[e], messages[e]]);

describe('traffic of several atoms', () => {
  it('is added up by sender and receiver, in their order', () => {
    fc.assert(
      fc.property(atoms, fc.nat(5), fc.nat(5), (list, a, b) => {
        const from = Math.min(a, b, list.length - 1);
        const to = Math.min(list.length, Math.max(a, b) + 1);
        const sums = new Map<number, number[]>();
        for (const [src, dst, bytes] of list.slice(from, to).flat()) {
          const known = sums.get(src * RANKS + dst) ?? [src, dst, 0, 0];
          sums.set(src * RANKS + dst, [src, dst, known[2] + bytes, known[3] + 1]);
        }
        const expected = [...sums.values()].sort((x, y) => x[0] - y[0] || x[1] - y[1]);
        expect(rowsOf(joinAtoms(edgesOf(list), from, to))).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });
});
