import { MemorySink, NetworkBuilder } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CounterRows } from '../../src/counters/counter-rows.ts';
import { CounterSeries } from '../../src/counters/counter-series.ts';
import { decimalOf } from '../../src/counters/decimal.ts';
import { Problems } from '../../src/facts/problems.ts';

const PLACE = { file: 'samples' };

function twoHosts() {
  const builder = new NetworkBuilder();
  const a = builder.addVertex({ kind: 'host', name: 'a' });
  const b = builder.addVertex({ kind: 'host', name: 'b' });
  builder.addCable({ from: a, to: b, fromPort: 1, toPort: 1 });
  return builder.build();
}

/** The amounts of one counter that is read once a second, as rows, and what was noted. */
async function amountsOf(values: readonly bigint[], label = 'PortXmitPkts', times?: readonly number[]) {
  const rows = new CounterRows();
  const problems = new Problems(false);
  const series = new CounterSeries(twoHosts(), 1000, rows, problems);
  values.forEach((value, at) => {
    series.read(series.of(label)!, 0, times?.[at] ?? 1000 + at, decimalOf(String(value))!, PLACE);
  });
  series.finish();
  const sink = new MemorySink();
  await rows.finish(sink);
  const found = sink.rows('counters').map(({ time, link, value }) => [time / 1e9, link, value]);
  return { found, codes: problems.diagnostics().map(({ code, count }) => `${code} ${count}`) };
}

describe('amounts from counters that only grow', () => {
  it('are differences, exact beyond 2^53, also where 64 bits run over', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
        fc.array(fc.bigInt({ min: 1n, max: 2n ** 50n }), { minLength: 1, maxLength: 8 }),
        async (start, growth) => {
          const values = [start];
          for (const step of growth) values.push((values.at(-1)! + step) % 2n ** 64n);
          fc.pre(values.every((value) => value !== 2n ** 32n - 1n));
          const wraps = values.filter((value, at) => at > 0 && value < values[at - 1]).length;
          const { found, codes } = await amountsOf(values);
          expect(found).toEqual(growth.map((step, at) => [at + 1, 0, Number(step)]));
          expect(codes).toEqual(wraps > 0 ? [`COUNTER-WRAPPED ${wraps}`] : []);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('goes on over the end of 32 bits', async () => {
    const { found, codes } = await amountsOf([2n ** 32n - 10n, 5n]);
    expect(found).toEqual([[1, 0, 15]]);
    expect(codes).toEqual(['COUNTER-WRAPPED 1']);
  });

  it('leaves out the interval of a reset and of a counter at its top', async () => {
    expect(await amountsOf([1000n, 3n, 10n])).toEqual({ found: [[2, 0, 7]], codes: ['COUNTER-RESET 1'] });
    const top = 2n ** 32n - 1n;
    expect((await amountsOf([1n, top, top])).codes).toContain('COUNTER-STUCK 1');
  });

  it('counts samples that go back in time and those that are missing', async () => {
    const { found, codes } = await amountsOf(
      [0n, 1n, 3n, 2n, 8n],
      'PortXmitPkts',
      [1000, 1001, 1002, 1001.5, 1005],
    );
    expect(found).toEqual([
      [1, 0, 1],
      [2, 0, 2],
      [5, 0, 5],
    ]);
    expect(codes).toEqual(['TIME-BACKWARDS 1', 'SAMPLES-MISSED 1']);
  });

  it('belongs to the link into the port where the port received, in bytes where words are counted', async () => {
    const { found } = await amountsOf([10n, 12n], 'PortRcvData');
    expect(found).toEqual([[1, 1, 8]]);
  });

  it('is what was counted since the counter was cleared where there is one sample', async () => {
    expect(await amountsOf([7n])).toEqual({ found: [[0, 0, 7]], codes: ['ONE-SAMPLE 1'] });
  });
});
