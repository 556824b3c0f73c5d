import { batchFromRows, tables } from '@weft/model';
import { expect, it } from 'vitest';
import { earlySeries } from '../../src/views/time-chart/early-series.ts';

const rowsOf = (...rows: [time: number, value: number][]) =>
  batchFromRows(
    tables.step_sums,
    rows.map(([time, value]) => ({ metric: 'data', time, value })),
  );

it('draws the mean over links of each step, whose rows add up, before there is more', () => {
  const series = earlySeries(rowsOf([10, 4], [10, 8], [20, 6]), 4, 10);
  expect([...series!.times]).toEqual([0, 10, 20]);
  expect([...series!.values]).toEqual([3, 1.5]);
  expect(earlySeries(rowsOf(), 4, 10)).toBeNull();
});

it('takes more steps than a call has room for', () => {
  const steps = 200_000;
  const time = Float64Array.from({ length: steps }, (_, step) => step + 1);
  const frame = {
    ...rowsOf(),
    rows: steps,
    columns: { ...rowsOf().columns, time, value: new Float64Array(steps) },
  };
  expect(earlySeries(frame, 1, 1)?.times).toHaveLength(steps + 1);
});
