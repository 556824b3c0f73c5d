import { expect, it } from 'vitest';
import { CounterSums } from '../src/counter-sums.ts';

it('has sums of metrics with samples alone, whatever else a dictionary names', () => {
  const sums = new CounterSums({ leastSamples: 0, leastPerSum: 0, mostSums: 10 });
  sums.add({
    rows: 2,
    columns: {
      time: Float64Array.of(10, 20),
      link: Int32Array.of(3, 3),
      metric: { codes: Int32Array.of(2, 2), dictionary: ['wait', 'queue', 'data_sent'] },
      value: Float64Array.of(5, 7),
    },
  });
  expect(sums.linkBatches().map(({ columns }) => [columns.metric.dictionary, columns.value])).toEqual([
    [['data_sent'], Float64Array.of(12)],
  ]);
  expect(sums.stepBatches().map(({ columns }) => [columns.metric.dictionary, columns.value])).toEqual([
    [['data_sent'], Float64Array.of(5, 7)],
  ]);
});
