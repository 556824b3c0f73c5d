import { batchFromRows, type TableFrame, tables } from '@weft/model';
import { expect, it } from 'vitest';
import { twinJobs } from '../src/findings/twin-jobs.ts';

function jobsOf(...names: readonly string[]): TableFrame<'jobs'> {
  return batchFromRows(
    tables.jobs,
    names.map((name, id) => ({ id, name, user: null, state: null, start: id, end: id + 1 })),
  );
}

it('pairs the codes of two settings', () => {
  expect(twinJobs(jobsOf('ftree.milc', 'ftree.amg', 'sar.amg', 'sar.milc'))).toEqual({
    settings: ['ftree', 'sar'],
    codes: [
      { name: 'milc', jobs: [0, 3] },
      { name: 'amg', jobs: [1, 2] },
    ],
  });
});

it.each([
  ['one setting', ['a.x', 'a.y']],
  ['three settings', ['a.x', 'b.x', 'c.x']],
  ['a code under one setting only', ['a.x', 'b.x', 'b.y']],
  ['a code that runs twice', ['a.x', 'a.x', 'b.x', 'b.y']],
  ['names without a setting', ['x', 'y']],
])('finds nothing to pair in %s', (_, names) => {
  expect(twinJobs(jobsOf(...names))).toBeNull();
});
