import { batchFromRows, rowsFromBatch, tables } from '@weft/model';
import { CounterSums } from '@weft/parts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hottestLinks } from '../src/index.ts';
import { runAnalysis, type SmallTables } from './reference/run-analysis.ts';

const LINKS = 6;
const STEP = 10;
const metric = fc.constantFrom('data_sent', 'wait');
const even = fc.record({ step: fc.nat(7), link: fc.nat(LINKS - 1), metric, value: fc.nat(1000) });
const list = fc.uniqueArray(even, {
  minLength: 1,
  maxLength: 60,
  selector: ({ step, link, metric }) => `${step} ${link} ${metric}`,
});
type Sample = typeof even extends fc.Arbitrary<infer S> ? S : never;

const ALWAYS = { leastSamples: 0, leastPerSum: 0, mostSums: 100 };

function countersOf(samples: readonly Sample[], timeOf: (step: number) => number) {
  const rows = samples.map(({ step, ...rest }) => ({ time: timeOf(step), ...rest }));
  return rows.sort((a, b) => a.time - b.time);
}

type Counters = ReturnType<typeof countersOf>;

function sumsOf(counters: Counters, limits = ALWAYS): CounterSums {
  const sums = new CounterSums(limits);
  for (let at = 0; at < counters.length; at += 7)
    sums.add(batchFromRows(tables.counters, counters.slice(at, at + 7)));
  return sums;
}

const linkRows = (sums: CounterSums) =>
  sums.linkBatches().flatMap((batch) => rowsFromBatch(tables.link_sums, batch));
const stepRows = (sums: CounterSums) =>
  sums.stepBatches().flatMap((batch) => rowsFromBatch(tables.step_sums, batch));

describe('sums of counters', () => {
  it('are those of a slow count', () => {
    fc.assert(
      fc.property(list, (samples) => {
        const counters = countersOf(samples, (step) => (step + 1) * STEP);
        const sums = sumsOf(counters);
        expect(linkRows(sums).sort(byLink)).toEqual(slowLinks(counters).sort(byLink));
        for (const { metric, time, value } of stepRows(sums)) {
          const own = counters.filter((row) => row.metric === metric && row.time === time);
          expect(value).toBe(total(own));
        }
        expect(stepRows(sums).length).toBe(
          new Set(counters.map(({ metric, time }) => `${metric} ${time}`)).size,
        );
      }),
    );
  });

  it('give the same hottest links as the counters, in steps of equal and of different lengths', async () => {
    const spacing = fc.constantFrom(
      (step: number) => (step + 1) * STEP,
      (step: number) => (step + 1) ** 2 * STEP,
    );
    const capacity = fc.array(fc.constantFrom(0, 1, 5e9), { minLength: LINKS, maxLength: LINKS });
    const time = fc.constantFrom(null, [20, 60] as [number, number]);
    await fc.assert(
      fc.asyncProperty(list, spacing, capacity, time, async (samples, timeOf, capacities, range) => {
        const counters = countersOf(samples, timeOf);
        const sums = sumsOf(counters);
        const plain: SmallTables = {
          links: linksWith(capacities),
          counters: batchFromRows(tables.counters, counters),
        };
        const summed: SmallTables = {
          ...plain,
          link_sums: batchFromRows(tables.link_sums, linkRows(sums)),
          step_sums: batchFromRows(tables.step_sums, stepRows(sums)),
        };
        const params = { metric: 'data_sent', interval: STEP, time: range, limit: 4 };
        const hottest = async (given: SmallTables) =>
          rowsFromBatch(hottestLinks.result.links, (await runAnalysis(hottestLinks, given, params)).links);
        expect(await hottest(summed)).toEqual(await hottest(plain));
      }),
    );
  });

  it('are written where they stand for many samples each, and never for too many links', () => {
    const counters = countersOf(
      [0, 1, 2, 3].map((step) => ({ step, link: step % 2, metric: 'data_sent' as const, value: 1 })),
      (step) => step,
    );
    const worth = (limits: Partial<typeof ALWAYS>) => sumsOf(counters, { ...ALWAYS, ...limits }).worthWriting;
    expect(worth({ leastPerSum: 2 })).toBe(true);
    expect(worth({ leastPerSum: 3 })).toBe(false);
    expect(worth({ leastSamples: 5 })).toBe(false);
    expect(worth({ mostSums: 1 })).toBe(false);
  });
});

function byLink(a: { metric: string | null; link: number }, b: { metric: string | null; link: number }) {
  return (a.metric ?? '').localeCompare(b.metric ?? '') || a.link - b.link;
}

function total(rows: Counters): number {
  return rows.reduce((sum, { value }) => sum + value, 0);
}

function slowLinks(counters: Counters) {
  const keys = new Set(counters.map(({ metric, link }) => `${metric} ${link}`));
  return [...keys].map((key) => {
    const own = counters.filter(({ metric, link }) => `${metric} ${link}` === key);
    const peak = Math.max(...own.map(({ value }) => value));
    return {
      metric: own[0].metric,
      link: own[0].link,
      samples: own.length,
      value: total(own),
      first: own[0].time,
      last: own[own.length - 1].time,
      peak,
      peak_time: own.find(({ value }) => value === peak)!.time,
    };
  });
}

function linksWith(capacities: readonly number[]) {
  const rest = { src: 0, src_port: 0, dst: 1, dst_port: 0, reverse: -1, class: null, direction: null };
  return batchFromRows(
    tables.links,
    capacities.map((capacity, id) => ({ ...rest, id, capacity })),
  );
}
