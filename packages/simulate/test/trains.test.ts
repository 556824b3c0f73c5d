import { MemorySink } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EventModel, type EventOptions } from '../src/engine/event-model.ts';
import { metricNames, Recorder } from '../src/engine/recorder.ts';
import { parseScenario } from '../src/index.ts';
import { type PreparedScenario, prepareScenario } from '../src/scenario/prepare-scenario.ts';
import { PacketByPacket } from './packet-by-packet.ts';

const scenarios = fc.record({
  network: fc.constantFrom(
    { family: 'fat-tree', params: { ports: 4, pods: 4 }, routing: 'd-mod-k' },
    { family: 'kary-ntree', params: { arity: 4, layers: 2 }, routing: 'sssp' },
    { family: 'torus', params: { sizes: [3, 2, 3] }, routing: 'dimension-order' },
    { family: 'mesh', params: { sizes: [12] }, routing: 'min-hop' },
  ),
  workload: fc.constantFrom(
    { kind: 'all-to-all', bytes: 27_770, iterations: 2 },
    { kind: 'uniform', messages: 30, bytes: 40_000 },
    { kind: 'uniform', messages: 20, bytes: 32_768 },
    { kind: 'halo', axes: 2, periodic: true, bytes: 32_768, iterations: 4, compute: '1 us' },
    { kind: 'shift', shift: 3, bytes: 65_536, iterations: 5 },
    { kind: 'master-worker', rounds: 3 },
    { kind: 'irregular', degree: 3, bytes: 50_000, iterations: 4, regrid: 1 },
  ),
  packet: fc.constantFrom(512, 2048, 4096),
  switching: fc.constantFrom('cut-through' as const, 'store-and-forward' as const),
  latency: fc.constantFrom('100 ns', '1 ns', '0 ns', '3 us'),
  switchDelay: fc.constantFrom('0 ns', '90 ns'),
  slower: fc.integer({ min: 0, max: 4 }),
  jitter: fc.constantFrom(0, 0.5),
  ranksPerHost: fc.integer({ min: 1, max: 2 }),
  interval: fc.constantFrom(2, 50, 1000),
  seed: fc.integer({ min: 0, max: 1000 }),
});

type Drawn = typeof scenarios extends fc.Arbitrary<infer T> ? T : never;

function prepare(drawn: Drawn): PreparedScenario {
  const { network, workload, seed, latency, switchDelay, jitter, ranksPerHost } = drawn;
  const { routing, ...shape } = network;
  const prepared = prepareScenario(
    parseScenario({
      version: 1,
      title: 'random',
      network: shape,
      routing,
      seed,
      link: { latency },
      switchDelay,
      jobs: [
        { name: 'a', workload, ranks: 8, placement: 'random', ranksPerHost },
        { name: 'b', workload, ranks: 4, placement: 'random', start: '2 us', jitter, compute: '1 us' },
      ],
    }),
  );
  const { psPerByte } = prepared.fabric;
  if (drawn.slower > 0)
    for (let link = 0; link < psPerByte.length; link += 5 - drawn.slower) psPerByte[link] *= drawn.slower;
  return prepared;
}

async function run({ fabric, jobs }: PreparedScenario, drawn: Drawn, plain: boolean) {
  const { packet, switching, interval } = drawn;
  const sink = new MemorySink();
  const recorder = new Recorder(sink, {
    links: fabric.network.linkCount,
    jobs: jobs.length,
    counterInterval: interval * 1e6,
    loadInterval: interval * 2e6,
    metrics: metricNames,
    messages: true,
    hops: true,
  });
  const options: EventOptions = { packet, switching, adaptive: false };
  const model = plain
    ? new EventModel(
        fabric,
        jobs,
        recorder,
        options,
        (parts) => new PacketByPacket(parts, packet, switching !== 'cut-through'),
      )
    : new EventModel(fabric, jobs, recorder, options);
  await model.run({}, 0);
  const tables = (['messages', 'counters', 'loads', 'hops'] as const).map((table) => sink.rows(table));
  return { tables, totals: recorder.totals, times: model.jobTimes };
}

describe('packets that go as trains', () => {
  it('give the same messages, counters, loads and hops as packets moved one by one', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, async (drawn) => {
        const prepared = prepare(drawn);
        expect(await run(prepared, drawn, false)).toEqual(await run(prepared, drawn, true));
      }),
      { numRuns: 100 },
    );
  });
});
