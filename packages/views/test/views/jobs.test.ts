import { batchFromRows, tables } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createJobTable, filterJobs, runOfJobs, sortJobs } from '../../src/views/jobs/job-rows.ts';
import { formatRun, formatStart } from '../../src/views/jobs/job-text.ts';

interface Job {
  readonly name: string | null;
  readonly start: number;
  readonly end: number;
}

function tableOf(list: readonly Job[], hosts: readonly (readonly [job: number, host: number])[]) {
  const jobs = batchFromRows(
    tables.jobs,
    list.map((job, id) => ({ id, user: 'anna', state: 'COMPLETED', ...job })),
  );
  const ranks = batchFromRows(
    tables.ranks,
    hosts.map(([job, host], rank) => ({ job, rank, host })),
  );
  return createJobTable(jobs, ranks);
}

const small = tableOf(
  [
    { name: 'milc', start: 0, end: 100 },
    { name: 'amg', start: 50, end: -1 },
    { name: 'kripke', start: 200, end: 260 },
    { name: null, start: -1, end: -1 },
  ],
  [
    [0, 4],
    [0, 4],
    [0, 5],
    [1, 9],
  ],
);
const open = { text: '', minimumDuration: 0, minimumNodes: 0, time: null };

describe('jobs', () => {
  it('count distinct hosts as nodes', () => {
    expect([...small.nodes]).toEqual([2, 1, Number.NaN, Number.NaN]);
  });

  it('sort by each column, unknown values last', () => {
    expect([...sortJobs(small, 'start', true)]).toEqual([2, 1, 0, 3]);
    expect([...sortJobs(small, 'name', false)]).toEqual([1, 2, 0, 3]);
    expect([...sortJobs(small, 'duration', true)]).toEqual([0, 2, 1, 3]);
  });

  it('filter by words, run time, nodes and time, keeping the order', () => {
    const sorted = sortJobs(small, 'start', false);
    expect([...filterJobs(small, sorted, { ...open, text: 'MIL anna' })]).toEqual([0]);
    expect([...filterJobs(small, sorted, { ...open, minimumDuration: 100 })]).toEqual([0]);
    expect([...filterJobs(small, sorted, { ...open, minimumNodes: 1 })]).toEqual([0, 1]);
    expect([...filterJobs(small, sorted, { ...open, time: [100, 201] })]).toEqual([1, 2]);
  });

  it('overlap a time range exactly when they share a moment with it', () => {
    const time = fc.integer({ min: 0, max: 30 });
    const job = fc.record({ name: fc.constant('x'), start: time, end: time });
    fc.assert(
      fc.property(fc.array(job, { maxLength: 20 }), time, time, (list, a, b) => {
        const jobs = list.map(({ name, start, end }) => ({
          name,
          start: Math.min(start, end),
          end: Math.max(start, end) + 1,
        }));
        const range = [Math.min(a, b), Math.max(a, b) + 1] as const;
        const moments = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
        const expected = jobs.flatMap(({ start, end }, i) =>
          moments(start, end).some((t) => t >= range[0] && t < range[1]) ? [i] : [],
        );
        const table = tableOf(jobs, []);
        const rows = filterJobs(
          table,
          Int32Array.from(jobs, (_, i) => i),
          { ...open, time: range },
        );
        expect([...rows]).toEqual(expected);
      }),
    );
  });

  it('give the time range of their run (TS-29); a running one lasts to the end', () => {
    expect(runOfJobs(small, [0], [0, 1000])).toEqual([0, 100]);
    expect(runOfJobs(small, [0, 1], [0, 1000])).toEqual([0, 1000]);
    expect(runOfJobs(small, [3], [0, 1000])).toBeNull();
  });

  it('show times that fit a column', () => {
    const origin = String(BigInt(Date.UTC(2016, 0, 4)) * 1_000_000n);
    expect(formatStart(4_440e9, origin)).toBe('01-04 01:14');
    expect(formatStart(4_440e9, origin, true)).toBe('04 01:14');
    expect(formatRun(7_560e9)).toBe('2:06:00');
    expect(formatRun(1.5e9)).toBe('1.5\u00a0s');
    expect(formatRun(Number.NaN)).toBe('–');
  });
});
