import { MemorySink } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseScenario, simulate } from '../src/index.ts';

/** Every family, small, with a router that takes it also when parts are missing. */
const machines: readonly { network: { family: string; params: object }; routing: string }[] = [
  { network: { family: 'fat-tree', params: { ports: 4, pods: 4 } }, routing: 'd-mod-k' },
  { network: { family: 'fat-tree', params: { ports: 8, pods: 2 } }, routing: 'sssp' },
  { network: { family: 'kary-ntree', params: { arity: 4, layers: 2 } }, routing: 's-mod-k' },
  { network: { family: 'xgft', params: { children: [2, 2, 3], parents: [1, 2, 2] } }, routing: 'up-down' },
  { network: { family: 'torus', params: { sizes: [3, 2, 2] } }, routing: 'dimension-order' },
  { network: { family: 'mesh', params: { sizes: [4, 3] } }, routing: 'min-hop' },
  { network: { family: 'hyperx', params: { sizes: [3, 3], hostsPerSwitch: 2 } }, routing: 'min-hop-random' },
  {
    network: { family: 'dragonfly', params: { hostsPerSwitch: 2, switchesPerGroup: 2, globalLinks: 1 } },
    routing: 'minimal',
  },
  {
    network: { family: 'dragonfly', params: { hostsPerSwitch: 2, switchesPerGroup: 2, globalLinks: 1 } },
    routing: 'valiant',
  },
  {
    network: {
      family: 'dragonfly-plus',
      params: { groups: 3, leaves: 2, spines: 2, hostsPerLeaf: 2, globalLinks: 1 },
    },
    routing: 'min-hop',
  },
  {
    network: { family: 'rail-fat-tree', params: { units: 3, hostsPerUnit: 4, rails: 2, spines: 2 } },
    routing: 'min-hop',
  },
  { network: { family: 'fat-tree', params: { ports: 4, pods: 4 } }, routing: 'scheduling-aware' },
];

const workload = fc.constantFrom(
  { kind: 'uniform', messages: 5, bytes: 5000 },
  { kind: 'all-to-all', bytes: 777 },
  { kind: 'halo', axes: 2, periodic: true, bytes: 9001, iterations: 2, compute: '3 us' },
  { kind: 'two-three-swap', bytes: 100_000, synchronised: false },
  { kind: 'irregular', degree: 3, bytes: 20_000, iterations: 3, regrid: 1 },
  { kind: 'all-reduce', algorithm: 'tree', bytes: 4097, chunks: 3 },
  { kind: 'master-worker', rounds: 2 },
);

const model = fc.constantFrom(
  { kind: 'load' },
  { kind: 'event' },
  { kind: 'event', switching: 'store-and-forward' },
  { kind: 'event', packet: 2048 },
  { kind: 'event', packet: 512, switching: 'store-and-forward' },
  { kind: 'event', packet: 4096, adaptive: true },
  { kind: 'event', adaptive: true },
);

const scenarios = fc.record({
  machine: fc.constantFrom(...machines),
  workload,
  model,
  seed: fc.integer({ min: 0, max: 1000 }),
  links: fc.integer({ min: 0, max: 3 }),
  switches: fc.integer({ min: 0, max: 1 }),
  placement: fc.constantFrom('contiguous', 'random', 'round-robin'),
  ranks: fc.integer({ min: 4, max: 8 }),
  ranksPerHost: fc.integer({ min: 1, max: 3 }),
});

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

describe('bytes are conserved', () => {
  it('sent = received + lost = counters = loads, per hop, on every family, with failures, in every model', async () => {
    await fc.assert(
      fc.asyncProperty(scenarios, async ({ machine, model, seed, links, switches, ...job }) => {
        const { placement, ranks, ranksPerHost } = job;
        const failures = ['torus', 'mesh'].includes(machine.network.family) ? { links } : { links, switches };
        const scenario = parseScenario({
          version: 1,
          title: 'random',
          ...machine,
          network: { ...machine.network, failures },
          seed,
          model,
          counters: { interval: '7 us', loads: '21 us' },
          jobs: [
            { name: 'a', workload: job.workload, ranks, ranksPerHost, placement },
            {
              name: 'b',
              workload: job.workload,
              ranks: 2,
              placement,
              start: '2 us',
              jitter: 0.5,
              compute: '1 us',
            },
            { name: 'c', workload: job.workload, ranks: 3, placement, after: ['a', 'b'], start: '1 us' },
          ],
        });
        const sink = new MemorySink();
        const { totals } = await simulate(scenario, sink);
        const messages = sink.rows('messages');
        const sent = sum(messages.map(({ bytes }) => bytes));
        expect(totals.bytesSent).toBe(sent);
        const arrived = messages.filter(({ recv_end }) => recv_end >= 0);
        expect(totals.bytesReceived).toBe(sum(arrived.map(({ bytes }) => bytes)));
        expect(totals.bytesReceived + totals.bytesLost).toBe(sent);
        const counted = sink.rows('counters').filter(({ metric }) => metric === 'data_sent');
        expect(sum(counted.map(({ value }) => value))).toBe(totals.bytesTimesHops);
        expect(sum(sink.rows('loads').map(({ bytes }) => bytes))).toBe(totals.bytesTimesHops);
        expect(arrived.every(({ send_start, recv_end }) => recv_end >= send_start)).toBe(true);
        expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length);
        expect(totals.messages).toBe(messages.length);
      }),
      { numRuns: 150 },
    );
  });

  it('the same scenario and seed give the same rows, another seed does not', async () => {
    const run = async (seed: number, model: unknown) => {
      const sink = new MemorySink();
      const raw = {
        version: 1,
        title: 't',
        ...machines[0],
        seed,
        model,
        counters: { interval: '5 us' },
        jobs: [
          {
            name: 'a',
            workload: { kind: 'uniform', messages: 9, bytes: 30_000 },
            ranks: 8,
            placement: 'random',
          },
        ],
      };
      await simulate(parseScenario(raw), sink);
      return JSON.stringify(
        ['messages', 'counters', 'loads', 'ranks', 'routes'].map((t) => sink.rows(t as 'messages')),
      );
    };
    for (const model of [
      { kind: 'load' },
      { kind: 'event' },
      { kind: 'event', packet: 1024, adaptive: true },
    ]) {
      const first = await run(3, model);
      expect(await run(3, model)).toBe(first);
      expect(await run(4, model)).not.toBe(first);
    }
  });
});

describe('histories', () => {
  const raw = {
    version: 1,
    title: 'history',
    network: { family: 'fat-tree', params: { ports: 4, pods: 4 } },
    routing: [
      { at: 0, router: 'd-mod-k' },
      { at: '90 min', router: 'sssp' },
    ],
    model: { kind: 'history', duration: '4 h', shape: 'daily', jitter: 0.3 },
    counters: { interval: '60 s', loads: '30 min' },
    jobs: [
      {
        name: 'a',
        workload: { kind: 'all-to-all', bytes: 1001 },
        ranks: 8,
        start: '10 min',
        duration: '170 min',
        rate: '3 MB/s',
      },
      {
        name: 'b',
        workload: { kind: 'halo', axes: 2, bytes: 999 },
        ranks: 8,
        start: '0 s',
        duration: '4 h',
        rate: '20 GB/s',
      },
      {
        name: 'c',
        workload: { kind: 'ring', bytes: 10 },
        ranks: 8,
        start: '200 min',
        duration: '30 min',
        placement: 'random',
      },
    ],
  };

  it('count whole iterations to the byte, whatever the routing, rhythm and congestion', async () => {
    const sink = new MemorySink();
    const { totals } = await simulate(parseScenario(raw), sink);
    const counted = sink.rows('counters').filter(({ metric }) => metric === 'data_sent');
    expect(sum(counted.map(({ value }) => value))).toBe(totals.bytesTimesHops);
    expect(sum(sink.rows('loads').map(({ bytes }) => bytes))).toBe(totals.bytesTimesHops);
    expect(totals.bytesSent).toBe(totals.bytesReceived);
    const most = 60 * 12.5e9;
    for (const { value, time } of counted)
      expect(value).toBeLessThanOrEqual(time > 14_300e9 ? 1.01 * most : most * 1.0001);
    expect(new Set(counted.map(({ time }) => time)).size).toBe(240);
  });

  describe('of a job that runs its workload a number of times', () => {
    /** Two messages of a run share the link into host 2, at 1 GB/s: 2 us, after 3 us of computing. */
    const narrow = (change: object, model: object = {}) => ({
      ...raw,
      routing: 'd-mod-k',
      link: { bandwidth: '1 GB/s' },
      model: { kind: 'history', duration: '4 h', shape: 'flat', jitter: 0, ...model },
      jobs: [
        {
          name: 'a',
          workload: {
            kind: 'messages',
            phases: [
              {
                messages: [
                  [0, 2, 1000],
                  [1, 2, 1000],
                ],
              },
            ],
          },
          ranks: 3,
          compute: '3 us',
          duration: '1 h',
          ...change,
        },
      ],
    });
    const run = async (raw: object) => {
      const sink = new MemorySink();
      const { totals, facts } = await simulate(parseScenario(raw), sink);
      return { totals, end: sink.rows('jobs')[0].end / 60e9, diagnostics: facts.diagnostics ?? [] };
    };

    it('it ends with the last of them, at the end of a counter interval', async () => {
      const tenMinutes = await run(narrow({ repeat: 120e6 }));
      expect(tenMinutes.end).toBe(10);
      expect(tenMinutes.totals.messages).toBe(240e6);
      expect((await run(narrow({ repeat: 120e6 + 1 }))).end).toBe(11);
    });

    it('a link half as fast makes its run longer by what the link then needs', async () => {
      const slow = { ...narrow({ repeat: 120e6 }), link: { bandwidth: '500 MB/s' } };
      expect((await run(slow)).end).toBe(14);
    });

    it('it is cut off where its duration is over before, and that is told', async () => {
      const { end, totals, diagnostics } = await run(narrow({ repeat: 120e6, duration: '5 min' }));
      expect([end, totals.messages]).toEqual([5, 120e6]);
      expect(diagnostics.map(({ code, count }) => [code, count])).toContainEqual(['JOBS-CUT-OFF', 1]);
    });

    it('the rest of its runs go the ways of the next routing', async () => {
      const routing = [
        { at: 0, router: 'd-mod-k' },
        { at: '150 s', router: 'sssp' },
      ];
      const { end, totals } = await run({ ...narrow({ repeat: 120e6 }), routing });
      expect([end, totals.messages]).toEqual([10, 240e6]);
    });

    it('a rate beside is refused', () => {
      expect(() => parseScenario(narrow({ repeat: 2, rate: '1 MB/s' }))).toThrow('jobs.0.rate');
    });
  });

  it('ask for what they need', () => {
    const without = { ...raw, jobs: [{ ...raw.jobs[0], duration: undefined }] };
    expect(() => parseScenario(without)).toThrow(
      'jobs.0.duration: the history model needs the duration of each job',
    );
  });
});
