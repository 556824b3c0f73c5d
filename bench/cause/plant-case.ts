import { type Change, changeMachine, recordedMachine, rerun, simulatedRun } from '@weft/cause';
import { createRandom, type Network, type Random, shuffle } from '@weft/model';
import { buildNetwork, placements, routeNetwork, routers, tracePath } from '@weft/network';
import { type Faults, parseFaults, parseScenario, type Scenario } from '@weft/simulate';
import type { CorpusMachine } from './machines.ts';

export const caseKinds = ['job', 'link', 'missing', 'host', 'routing', 'placement', 'own', 'none'] as const;
export type CaseKind = (typeof caseKinds)[number];

/** What is guilty in a case, and what must not be named. */
export interface Truth {
  readonly kind: CaseKind;
  readonly job?: string;
  readonly link?: { readonly from: number; readonly to: number };
  readonly switch?: number;
  readonly host?: number;
}

export interface PlantedCase {
  readonly machine: string;
  readonly seed: number;
  readonly truth: Truth;
  readonly scenario: Scenario;
  readonly faults: Faults;
  /** Share of the time that the healthy twin does not take. */
  readonly effect: number;
}

interface Draft {
  readonly scenario: Record<string, unknown>;
  readonly faults: Record<string, unknown>;
  readonly truth: Truth;
  /** The twin without the culprit; null where there is none. */
  readonly twin: {
    readonly scenario: Record<string, unknown>;
    readonly faults: Record<string, unknown>;
  } | null;
}

const LEAST_EFFECT = 0.12;
const MOST_OF_DECOY = 0.03;
const LEAST_OF_OWN = 0.25;
const MOST_OF_CURE = 0.05;
const MOST_TRIES = 40;
const RANKS = 48;

type Job = Record<string, unknown>;

/** A case of a kind on a machine, verified by its healthy twin; null where the kind does not exist there. */
export async function plantCase(
  kind: CaseKind,
  machine: CorpusMachine,
  seed: number,
): Promise<PlantedCase | null> {
  for (let attempt = 0; attempt < MOST_TRIES; attempt++) {
    const random = createRandom(`${kind} ${machine.name} ${seed} ${attempt}`);
    const draft = draftCase(kind, machine, random, attempt);
    if (draft === null) return null;
    const planted = await verify(draft, machine, seed);
    if (planted) return planted;
  }
  return null;
}

async function verify(draft: Draft, machine: CorpusMachine, seed: number): Promise<PlantedCase | null> {
  const scenario = parseScenario(draft.scenario);
  const faults = parseFaults(draft.faults);
  const time = await targetTime(scenario, faults);
  const effect = draft.twin
    ? 1 - (await targetTime(parseScenario(draft.twin.scenario), parseFaults(draft.twin.faults))) / time
    : 0;
  if (draft.twin && effect < LEAST_EFFECT) return null;
  if (!(await decoysAreHarmless(scenario, faults, draft.truth, time))) return null;
  if (draft.truth.kind === 'own' && !(await isOwnTraffic(scenario, faults))) return null;
  if (draft.truth.kind === 'none' && (await networkShare(scenario, faults)) > 0.12) return null;
  return { machine: machine.name, seed, truth: draft.truth, scenario, faults, effect };
}

async function targetTime(scenario: Scenario, faults: Faults): Promise<number> {
  const { columns } = (await simulatedRun(scenario, faults)).jobs;
  return columns.end[0] - columns.start[0];
}

/** Other jobs, slow links and slow ranks that are not the culprit must not matter. */
async function decoysAreHarmless(
  scenario: Scenario,
  faults: Faults,
  truth: Truth,
  time: number,
): Promise<boolean> {
  for (const { name } of scenario.jobs.slice(1)) {
    if (name === truth.job) continue;
    const without = withoutTraffic(scenario, name);
    if (Math.abs(1 - (await targetTime(without, faults)) / time) > MOST_OF_DECOY) return false;
  }
  const decoyLinks = faults.links.filter(
    ({ from, to }) => from !== truth.link?.from || to !== truth.link?.to,
  );
  const decoyRanks = faults.ranks.filter(({ job }) => job !== 'target');
  if (decoyLinks.length + decoyRanks.length === 0) return true;
  const healed = {
    ...faults,
    links: faults.links.filter((link) => !decoyLinks.includes(link)),
    ranks: faults.ranks.filter((rank) => !decoyRanks.includes(rank)),
  };
  return Math.abs(1 - (await targetTime(scenario, healed)) / time) <= MOST_OF_DECOY;
}

/** The scenario in which a job sends next to nothing: it stays where it is, so that all others do, too. */
function withoutTraffic(scenario: Scenario, name: string): Scenario {
  return {
    ...scenario,
    jobs: scenario.jobs.map((job) =>
      job.name === name
        ? { ...job, repeat: 1, workload: { kind: 'ring', bytes: 1, rounds: 1, both: false, compute: 0 } }
        : job,
    ),
  };
}

/** The network matters, and no other router and no other placement helps. */
async function isOwnTraffic(scenario: Scenario, faults: Faults): Promise<boolean> {
  if ((await networkShare(scenario, faults)) < LEAST_OF_OWN) return false;
  const machine = recordedMachine(await simulatedRun(scenario, faults));
  const time = (await rerun(machine, { until: 0 })).ends[0];
  const cures: Change[] = [
    ...routers
      .filter((router) => router.refuses(machine.fabric.network) === null)
      .map(({ name }): Change => ({ kind: 'routing', router: name })),
    ...placements.map(({ name }): Change => ({ kind: 'placement', job: 'target', placement: name })),
  ];
  for (const cure of cures) {
    const { ends } = await rerun(changeMachine(machine, cure), { until: 0 });
    if (1 - ends[0] / time > MOST_OF_CURE) return false;
  }
  return true;
}

async function networkShare(scenario: Scenario, faults: Faults): Promise<number> {
  const machine = recordedMachine(await simulatedRun(scenario, faults));
  const whole = (await rerun(machine, { until: 0 })).ends[0];
  const ideal = (await rerun(changeMachine(machine, { kind: 'ideal' }), { until: 0 })).ends[0];
  return 1 - ideal / whole;
}

function draftCase(kind: CaseKind, machine: CorpusMachine, random: Random, attempt: number): Draft | null {
  const base = {
    kind,
    machine,
    random,
    network: buildNetwork(machine.network.family, machine.network.params),
    attempt,
  };
  return drafts[kind](base);
}

interface Base {
  readonly kind: CaseKind;
  readonly machine: CorpusMachine;
  readonly random: Random;
  readonly network: Network;
  readonly attempt: number;
}

const drafts: Readonly<Record<CaseKind, (base: Base) => Draft | null>> = {
  job(base) {
    const places = dealHosts(base);
    const target = targetJob(base, places.mixed);
    const bully = {
      name: 'render',
      ranks: places.others.length,
      placement: { hosts: places.others },
      workload: { kind: 'uniform', bytes: 262_144 * (1 + base.random.below(4)), messages: 400 },
    };
    const jobs = [target, bully, ...neighbours(places)];
    return {
      scenario: scenarioOf(base, jobs),
      faults: decoyFaults(base, places),
      truth: { kind: 'job', job: 'render' },
      twin: {
        scenario: scenarioOf(base, [target, quiet(bully), ...neighbours(places)]),
        faults: decoyFaults(base, places),
      },
    };
  },
  link(base) {
    const places = dealHosts(base);
    const jobs = [targetJob(base, places.mixed), ...neighbours(places), loudJob(places)];
    const link = usedLink(base, places.mixed);
    const decoys = decoyFaults(base, places);
    const slow = { ...link, speed: 0.05 + 0.25 * base.random.next() };
    return {
      scenario: scenarioOf(base, jobs),
      faults: { ...decoys, links: [...decoys.links, slow] },
      truth: { kind: 'link', link },
      twin: { scenario: scenarioOf(base, jobs), faults: decoys },
    };
  },
  missing(base) {
    const places = dealHosts(base);
    const jobs = [targetJob(base, places.mixed), ...neighbours(places), loudJob(places)];
    const decoys = decoyFaults(base, places);
    const { vertex, cables } = missingCables(base, places.mixed);
    return {
      scenario: scenarioOf(base, jobs),
      faults: { ...decoys, missing: cables },
      truth: { kind: 'missing', switch: vertex },
      twin: { scenario: scenarioOf(base, jobs), faults: decoys },
    };
  },
  host(base) {
    const places = dealHosts(base);
    const jobs = [targetJob(base, places.mixed), ...neighbours(places), loudJob(places)];
    const decoys = decoyFaults(base, places);
    const rank = base.random.below(RANKS);
    return {
      scenario: scenarioOf(base, jobs),
      faults: {
        ...decoys,
        ranks: [...decoys.ranks, { job: 'target', rank, compute: 2 + 2 * base.random.next() }],
      },
      truth: { kind: 'host', host: base.network.hosts[places.mixed[rank]] },
      twin: { scenario: scenarioOf(base, jobs), faults: decoys },
    };
  },
  routing(base) {
    const places = dealHosts(base);
    const { badRouting } = base.machine;
    const isTree = base.network.vertices.level.some((level) => level > 1);
    const jobs = [targetJob(base, places.mixed), ...neighbours(places), loudJob(places)];
    const decoys = decoyFaults(base, places);
    if (!isTree) {
      if (badRouting === null) return null;
      return {
        scenario: scenarioOf(base, jobs, badRouting),
        faults: decoys,
        truth: { kind: 'routing' },
        twin: { scenario: scenarioOf(base, jobs), faults: decoys },
      };
    }
    const vertex = leafOf(base.network, base.network.hosts[places.mixed[base.random.below(RANKS)]]);
    return {
      scenario: scenarioOf(base, jobs),
      faults: { ...decoys, stuck: [{ switch: vertex }] },
      truth: { kind: 'routing', switch: vertex },
      twin: { scenario: scenarioOf(base, jobs), faults: decoys },
    };
  },
  placement(base) {
    const places = dealHosts(base);
    const scattered = { ...targetJob(base, places.scattered), workload: nearWorkload(base.random) };
    const packed = { ...scattered, placement: { hosts: places.packed } };
    const decoys = decoyFaults(base, places);
    return {
      scenario: scenarioOf(base, [scattered, ...neighbours(places)]),
      faults: decoys,
      truth: { kind: 'placement' },
      twin: { scenario: scenarioOf(base, [packed, ...neighbours(places)]), faults: decoys },
    };
  },
  own(base) {
    const places = dealHosts(base);
    const target = {
      ...targetJob(base, places.packed),
      workload: {
        kind: 'gather',
        bytes: 131_072 * (1 + base.random.below(3)),
        iterations: 6,
        scatter: base.random.next() < 0.4,
      },
    };
    return {
      scenario: scenarioOf(base, [target, ...neighbours(places), loudJob(places)]),
      faults: decoyFaults(base, places),
      truth: { kind: 'own' },
      twin: null,
    };
  },
  none(base) {
    const places = dealHosts(base);
    const target = { ...targetJob(base, places.mixed), compute: 400_000 + base.random.below(400_000) };
    return {
      scenario: scenarioOf(base, [target, ...neighbours(places), loudJob(places)]),
      faults: decoyFaults(base, places),
      truth: { kind: 'none' },
      twin: null,
    };
  },
};

interface Places {
  /** Host numbers: of the target, spread over part of the machine, of jobs among them, and of one elsewhere. */
  readonly mixed: number[];
  readonly scattered: number[];
  readonly packed: number[];
  readonly others: number[];
  readonly light: readonly [number[], number[]];
  readonly far: number[];
}

/** The first two thirds of the hosts are shared, the last fifth is for what is far away. */
function dealHosts({ network, random }: Base): Places {
  const count = network.hosts.length;
  const near = Array.from({ length: Math.floor(count * 0.66) }, (_, host) => host);
  const far = Array.from({ length: Math.floor(count * 0.2) }, (_, i) => count - 1 - i);
  const mixed = shuffle([...near], random);
  const light = [mixed.slice(RANKS, RANKS + 12), mixed.slice(RANKS + 12, RANKS + 24)] as const;
  return {
    mixed: mixed.slice(0, RANKS),
    scattered: mixed.slice(0, RANKS),
    packed: near.filter((host) => !light[0].includes(host) && !light[1].includes(host)).slice(0, RANKS),
    light: [light[0], light[1]],
    others: mixed.slice(RANKS + 24, RANKS + 24 + 40),
    far,
  };
}

function scenarioOf({ machine, random: _ }: Base, jobs: readonly Job[], routing = machine.routing) {
  return {
    version: 1,
    title: `case on a ${machine.name}`,
    seed: 1,
    network: machine.network,
    routing,
    model: { kind: 'event' },
    counters: { interval: '10 s' },
    jobs,
  };
}

function targetJob({ random }: Base, hosts: number[]): Job {
  return {
    name: 'target',
    ranks: RANKS,
    placement: { hosts: hosts.slice(0, RANKS) },
    compute: 10_000 + random.below(20_000),
    jitter: 0.1,
    workload: targetWorkload(random),
  };
}

function targetWorkload(random: Random): Job {
  const bytes = 65_536 * (1 + random.below(4));
  const choices: Job[] = [
    { kind: 'halo', axes: 2, periodic: true, bytes, iterations: 12 },
    { kind: 'ring', bytes, rounds: 16, both: true },
    { kind: 'irregular', degree: 4, bytes: 4 * bytes, iterations: 10 },
    { kind: 'all-to-all', group: 12, bytes: bytes / 2 },
    { kind: 'shift', shift: 1 + random.below(RANKS - 1), bytes: 2 * bytes, iterations: 12 },
  ];
  return choices[random.below(choices.length)];
}

function nearWorkload(random: Random): Job {
  return { kind: 'halo', axes: 2, bytes: 262_144 * (1 + random.below(3)), iterations: 10 };
}

/** Light jobs among the hosts of the target. */
function neighbours({ light }: Places): Job[] {
  return light.map((hosts, i) => ({
    name: i === 0 ? 'post' : 'monitor',
    ranks: hosts.length,
    placement: { hosts },
    compute: 40_000,
    workload: { kind: 'ring', bytes: 2048, rounds: 20 },
  }));
}

/** Louder than all others, but elsewhere. */
function loudJob({ far }: Places): Job {
  return {
    name: 'loud',
    ranks: far.length,
    placement: { hosts: far },
    workload: { kind: 'uniform', bytes: 1_048_576, messages: 60 },
  };
}

function quiet(job: Job): Job {
  return { ...job, workload: { kind: 'ring', bytes: 1, rounds: 1 } };
}

/** A slow link at the hosts far away, and a slow rank of a neighbour. */
function decoyFaults({ network }: Base, { far }: Places) {
  const host = network.hosts[far[0]];
  const link = network.outLinks[network.outOffsets[host]];
  return {
    links: [{ from: host, to: network.links.dst[link], fromPort: network.links.src_port[link], speed: 0.5 }],
    ranks: [{ job: 'post', rank: 3, compute: 1.5 }],
    missing: [] as { from: number; to: number; fromPort: number }[],
    stuck: [] as { switch: number }[],
  };
}

/** A link on the way between two hosts of the target. */
function usedLink({ network, machine, random }: Base, hosts: readonly number[]) {
  const routing = routeNetwork(network, machine.routing, { random: createRandom(1), activeHosts: null });
  const path = new Int32Array(64);
  const pick = () => network.hosts[hosts[random.below(RANKS)]];
  for (;;) {
    const from = pick();
    const to = pick();
    const hops = from === to ? 0 : tracePath(routing, from, to, path);
    if (hops <= 0) continue;
    const link = path[random.below(hops)];
    const { src, dst, src_port } = network.links;
    return { from: src[link], to: dst[link], fromPort: src_port[link] };
  }
}

function leafOf({ outOffsets, outLinks, links }: Network, host: number): number {
  return links.dst[outLinks[outOffsets[host]]];
}

/** Cables of one switch of the target: all up links of a leaf but one or two, or some of a switch without levels. */
function missingCables({ network, random }: Base, hosts: readonly number[]) {
  const { outOffsets, outLinks, links, vertices } = network;
  const host = network.hosts[hosts[random.below(RANKS)]];
  const isTree = vertices.level.some((level) => level > 1);
  const forwards = network.switches.length === 0;
  const vertex = forwards ? host : leafOf(network, host);
  const out = [...outLinks.subarray(outOffsets[vertex], outOffsets[vertex + 1])];
  const candidates = out.filter((link) => {
    const other = links.dst[link];
    return isTree
      ? vertices.level[other] > vertices.level[vertex]
      : !network.hosts.includes(other) || forwards;
  });
  const count = isTree ? candidates.length - 1 : Math.min(candidates.length - 1, 1 + random.below(3));
  const cables = shuffle(candidates, random)
    .slice(0, count)
    .map((link) => ({ from: vertex, to: links.dst[link], fromPort: links.src_port[link] }));
  return { vertex, cables };
}
