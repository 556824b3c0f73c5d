import { parseFaults, parseScenario, type Scenario } from '@weft/simulate';
import { expect, test } from 'vitest';
import { changeMachine, jobTime, recordedMachine, rerun, simulatedRun } from '../src/index.ts';

const tree = { family: 'fat-tree', params: { ports: 8, pods: 4 } };

function scenarioOf(changes: Record<string, unknown> = {}): Scenario {
  return parseScenario({
    version: 1,
    title: 'two jobs',
    network: tree,
    routing: 'd-mod-k',
    model: { kind: 'event' },
    jobs: [
      {
        name: 'solver',
        ranks: 24,
        placement: 'random',
        compute: '3 us',
        jitter: 0.3,
        workload: { kind: 'halo', axes: 2, bytes: '64 KiB', iterations: 4 },
      },
      {
        name: 'noise',
        ranks: 24,
        placement: 'random',
        start: '10 us',
        workload: { kind: 'uniform', bytes: '128 KiB', messages: 40 },
      },
      {
        name: 'later',
        ranks: 12,
        after: ['solver'],
        compute: '1 us',
        workload: { kind: 'tree', bytes: '16 KiB', operation: 'all-reduce' },
      },
    ],
    ...changes,
  });
}

test.each([
  ['whole messages', { kind: 'event' }],
  ['packets', { kind: 'event', packet: 4096 }],
])('a run of %s repeats itself to the nanosecond', async (_, model) => {
  const run = await simulatedRun(scenarioOf({ model }));
  const again = await rerun(recordedMachine(run));
  expect([...again.starts]).toEqual([...run.jobs.columns.start]);
  expect([...again.ends]).toEqual([...run.jobs.columns.end]);
});

test('slow ranks are in the times that were measured, so that the run repeats itself without knowing of them', async () => {
  const faults = parseFaults({ ranks: [{ job: 'solver', rank: 3, compute: 6 }] });
  const run = await simulatedRun(scenarioOf(), faults);
  const healthy = await simulatedRun(scenarioOf());
  const again = await rerun(recordedMachine(run));
  expect([...again.ends]).toEqual([...run.jobs.columns.end]);
  expect(run.jobs.columns.end[0]).toBeGreaterThan(healthy.jobs.columns.end[0]);
});

test('a slow link is hidden: only the run itself is slower than its description', async () => {
  const machine = recordedMachine(await simulatedRun(scenarioOf()));
  const { src, dst } = machine.fabric.network.links;
  const from = machine.jobs[0].hosts[0];
  const link = src.indexOf(from);
  const faults = parseFaults({ links: [{ from, to: dst[link], speed: 0.1 }] });
  const run = await simulatedRun(scenarioOf(), faults);
  const described = recordedMachine(run);
  const observed = run.jobs.columns.end[0] - run.jobs.columns.start[0];
  expect(jobTime(await rerun(described, { until: 0 }), 0)).toBeLessThan(observed);
  const sick = changeMachine(described, { kind: 'degrade', link, share: 0.1 });
  expect(jobTime(await rerun(sick, { until: 0 }), 0)).toBe(observed);
  const repaired = changeMachine(sick, { kind: 'repair', links: [link] });
  const healthy = await simulatedRun(scenarioOf());
  expect(jobTime(await rerun(repaired, { until: 0 }), 0)).toBe(healthy.jobs.columns.end[0]);
});

test('missing cables and stuck switches are seen, restored and routed anew', async () => {
  const healthy = recordedMachine(await simulatedRun(scenarioOf()));
  const { network } = healthy.fabric;
  const leaf = network.switches.find((vertex) => network.vertices.level[vertex] === 1) ?? -1;
  const up = network.outLinks
    .subarray(network.outOffsets[leaf], network.outOffsets[leaf + 1])
    .find((link) => network.vertices.level[network.links.dst[link]] === 2) as number;
  const cable = { from: leaf, to: network.links.dst[up], fromPort: network.links.src_port[up] };
  const run = await simulatedRun(scenarioOf(), parseFaults({ missing: [cable] }));
  const machine = recordedMachine(run);
  expect(machine.described.missing).toHaveLength(1);
  expect(machine.fabric.network.linkCount).toBe(network.linkCount - 2);
  const restored = changeMachine(machine, { kind: 'restore', cables: 'all' });
  expect((await rerun(restored)).ends).toEqual((await rerun(healthy)).ends);

  const stuck = recordedMachine(await simulatedRun(scenarioOf(), parseFaults({ stuck: [{ switch: leaf }] })));
  const anew = changeMachine(stuck, { kind: 'routing', router: 'd-mod-k', switch: leaf });
  expect((await rerun(stuck)).ends).not.toEqual((await rerun(healthy)).ends);
  expect((await rerun(anew)).ends).toEqual((await rerun(healthy)).ends);
});

test('a cancelled run stops at its next pause, whatever is left of it', async () => {
  const long = { name: 'long', ranks: 32, workload: { kind: 'uniform', bytes: '64 KiB', messages: 1500 } };
  const machine = recordedMachine(await simulatedRun(scenarioOf({ jobs: [long] })));
  const controller = new AbortController();
  let pauses = 0;
  const onProgress = () => {
    pauses++;
    controller.abort();
  };
  await expect(rerun(machine, { signal: controller.signal, onProgress })).rejects.toMatchObject({
    code: 'CANCELLED',
  });
  expect(pauses).toBe(1);
});
