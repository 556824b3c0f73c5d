import { constantText, createRandom, type Random, rowsFromBatch, tables } from '@weft/model';
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

it('tells samples, first, last and peak of each link, whether steps have the same links or others', () => {
  const random = createRandom('links');
  for (let round = 0; round < 50; round++) {
    const limits = { leastSamples: 0, leastPerSum: 0, mostSums: 5000 };
    const [sums, seen] = [new CounterSums(limits), new Map<number, [time: number, value: number][]>()];
    let links = someLinks(random, 3000);
    for (let step = 0; step < 12; step++) {
      if (random.below(3) === 0) links = someLinks(random, 3000);
      // Times come twice and out of order, too.
      const time = random.below(10);
      const values = Float64Array.from(links, () => random.below(4));
      links.forEach((link, row) => {
        seen.set(link, [...(seen.get(link) ?? []), [time, values[row]]]);
      });
      const metric = constantText('xmit', links.length);
      const times = new Float64Array(links.length).fill(time);
      sums.add({ rows: links.length, columns: { time: times, link: links, metric, value: values } });
    }
    const expected = [...seen].sort(([a], [b]) => a - b).map(([link, samples]) => slowSums(link, samples));
    const [batch] = sums.linkBatches();
    expect(rowsFromBatch(tables.link_sums, batch)).toEqual(expected);
  }
});

function someLinks(random: Random, below: number): Int32Array {
  return Int32Array.from({ length: 1 + random.below(20) }, () => random.below(below));
}

function slowSums(link: number, samples: readonly [time: number, value: number][]) {
  const times = samples.map(([time]) => time);
  const peak = Math.max(...samples.map(([, value]) => value));
  return {
    metric: 'xmit',
    link,
    samples: samples.length,
    value: samples.reduce((sum, [, value]) => sum + value, 0),
    first: Math.min(...times),
    last: Math.max(...times),
    peak,
    peak_time: Math.min(...samples.filter(([, value]) => value === peak).map(([time]) => time)),
  };
}
