import { parseFaults, parseScenario, type Scenario } from '@weft/simulate';
import { describe, expect, test } from 'vitest';
import {
  type Answer,
  changeMachine,
  explainJob,
  fittedMachine,
  jobTime,
  recordedMachine,
  rerun,
  simulatedRun,
  whatIf,
} from '../src/index.ts';

function scenarioOf(workload: Record<string, unknown>, others: Record<string, unknown>[] = []): Scenario {
  return parseScenario({
    version: 1,
    title: 'a job and its neighbours',
    network: { family: 'fat-tree', params: { ports: 8 } },
    routing: 'd-mod-k',
    model: { kind: 'event' },
    jobs: [
      { name: 'solver', ranks: 32, placement: 'random', compute: '15 us', jitter: 0.1, workload },
      ...others,
    ],
  });
}

const exchange = { kind: 'halo', axes: 2, periodic: true, bytes: '64 KiB', iterations: 6 };
const light = {
  name: 'post',
  ranks: 8,
  placement: 'random',
  workload: { kind: 'ring', bytes: 512, rounds: 4 },
};

function checkShares({ shares, target }: Answer): void {
  expect(shares.every(({ value }) => Number.isInteger(value))).toBe(true);
  expect(shares.reduce((sum, { value }) => sum + value, 0)).toBe(target.value);
}

async function explained(scenario: Scenario, faults: Record<string, unknown> = {}): Promise<Answer> {
  const answer = await explainJob(await simulatedRun(scenario, parseFaults(faults)), 'solver');
  checkShares(answer);
  return answer;
}

describe('the cause of a slow job', () => {
  test('is a neighbour that fills its links, and not one that does not', async () => {
    const loud = {
      name: 'render',
      ranks: 60,
      placement: 'random',
      workload: { kind: 'uniform', bytes: '1 MiB', messages: 40 },
    };
    const answer = await explained(scenarioOf(exchange, [light, loud]));
    expect(answer.verdict).toMatchObject({ kind: 'job', job: 'render' });
  });

  test('is a slow link, named with its ends', async () => {
    const scenario = scenarioOf(exchange, [light]);
    const { fabric, jobs } = recordedMachine(await simulatedRun(scenario));
    const from = jobs[0].hosts[5];
    const link = fabric.network.links.src.indexOf(from);
    const to = fabric.network.links.dst[link];
    const answer = await explained(scenario, { links: [{ from, to, speed: 0.2 }] });
    expect(answer.verdict).toMatchObject({ kind: 'link', confidence: 'proven' });
    expect(answer.verdict.links).toContainEqual({ link, from, to });
    const unexplained = answer.shares.find(({ cause }) => cause === 'unexplained')?.value ?? Number.NaN;
    expect(Math.abs(unexplained)).toBeLessThan(0.002 * answer.target.value);
  });

  test('is a host whose ranks compute longer', async () => {
    const scenario = scenarioOf(exchange, [light]);
    const answer = await explained(scenario, { ranks: [{ job: 'solver', rank: 9, compute: 4 }] });
    expect(answer.verdict).toMatchObject({ kind: 'host', ranks: [9], confidence: 'proven' });
  });

  test('is a switch that sends all that goes up by one port', async () => {
    const scenario = scenarioOf({ ...exchange, bytes: '512 KiB' }, [light]);
    const { fabric, jobs } = recordedMachine(await simulatedRun(scenario));
    const { links } = fabric.network;
    const leaves = Array.from(jobs[0].hosts, (host) => links.dst[links.src.indexOf(host)]);
    const counts = leaves.map((leaf) => leaves.filter((other) => other === leaf).length);
    const leaf = leaves[counts.indexOf(Math.max(...counts))];
    const answer = await explained(scenario, { stuck: [{ switch: leaf }] });
    expect(answer.verdict).toMatchObject({ kind: 'routing', switch: leaf });
  });

  test('is nobody where a job computes nearly all of its time', async () => {
    const scenario = scenarioOf({ ...exchange, bytes: 512 }, [light]);
    expect((await explained(scenario)).verdict).toMatchObject({ kind: 'none', saving: 0 });
  });

  test('is its own traffic where all send to one', async () => {
    const scenario = scenarioOf({ kind: 'gather', bytes: '256 KiB', iterations: 3 }, [light]);
    expect((await explained(scenario)).verdict).toMatchObject({ kind: 'own' });
  });
});

test('hosts are not tested where ranks that compute longer take next to no time', async () => {
  const answer = await explained(scenarioOf({ kind: 'gather', bytes: '1 MiB', iterations: 4 }));
  expect(answer.tests.filter(({ kind }) => kind === 'host')).toEqual([]);
  expect(answer.untested.join()).toMatch(/ranks that compute longer than others take 0\.\d % of the time/);
});

test('a test says the same as running the machine again with its change', async () => {
  const run = await simulatedRun(
    scenarioOf(exchange, [light]),
    parseFaults({ ranks: [{ job: 'solver', rank: 9, compute: 4 }] }),
  );
  const { tests } = await explainJob(run, 'solver');
  const machine = recordedMachine(run);
  const [change] = tests[0].changes ?? [];
  expect(jobTime(await rerun(changeMachine(machine, change), { until: 0 }), 0)).toBe(tests[0].after);
  expect(tests[0].saving).toBe((tests[0].before - tests[0].after) / tests[0].before);
});

test('a test of a repaired link says the same as asking what if', async () => {
  const scenario = scenarioOf(exchange, [light]);
  const healthy = recordedMachine(await simulatedRun(scenario));
  const from = healthy.jobs[0].hosts[5];
  const link = healthy.fabric.network.links.src.indexOf(from);
  const to = healthy.fabric.network.links.dst[link];
  const run = await simulatedRun(scenario, parseFaults({ links: [{ from, to, speed: 0.2 }] }));
  const { tests } = await explainJob(run, 'solver');
  const machine = await fittedMachine(run, recordedMachine(run));
  const asked = await whatIf(machine, tests[0].changes ?? []);
  expect(asked.jobs[0]).toMatchObject({ job: 'solver', before: tests[0].before, after: tests[0].after });
  expect(asked.jobs[0].difference).toBe(tests[0].after - tests[0].before);
});

test('a search without time keeps what it knows and says that it is open', async () => {
  const run = await simulatedRun(scenarioOf(exchange, [light]));
  const answer = await explainJob(run, 'solver', { limit: 0 });
  checkShares(answer);
  expect(answer.verdict.confidence).toBe('open');
  expect(answer.tests).toEqual([]);
  expect(answer.untested.length).toBeGreaterThan(0);
});

test('the times of all phases add up to the time of the job, and each has shares that add up', async () => {
  const run = await simulatedRun(scenarioOf({ ...exchange, iterations: 3 }, [light]));
  const whole = run.jobs.columns.end[0] - run.jobs.columns.start[0];
  let sum = 0;
  for (let phase = 0; phase < 3; phase++) {
    const answer = await explainJob(run, 'solver', { phase });
    checkShares(answer);
    sum += answer.target.value;
  }
  expect(sum).toBe(whole);
});
