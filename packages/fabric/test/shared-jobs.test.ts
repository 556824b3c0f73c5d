import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sharedFixtures } from '../../readers/test/shared-fixtures.ts';
import { type ImportedFabric, importFabric } from './support/import-fabric.ts';

const { folder: shared, present } = sharedFixtures('ib');

/** Times and numbers of hosts of the jobs that ended, whatever the form calls them. */
async function endedJobs(file: string): Promise<string[]> {
  const fabric: ImportedFabric = await importFabric([
    join(shared, 'own/k4/topology.ibnetdiscover'),
    join(shared, 'own/slurm', file),
  ]);
  const ranks = fabric.sink.rows('ranks');
  const jobs = fabric.sink.rows('jobs').filter(({ start, end }) => start >= 0 && end >= 0);
  return jobs
    .map(
      ({ id, start, end }) => `${start / 1e9} ${end / 1e9} ${ranks.filter(({ job }) => job === id).length}`,
    )
    .sort();
}

describe.skipIf(!present)('forms of the same Slurm jobs', () => {
  it.each([
    'sacct.parsable.txt',
    'sacct.parsable2.allocations.txt',
    'sacct.delim-us.txt',
    'sacct.epoch.txt',
    'sacct.json.gz',
  ])('%s', async (file) => {
    expect(await endedJobs(file)).toEqual(await endedJobs('sacct.parsable2.txt'));
  });

  it.each(['scontrol-o-show-job.running.txt', 'squeue.json'])('%s', async (file) => {
    expect(await endedJobs(file)).toEqual(await endedJobs('scontrol-show-job.running.txt'));
  });

  it('squeue with columns of its own, and the log of finished jobs', async () => {
    expect((await endedJobs('jobcomp.filetxt.txt')).length).toBeGreaterThan(10);
    const listed = await importFabric([
      join(shared, 'own/k4/topology.ibnetdiscover'),
      join(shared, 'own/slurm/squeue.format.txt'),
    ]);
    expect(listed.sink.rows('jobs').map(({ state }) => state)).toContain('PENDING');
  });
});
