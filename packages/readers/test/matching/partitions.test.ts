import { expect, it } from 'vitest';
import { firstMessageId, planPartitions } from '../../src/matching/index.ts';

it('cuts receivers into as many partitions as message ids have room for, and no more', () => {
  expect(planPartitions(3, 1e12).partitions).toBe(3);
  expect(planPartitions(1e5, 1e6).partitions).toBe(4);
  expect(planPartitions(1e5, 240e6).partitions).toBe(10);
  const { partitions } = planPartitions(1e5, 2e13);
  expect(partitions).toBe(4094);
  expect(Number.isSafeInteger(firstMessageId(511, partitions) + 2 ** 32)).toBe(true);
});
