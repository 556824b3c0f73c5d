import { MemorySink } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Fabric } from '../src/engine/fabric.ts';
import { LoadModel } from '../src/engine/load-model.ts';
import { metricNames, Recorder } from '../src/engine/recorder.ts';
import { parseScenario } from '../src/index.ts';
import { type PreparedScenario, prepareScenario } from '../src/scenario/prepare-scenario.ts';

const scenarios = fc.record({
  network: fc.constantFrom(
    { family: 'fat-tree', params: { ports: 4, pods: 4 }, routing: 'd-mod-k' },
    { family: 'kary-ntree', params: { arity: 4, layers: 2 }, routing: 'sssp' },
    { family: 'torus', params: { sizes: [3, 2, 3] }, routing: 'dimension-order' },
    {
      family: 'dragonfly',
      params: { hostsPerSwitch: 2, switchesPerGroup: 2, globalLinks: 1 },
      routing: 'minimal',
    },
  ),
  links: fc.integer({ min: 0, max: 3 }),
  workload: fc.constantFrom(
    { kind: 'all-to-all', bytes: 2777, iterations: 3 },
    { kind: 'uniform', messages: 30, bytes: 40_000 },
    { kind: 'halo', axes: 2, periodic: true, bytes: 9001, iterations: 6, compute: '3 us' },
    { kind: 'master-worker', rounds: 5 },
  ),
  packet: fc.constantFrom(null, 512),
  interval: fc.constantFrom(2, 7, 1000),
  loads: fc.constantFrom(3, 21, 1000),
  seed: fc.integer({ min: 0, max: 1000 }),
});

function prepare(drawn: typeof scenarios extends fc.Arbitrary<infer T> ? T : never): PreparedScenario {
  const { network, links, workload, seed } = drawn;
  const { routing, ...shape } = network;
  return prepareScenario(
    parseScenario({
      version: 1,
      title: 'random',
      network: { ...shape, failures: { links } },
      routing,
      seed,
      model: { kind: 'load' },
      jobs: [
        { name: 'a', workload, ranks: 8, placement: 'random' },
        { name: 'b', workload, ranks: 4, ranksPerHost: 2, start: '2 us', jitter: 0.5, compute: '1 us' },
      ],
    }),
  );
}

describe('messages gathered by pair', () => {
  it('put the same on every link in every interval as messages routed one by one', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, async (drawn) => {
        const { fabric, jobs } = prepare(drawn);
        const run = async (on: Fabric, messages: boolean) => {
          const sink = new MemorySink();
          const recorder = new Recorder(sink, {
            links: fabric.network.linkCount,
            jobs: jobs.length,
            counterInterval: drawn.interval * 1e6,
            loadInterval: drawn.loads * 1e6,
            metrics: metricNames,
            messages,
          });
          const model = new LoadModel(on, jobs, recorder, drawn.packet);
          await model.run({}, 0);
          const { counters, loads } = { counters: sink.rows('counters'), loads: sink.rows('loads') };
          return { counters, loads, totals: recorder.totals, ends: model.jobTimes.ends };
        };
        const oneByOne = await run({ ...fabric, tables: [null] }, true);
        expect(await run(fabric, false)).toEqual(oneByOne);
        expect(await run(fabric, true)).toEqual(oneByOne);
      }),
      { numRuns: 100 },
    );
  });
});
