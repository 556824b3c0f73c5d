import { MemorySink } from '@weft/model';
import { parseScenario, simulate } from '@weft/simulate';
import { describe, expect, it } from 'vitest';
import { adviseJob } from '../../src/advise/advise-job.ts';
import { placedJobs } from '../../src/advise/placed-scenario.ts';
import { recordedMachine } from '../../src/machine/machine.ts';
import { simulatedRun } from '../../src/run/simulated-run.ts';

/** A halo code of 32 ranks and a neighbour on a torus of 64 hosts. */
function scenario(placement: string, jitter: number) {
  return parseScenario({
    version: 1,
    title: 'halo',
    seed: 5,
    network: { family: 'torus', params: { sizes: [4, 4, 4] } },
    routing: 'dimension-order',
    link: { bandwidth: '12.5 GB/s', latency: '100 ns' },
    jobs: [
      {
        name: 'halo',
        workload: {
          kind: 'halo',
          sides: [4, 4, 2],
          order: 'row-major',
          periodic: true,
          bytes: '64 KiB',
          iterations: 3,
          compute: '5 us',
        },
        ranks: 32,
        placement,
        jitter,
      },
      {
        name: 'other',
        workload: { kind: 'ring', bytes: '32 KiB' },
        ranks: 16,
        placement: 'fragmented',
      },
    ],
    model: { kind: 'event' },
    counters: { interval: '20 us' },
  });
}

describe('adviseJob', () => {
  it('promises a saving that a simulation of the advised placement meets to the nanosecond', async () => {
    const given = scenario('random', 0.2);
    const machine = recordedMachine(await simulatedRun(given));
    const advice = await adviseJob(machine, 'halo');
    expect(advice.verdict).toBe('move');
    expect(advice.saving).toBeGreaterThan(0.03);
    const placements = placedJobs(machine, 'halo', advice.hosts);
    const moved = { ...given, jobs: given.jobs.map((job, j) => ({ ...job, placement: placements[j] })) };
    const sink = new MemorySink();
    await simulate(moved, sink);
    const [halo, other] = sink.rows('jobs');
    expect(Number(halo.end) - Number(halo.start)).toBe(advice.after);
    expect(Number(other.end) - Number(other.start)).toBe(advice.others[0].after);
  });

  it('leaves a job where it is that lies well', async () => {
    const advice = await adviseJob(recordedMachine(await simulatedRun(scenario('contiguous', 0))), 'halo');
    expect(advice).toMatchObject({ verdict: 'leave' });
    expect(advice.tests.length).toBeGreaterThan(0);
  });

  it('names the jobs there are where one is unknown', async () => {
    const machine = recordedMachine(await simulatedRun(scenario('contiguous', 0)));
    await expect(adviseJob(machine, 'hallo')).rejects.toMatchObject({ code: 'UNKNOWN-JOB' });
  });
});
