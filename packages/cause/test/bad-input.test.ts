import { type Manifest, MemorySink, NONE, type TableQuery } from '@weft/model';
import { parseScenario, type Scenario, simulate } from '@weft/simulate';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, changeMachine, explainJob, machineOf, readRun, simulatedRun } from '../src/index.ts';
import type { RecordedRun } from '../src/run/recorded-run.ts';
import type { RunSource } from '../src/run-source.ts';

function scenarioOf(model: Record<string, unknown> = { kind: 'event' }): Scenario {
  return parseScenario({
    version: 1,
    title: 'two jobs',
    network: { family: 'fat-tree', params: { ports: 4 } },
    routing: 'd-mod-k',
    model,
    jobs: [
      { name: 'solver', ranks: 8, workload: { kind: 'halo', axes: 2, bytes: '64 KiB', iterations: 2 } },
      { name: 'render', ranks: 7, workload: { kind: 'uniform', bytes: '64 KiB', messages: 10 } },
      { name: 'single', ranks: 1, workload: { kind: 'ring', bytes: 512 } },
    ],
  });
}

/** A dataset in memory; what is changed of its manifest and messages makes it a bad one. */
async function sourceOf(
  model: Record<string, unknown>,
  change: (manifest: Record<string, unknown>) => void,
  steps = true,
): Promise<RunSource> {
  const sink = new MemorySink();
  const { facts } = await simulate(scenarioOf(model), sink);
  const tables = Object.fromEntries(sink.tables.map((name) => [name, { rows: 1 }]));
  const manifest: Record<string, unknown> = { name: 'run', tables, ...facts };
  change(manifest);
  const [messages] = sink.batches('messages');
  const step = steps ? messages.columns.step : new Int32Array(messages.rows).fill(NONE);
  const frames: Readonly<Record<string, unknown>> = {
    jobs: sink.batches('jobs')[0],
    messages: { rows: messages.rows, columns: { ...messages.columns, step } },
  };
  return {
    path: 'run.weft',
    manifest: manifest as unknown as Manifest,
    read: async (query: TableQuery) => frames[query.table] as never,
    network: async () => null,
  };
}

const event = { kind: 'event' };
const asItIs = () => undefined;
function withoutScenario(manifest: Record<string, unknown>): void {
  manifest.provenance = [{ kind: 'simulation', facts: {} }];
}
function foreign(manifest: Record<string, unknown>): void {
  manifest.provenance = [];
}
function countersOnly(manifest: Record<string, unknown>): void {
  manifest.provenance = [];
  manifest.tables = { counters: { rows: 1 } };
}

test.each([
  ['counters without messages', event, countersOnly, true, 'NO-MESSAGES'],
  ['messages without a network', event, foreign, true, 'NO-NETWORK'],
  ['no scenario', event, withoutScenario, true, 'NO-SCENARIO'],
  ['messages without steps', event, asItIs, false, 'OLDER-DATASET'],
  ['a model in which nothing waits', { kind: 'load' }, asItIs, true, 'NO-EVENTS'],
])('a dataset of %s is refused with advice', async (_, model, change, steps, code) => {
  const source = await sourceOf(model, change, steps);
  await expect(readRun(source)).rejects.toMatchObject({ code, file: 'run.weft', advice: expect.any(String) });
});

test('a dataset of an older version is taken where its messages have steps', async () => {
  const older = (manifest: Record<string, unknown>) => {
    manifest.tablesVersion = 5;
  };
  const source = await sourceOf(event, older, true);
  expect((await readRun(source)).situation).toBe('simulated');
});

describe('a run', () => {
  let run: RecordedRun;
  beforeAll(async () => {
    run = await simulatedRun(scenarioOf());
  });

  /** The run with other columns of its first job. */
  function jobsWith(change: Partial<Record<'start' | 'end', number>>): RecordedRun {
    const { columns } = run.jobs;
    const changed = (name: 'start' | 'end') =>
      columns[name].map((time, job) => (job === 0 ? (change[name] ?? time) : time));
    return {
      ...run,
      jobs: { ...run.jobs, columns: { ...columns, start: changed('start'), end: changed('end') } },
    };
  }

  test.each([
    ['an unknown job', 'solvr', {}, 'UNKNOWN-JOB', /solver/],
    ['an unknown phase', 'solver', { phase: 99 }, 'UNKNOWN-PHASE', /phases 0 to 1/],
    ['a job of one rank', 'single', {}, 'NO-MESSAGES', /several ranks/],
  ])('asked about %s is refused with what there is', async (_, job, options, code, advice) => {
    await expect(explainJob(run, job, options)).rejects.toMatchObject({
      code,
      advice: expect.stringMatching(advice),
    });
  });

  test('asked about a job without an end is refused', async () => {
    await expect(explainJob(jobsWith({ end: NONE }), 'solver')).rejects.toMatchObject({ code: 'NO-END' });
  });

  test('asked for tables by a router that does not take its network is refused', () => {
    const change = { kind: 'routing', router: 'dimension-order' } as const;
    expect(() => changeMachine(machineOf(run), change)).toThrow(/cannot route this network/);
  });

  test('that the model does not reproduce gets no more than an open verdict, which says so', async () => {
    const late = jobsWith({ end: 3 * run.jobs.columns.end[0] });
    const { verdict, text, shares, target } = await explainJob(late, 'solver');
    expect(verdict.confidence).toBe('open');
    expect(text.join(' ')).toContain('does not reproduce the run');
    expect(shares.reduce((sum, { value }) => sum + value, 0)).toBe(target.value);
  });

  test('with messages that never arrived gets shares that add up, and nothing is proven of what is not known', async () => {
    const send_end = run.messages.columns.send_end.map((time, row) => (row % 9 === 0 ? NONE : time));
    const messages = { ...run.messages, columns: { ...run.messages.columns, send_end } };
    const { shares, target, verdict, tests } = await explainJob({ ...run, messages }, 'solver');
    expect(shares.reduce((sum, { value }) => sum + value, 0)).toBe(target.value);
    const named = verdict.kind !== 'own' && verdict.kind !== 'none';
    expect(named && tests.length === 0).toBe(false);
  });

  test('cancelled half-way keeps the tests until then, and begins no further one', async () => {
    const controller = new AbortController();
    const begun: string[] = [];
    const onTest = ({ words }: { words: string }) => {
      begun.push(words);
      controller.abort();
    };
    const answer: Answer = await explainJob(run, 'solver', { signal: controller.signal, onTest });
    expect(begun).toHaveLength(1);
    expect(answer.tests.map(({ change }) => change)).toEqual(begun);
    expect(answer.untested.some((text) => text.endsWith('cancelled'))).toBe(true);
    expect(answer.verdict.confidence).not.toBe('proven');
  });
});
