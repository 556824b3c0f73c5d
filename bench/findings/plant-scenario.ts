import { MemorySink, type Random, textAt } from '@weft/model';
import { parseFaults, parseScenario, simulate } from '@weft/simulate';
import { type ChosenNetwork, chooseNetwork } from './networks.ts';
import type { Feature, Planted } from './planted.ts';
import { draw, strengths } from './strength.ts';

export type ScenarioFeature = Exclude<
  Feature,
  'heavy-rank' | 'level-imbalance' | 'pod-imbalance' | 'shared-links'
>;

interface Plan {
  readonly jobs: readonly object[];
  readonly model: object;
  readonly counters: object;
  readonly where: Planted['where'];
  readonly faults?: object;
}

const EVENT = { kind: 'event' };
const HISTORY = { kind: 'history', duration: '24 h', shape: 'flat' };
const HOURLY = { interval: '30 min' };
const HALO = { kind: 'halo', axes: 2, periodic: true, bytes: '64 KiB', iterations: 12 };
const RING = { kind: 'ring', both: true, bytes: '64 KiB', rounds: 12 };
const SHORT = { interval: '20 us' };

/** One feature in a scenario of the simulator. */
export async function plantScenario(feature: ScenarioFeature, random: Random): Promise<Planted> {
  const chosen = chooseNetwork(random, feature);
  const { family, params, routing } = chosen;
  const { jobs, model, counters, where, faults } = plan(feature, chosen, random);
  const scenario = parseScenario({
    version: 1,
    title: feature,
    seed: random.below(1e9),
    network: { family, params },
    routing,
    jobs,
    model,
    counters,
    output: { routes: false },
  });
  const sink = new MemorySink();
  const sick = faults ? { faults: parseFaults(faults) } : null;
  const { facts } = await simulate(scenario, sink, {}, {}, sick);
  return { name: `scenario ${family} ${chosen.hosts}`, feature, where, tables: sink, facts };
}

function plan(feature: ScenarioFeature, chosen: ChosenNetwork, random: Random): Plan {
  const { hosts } = chosen;
  const uniform = { kind: 'uniform', messages: 40, bytes: '64 KiB' };
  const one = (workload: object, more: object = {}) => [{ name: 'code', ranks: hosts, workload, ...more }];
  switch (feature) {
    case 'hot-link': {
      const ends = [random.below(hosts >> 1), (hosts >> 1) + random.below((hosts >> 1) - 1)];
      const pair = { hosts: ends };
      const flow = { kind: 'messages', phases: [{ messages: [[0, 1, '1 MB']] }] };
      const jobs = [
        {
          name: 'flow',
          ranks: 2,
          placement: pair,
          workload: flow,
          rate: `${draw(random, strengths.flow)} GB/s`,
          start: '0 s',
          duration: '24 h',
        },
        {
          name: 'rest',
          ranks: hosts - 2,
          workload: uniform,
          rate: '200 MB/s',
          start: '0 s',
          duration: '24 h',
        },
      ];
      return { jobs, model: HISTORY, counters: HOURLY, where: {} };
    }
    case 'busy-time': {
      const hour = 3 + random.below(18);
      const half = hosts >> 1;
      const jobs = [
        { name: 'rest', ranks: half, workload: uniform, rate: '100 MB/s', start: '0 s', duration: '24 h' },
        {
          name: 'burst',
          ranks: half,
          workload: uniform,
          rate: `${100 * (2 * draw(random, strengths.time) - 1)} MB/s`,
          start: `${hour} h`,
          duration: '1 h',
        },
      ];
      return {
        jobs,
        model: HISTORY,
        counters: HOURLY,
        where: { from: hour * 3600e9, to: (hour + 1) * 3600e9 },
      };
    }
    case 'dominant-job': {
      const count = 4 + random.below(3);
      const share = draw(random, strengths.job);
      const first = random.below(count);
      const jobs = Array.from({ length: count }, (_, job) => ({
        name: `job${job}`,
        ranks: Math.floor(hosts / count),
        workload: uniform,
        rate: `${job === first ? (100 * share * (count - 1)) / (1 - share) : 100} MB/s`,
        start: '0 s',
        duration: '24 h',
      }));
      return { jobs, model: HISTORY, counters: HOURLY, where: { job: first } };
    }
    case 'dimension-imbalance': {
      const letters = chosen.network.links.class.dictionary.filter((name) => name.startsWith('dim '));
      const dimension = letters[random.below(letters.length)].slice(4);
      const messages = neighboursAlong(chosen, dimension).map(([from, to]) => [from, to, '4 MiB']);
      const along = { kind: 'messages', phases: [{ messages }] };
      const steps = [{ kind: 'uniform', messages: 10, bytes: '64 KiB' }, along];
      return {
        jobs: one({ kind: 'sequence', steps, iterations: 2 }),
        model: { kind: 'load' },
        counters: SHORT,
        where: { dimension },
      };
    }
    case 'slow-rank': {
      const rank = random.below(hosts);
      const workload = random.next() < 0.5 ? RING : HALO;
      return {
        jobs: one(workload, { compute: '100 us', jitter: 0.05 }),
        model: EVENT,
        counters: SHORT,
        where: { rank },
        faults: { ranks: [{ job: 'code', rank, compute: draw(random, strengths.slowRank) }] },
      };
    }
    case 'period': {
      const steps = [
        { kind: 'shift', shift: 3, bytes: '256 KiB' },
        { kind: 'shift', shift: 1, bytes: '128 KiB' },
        { kind: 'shift', shift: hosts >> 1, bytes: '128 KiB' },
        { kind: 'random-permutation', bytes: '256 KiB' },
      ].slice(0, 2 + random.below(2));
      const iterations = Math.round(draw(random, strengths.repeats));
      const jobs = one({ kind: 'sequence', steps, iterations }, { compute: '100 us', jitter: 0.05 });
      return { jobs, model: EVENT, counters: SHORT, where: { phases: steps.length } };
    }
    case 'outlier-phase': {
      const halo = (iterations: number) => ({
        kind: 'ring',
        both: true,
        bytes: '128 KiB',
        rounds: iterations,
      });
      const before = 4 + random.below(4);
      const steps = [halo(before), { kind: 'shift', shift: (hosts >> 1) - 1, bytes: '256 KiB' }, halo(5)];
      return {
        jobs: one({ kind: 'sequence', steps }, { compute: '100 us' }),
        model: EVENT,
        counters: SHORT,
        where: { phase: before },
      };
    }
    case 'nothing':
      return planNothing(chosen, random);
  }
}

function planNothing({ hosts, hasDimensions }: ChosenNetwork, random: Random): Plan {
  const uniform = { kind: 'uniform', messages: 60, bytes: '64 KiB' };
  const whole = (workload: object) => [{ name: 'code', ranks: hosts, workload, compute: '20 us' }];
  const plans: Plan[] = [
    { jobs: whole(uniform), model: EVENT, counters: SHORT, where: {} },
    // A grid of two axes loads the dimensions of a torus unequally, so that is no run without a feature.
    { jobs: whole(hasDimensions ? uniform : HALO), model: EVENT, counters: SHORT, where: {} },
    {
      jobs: Array.from({ length: 4 }, (_, job) => ({
        name: `job${job}`,
        ranks: hosts >> 2,
        workload: uniform,
        placement: 'random',
        rate: '100 MB/s',
        start: '0 s',
        duration: '24 h',
      })),
      model: HISTORY,
      counters: HOURLY,
      where: {},
    },
    {
      jobs: [
        {
          name: 'code',
          ranks: hosts,
          workload: { kind: 'all-to-all', bytes: '4 KiB' },
          rate: '100 MB/s',
          start: '0 s',
          duration: '24 h',
        },
      ],
      model: { kind: 'history', duration: '24 h', shape: 'daily' },
      counters: HOURLY,
      where: {},
    },
  ];
  return plans[random.below(plans.length)];
}

/** Ranks of hosts whose switches, or which themselves, are neighbours along a dimension. */
function neighboursAlong({ network }: ChosenNetwork, dimension: string): [number, number][] {
  const rankOf = new Map(Array.from(network.hosts, (host, rank) => [host, rank]));
  const rankAt = new Map(rankOf);
  for (const host of network.hosts) {
    const link = network.outLinks[network.outOffsets[host]];
    const rank = rankOf.get(host) ?? 0;
    if (textAt(network.links.class, link) === 'host') rankAt.set(network.links.dst[link], rank);
  }
  const pairs: [number, number][] = [];
  for (let link = 0; link < network.linkCount; link++) {
    if (textAt(network.links.class, link) !== `dim ${dimension}`) continue;
    const [from, to] = [rankAt.get(network.links.src[link]), rankAt.get(network.links.dst[link])];
    if (from !== undefined && to !== undefined) pairs.push([from, to]);
  }
  return pairs;
}
