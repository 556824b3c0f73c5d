import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blockBytes, type ExpandedCollective, expandCollective } from '../../src/index.ts';

const size = fc.integer({ min: 1, max: 33 });

function expand(call: string, p: number, bytes: (i: number) => number, root = -1, ringFrom?: number) {
  const members = Array.from({ length: p }, (_, i) => 100 + i);
  return expandCollective(
    { call, members, bytes: members.map((_, i) => bytes(i)), root },
    { ringFrom },
  ) as ExpandedCollective;
}

/** What each member knows after all rounds, when a message carries all that its sender knows. */
function knowledge({ src, dst, round, rounds }: ExpandedCollective, p: number): Set<number>[] {
  let known = Array.from({ length: p }, (_, i) => new Set([i]));
  for (let r = 0; r < rounds; r++) {
    const next = known.map((set) => new Set(set));
    src.forEach((from, at) => {
      if (round[at] === r) for (const fact of known[from - 100]) next[dst[at] - 100].add(fact);
    });
    known = next;
  }
  return known;
}

describe('expandCollective', () => {
  it.each(['MPI_Barrier', 'MPI_Allreduce', 'MPI_Allgather', 'MPI_Alltoall', 'MPI_Reduce_scatter'])(
    'lets everyone hear of everyone in %s',
    (call) => {
      fc.assert(
        fc.property(size, fc.boolean(), (p, large) => {
          const expanded = expand(call, p, () => 64, -1, large ? 1 : 1e9);
          for (const known of knowledge(expanded, p)) expect(known.size).toBe(p);
        }),
      );
    },
  );

  it('reaches all from the root, and the root from all', () => {
    fc.assert(
      fc.property(size, fc.nat(), (p, seed) => {
        const root = seed % p;
        for (const call of ['MPI_Bcast', 'MPI_Scatter', 'MPI_Scatterv']) {
          for (const known of knowledge(
            expand(call, p, () => 8, root),
            p,
          ))
            expect(known.has(root)).toBe(true);
        }
        for (const call of ['MPI_Reduce', 'MPI_Gather', 'MPI_Gatherv']) {
          expect(
            knowledge(
              expand(call, p, () => 8, root),
              p,
            )[root].size,
          ).toBe(p);
        }
      }),
    );
  });

  it('moves as many bytes as the algorithm must', () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 0, max: 10_000 }), (p, n) => {
        const total = (call: string, root = -1, ringFrom = 1e9) =>
          expand(call, p, () => n, root, ringFrom).bytes.reduce((sum, bytes) => sum + bytes, 0);
        expect(total('MPI_Bcast', 0)).toBe((p - 1) * n);
        expect(total('MPI_Reduce', 0)).toBe((p - 1) * n);
        expect(total('MPI_Gatherv', 0)).toBe((p - 1) * n);
        expect(total('MPI_Allgather')).toBe(p * (p - 1) * n);
        const own = Array.from({ length: p }, (_, i) => blockBytes(n, p, i)).reduce(
          (sum, bytes) => sum + bytes,
          0,
        );
        expect(own).toBe(n);
        expect(total('MPI_Alltoall')).toBe(p * n - n);
        expect(total('MPI_Allreduce', -1, 0)).toBe(2 * (p - 1) * n);
      }),
    );
  });

  it('sends what a binomial tree of 5 sends', () => {
    const { src, dst, round, algorithm } = expand('MPI_Bcast', 5, () => 1, 1);
    expect(algorithm).toBe('binomial');
    expect(src.map((from, at) => `${round[at]}: ${from}->${dst[at]}`)).toEqual([
      '0: 101->100',
      '1: 101->103',
      '2: 101->102',
      '2: 103->104',
    ]);
  });

  it('knows nothing about other calls', () => {
    expect(expandCollective({ call: 'MPI_Wait', members: [0], bytes: [0], root: -1 })).toBeNull();
  });
});
