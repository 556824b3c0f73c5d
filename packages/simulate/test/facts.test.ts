import { listAt, MemorySink, textAt } from '@weft/model';
import { describe, expect, it } from 'vitest';
import { tracePattern } from '../src/engine/pattern.ts';
import { loadStudy, parseScenario, prepareScenario, simulate } from '../src/index.ts';
import { jobPhases } from '../src/scenario/job-phases.ts';

interface LinkLoads {
  /** Bytes per link over the whole run. */
  readonly bytes: Float64Array;
  readonly classOf: (link: number) => string;
}

/** Runs the load model with messages of one byte: bytes of a link = routes over it. */
async function countRoutes(machine: object, job: object): Promise<LinkLoads> {
  const raw = {
    version: 1,
    title: 'routes',
    ...machine,
    model: { kind: 'load' },
    counters: { interval: '1 s', metrics: ['data_sent'] },
    output: { messages: false, routes: false },
    jobs: [{ name: 'a', ...job }],
  };
  const scenario = parseScenario(raw);
  const sink = new MemorySink();
  const { totals } = await simulate(scenario, sink);
  const { network } = prepareScenario(scenario).fabric;
  const bytes = new Float64Array(network.linkCount);
  for (const { link, bytes: amount } of sink.rows('loads')) bytes[link] += amount;
  expect(bytes.reduce((sum, amount) => sum + amount, 0)).toBe(totals.bytesOnLinks);
  const { class: kind, direction } = network.links;
  return { bytes, classOf: (link) => `${textAt(kind, link)} ${textAt(direction, link)}` };
}

function byClass({ bytes, classOf }: LinkLoads): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  bytes.forEach((amount, link) => {
    groups.set(classOf(link), [...(groups.get(classOf(link)) ?? []), amount]);
  });
  return groups;
}

const tree = (ports: number, pods: number) => ({
  network: { family: 'fat-tree', params: { ports, pods } },
  routing: 'd-mod-k',
});
const allToAll = { kind: 'all-to-all', bytes: 1 };

describe('D-mod-k under all-to-all loads every link of a level alike', () => {
  it.each([
    [4, 4, 16, 14, 12],
    [36, 4, 1296, 1278, 972],
  ])('k = %i, %i pods, %i nodes: %i on L1-L2, %i on L2-L3', async (ports, pods, ranks, lower, upper) => {
    const groups = byClass(await countRoutes(tree(ports, pods), { workload: allToAll, ranks }));
    for (const direction of ['up', 'down']) {
      expect(new Set(groups.get(`L1-L2 ${direction}`))).toEqual(new Set([lower]));
      expect(new Set(groups.get(`L2-L3 ${direction}`))).toEqual(new Set([upper]));
      expect(new Set(groups.get(`L0-L1 ${direction}`))).toEqual(new Set([ranks - 1]));
    }
  });

  it('and shifts with at most one route', async () => {
    for (const shift of [1, 17, 18, 324, 647, 1295]) {
      const { bytes } = await countRoutes(tree(36, 4), {
        workload: { kind: 'shift', shift, bytes: 1 },
        ranks: 1296,
      });
      expect(Math.max(...bytes)).toBe(1);
    }
  });
});

describe('an 800-node all-to-all on the 3200-node machine', () => {
  const switchLinks = ({ bytes, classOf }: LinkLoads) =>
    [...bytes.keys()].filter((link) => !classOf(link).startsWith('L0-L1') && bytes[link] > 0);
  const peak = (loads: LinkLoads, kind: string) => Math.max(...(byClass(loads).get(kind) ?? []));

  it('packed in pods 2 and 3: the exact figures', async () => {
    const job = { workload: allToAll, ranks: 800, placement: { pods: [2, 3] } };
    const loads = await countRoutes(tree(40, 8), job);
    const used = switchLinks(loads);
    expect(used).toHaveLength(3200);
    expect(used.reduce((sum, link) => sum + loads.bytes[link], 0)).toBe(1_888_000);
    expect(peak(loads, 'L2-L3 up')).toBe(400);
    expect(peak(loads, 'L2-L3 down')).toBe(400);
    expect(peak(loads, 'L1-L2 up')).toBe(780);
    expect(peak(loads, 'L1-L2 down')).toBe(780);
    const scenario = parseScenario({ version: 1, title: 'x', ...tree(40, 8), jobs: [{ name: 'a', ...job }] });
    const { network } = prepareScenario(scenario).fabric;
    for (const link of used) {
      for (const end of [network.links.src[link], network.links.dst[link]]) {
        expect([2, 3, -1]).toContain(network.vertices.pod[end]);
      }
    }
  });

  it('fragmented: more in all and at the top, less on the way up', async () => {
    const loads = await countRoutes(tree(40, 8), { workload: allToAll, ranks: 800, placement: 'random' });
    const used = switchLinks(loads);
    const hops = used.reduce((sum, link) => sum + loads.bytes[link], 0);
    expect(hops).toBeGreaterThan(2_300_000);
    expect(hops).toBeLessThan(2_500_000);
    expect(used.length).toBeGreaterThan(7000);
    expect(peak(loads, 'L2-L3 up')).toBeGreaterThan(400);
    expect(peak(loads, 'L1-L2 up')).toBeLessThan(780);
  });
});

describe('six jobs in pods and in fragments (TS-37)', () => {
  /** When each job ends; only times are recorded. */
  async function endsOf(study: string): Promise<Record<string, number>> {
    const { scenario, place } = loadStudy(study);
    const bare = {
      ...scenario,
      counters: { ...scenario.counters, metrics: [] },
      output: { ...scenario.output, routes: false, loads: false },
    };
    const sink = new MemorySink();
    await simulate(bare, sink, {}, place);
    return Object.fromEntries(sink.rows('jobs').map(({ name, end }) => [name, end]));
  }

  it('in pods they take 20.8 to 42.6 % less time', async () => {
    const [fragmented, packed] = [await endsOf('pods-fragmented'), await endsOf('pods-packed')];
    const saved = Object.entries(fragmented).map(
      ([name, end]) => [name, Math.round(1000 * (1 - packed[name] / end)) / 10] as const,
    );
    expect(Object.fromEntries(saved)).toEqual({
      qbox: 37.1,
      milc: 33.6,
      pf3d: 31.8,
      amg: 22.6,
      stencil: 22.8,
      laghos: 25.1,
    });
    for (const [, percent] of saved) {
      expect(percent).toBeGreaterThanOrEqual(20.8);
      expect(percent).toBeLessThanOrEqual(42.6);
    }
  }, 60_000);
});

describe('alternating +d traffic on the 4 x 4 x 4 x 4 x 2 torus', () => {
  it('256 of the 512 +d links are low: those of even ranks, whose parity is that of a', async () => {
    const { scenario, place } = loadStudy('torus-alternating');
    const { fabric, jobs } = prepareScenario(scenario, place);
    const { network } = fabric;
    expect(network.linkCount).toBe(5120);
    const loads = await countRoutes(
      { network: scenario.network, routing: scenario.routing, link: scenario.link },
      { workload: scenario.jobs[0].workload, ranks: 512 },
    );
    const plus = [...loads.bytes.keys()].filter((link) => loads.classOf(link) === 'dim d +d');
    expect(plus).toHaveLength(512);
    const low = plus.filter((link) => loads.bytes[link] === 8 * 262_144);
    expect(low).toHaveLength(256);
    for (const link of plus) {
      const rank = jobs[0].hosts.indexOf(network.links.src[link]);
      const [a, b, c, d, e] = listAt(network.vertices.coord, network.links.src[link]);
      expect(rank).toBe(a + 4 * b + 16 * c + 64 * d + 256 * e);
      expect(low.includes(link)).toBe(a % 2 === 0);
      expect(loads.bytes[link]).toBe((a % 2 === 0 ? 1 : 4) * 8 * 262_144);
    }
    const others = [...loads.bytes.keys()].filter((link) => loads.classOf(link) !== 'dim d +d');
    expect(new Set(others.map((link) => loads.bytes[link]))).toEqual(new Set([8 * 1_048_576]));
  });
});

describe('qball under ftree and under scheduling-aware routing (TS-36)', () => {
  const { scenario, place } = loadStudy('ftree-vs-sar');
  const { fabric, jobs } = prepareScenario(scenario, place);
  const { class: kind, direction } = fabric.network.links;
  const classes = ['L1-L2 up', 'L1-L2 down', 'L2-L3 up', 'L2-L3 down'];
  const [ftree, sar] = ['ftree.qball', 'sar.qball'].map((name) => {
    const job = scenario.jobs.findIndex((other) => other.name === name);
    const start = scenario.jobs[job].start * 1000;
    const oneRun = jobPhases({ ...scenario.jobs[job], repeat: 1 }, String(scenario.seed));
    const pattern = tracePattern(fabric, jobs[job].hosts, oneRun, start, 4096);
    const loadsOf = (wanted: string) =>
      [...pattern.bytes].filter((_, i) => {
        const link = pattern.links[i];
        return `${textAt(kind, link)} ${textAt(direction, link)}` === wanted;
      });
    return { pattern, fullest: Math.max(...pattern.bytes), loads: classes.map(loadsOf) };
  });
  /** A TB where the fullest link under ftree carries 1.78. */
  const hot = (loads: readonly number[]) => loads.filter((bytes) => bytes > ftree.fullest / 1.78).length;

  it('the same bytes in all, but the fullest link carries half as much again under the latter', () => {
    expect(sar.pattern.bytesTimesHops).toBe(ftree.pattern.bytesTimesHops);
    expect(sar.fullest / ftree.fullest).toBeGreaterThan(1.5);
    expect(sar.fullest / ftree.fullest).toBeLessThan(1.7);
  });

  it('hot links are more of every class under the latter, twice as many in all', () => {
    expect(ftree.loads.map(hot)).toEqual([0, 64, 28, 28]);
    expect(sar.loads.map(hot)).toEqual([39, 143, 29, 35]);
  });

  it('ftree is balanced up to L2, not down to L1', () => {
    const mean = ftree.pattern.bytesSent / 1024;
    expect(Math.max(...ftree.loads[0])).toBeLessThan(1.1 * mean);
    expect(Math.max(...ftree.loads[1])).toBeGreaterThan(1.7 * mean);
  });

  it('the job is 17 % faster under ftree: 47 minutes instead of 55, for its links are full less long', async () => {
    const qball = scenario.jobs.filter(({ name }) => name.endsWith('.qball'));
    const routing = typeof scenario.routing === 'string' ? [] : [scenario.routing[0], scenario.routing[2]];
    const only = { ...scenario, jobs: qball, routing, model: { ...scenario.model, jitter: 0 } };
    const sink = new MemorySink();
    const { totals } = await simulate(
      { ...only, output: { ...only.output, routes: false, loads: false } },
      sink,
    );
    const [first, second] = sink.rows('jobs').map(({ start, end }) => (end - start) / 60e9);
    expect([first, second]).toEqual([47, 55]);
    expect((second / first - 1) * 100).toBeCloseTo(17, 1);
    expect(totals.messages).toBe(2 * 1_781_026 * ftree.pattern.messages);
    const perRun = [ftree, sar].map(({ pattern }) => pattern.duration - 32 * 38_000);
    expect(perRun).toEqual([1_409_024 / 4, 2_441_216 / 4]);
  });
});
