import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOperations, partitionOf, viewOperations, WITHDRAWN } from '../../src/matching/operations.ts';
import { splitByPartition } from '../../src/matching/split-by-partition.ts';

const RANKS = 9;

test('every operation that was not withdrawn goes, in order, to the partition of its receiver', () => {
  const operation = fc.record({ dst: fc.nat(RANKS - 1), withdrawn: fc.boolean() });
  const kind = fc.constantFrom('send', 'receive');
  fc.assert(
    fc.property(
      fc.array(operation, { maxLength: 40 }),
      kind,
      fc.integer({ min: 1, max: 5 }),
      (list, kind, partitions) => {
        const block = createOperations(list.length + 3);
        list.forEach(({ dst, withdrawn }, row) => {
          block.dst[row] = kind === 'send' ? dst : 4;
          block.start[row] = row;
          block.comm[row] = withdrawn ? WITHDRAWN : 0;
        });
        const plan = { ranks: RANKS, partitions };
        const origin = { kind, rank: 4, sequence: 0 } as const;
        const found = splitByPartition(block, list.length, origin, plan).flatMap(
          ({ partition, rows, buffer, firstStart }) => {
            const { start, dst } = viewOperations(buffer);
            expect(firstStart).toBe(start[0]);
            return Array.from({ length: rows }, (_, row) => {
              expect(partitionOf(dst[row], plan)).toBe(partition);
              return { partition, row: start[row] };
            });
          },
        );
        const kept = list.flatMap(({ withdrawn }, row) => (withdrawn ? [] : [row]));
        expect(found.map(({ row }) => row).sort((a, b) => a - b)).toEqual(kept);
        const inOrder = found.every(
          ({ partition, row }, at) =>
            at === 0 || found[at - 1].partition !== partition || found[at - 1].row < row,
        );
        expect(inOrder).toBe(true);
      },
    ),
  );
});
