import { batchFromRows, type GivenRowOf, networkTables, tables, textAt } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { CounterSums } from '@weft/parts';
import { describe, expect, it } from 'vitest';
import { uniformLoads } from '../../src/finding-facts/uniform-loads.ts';
import { findings, findingsParamsOf } from '../../src/index.ts';
import { runAnalysis, type SmallTables } from '../reference/run-analysis.ts';

const CAPACITY = 1e9;
const STEP = 60e9;
const STEPS = 16;

async function find(some: SmallTables, unit = 'B') {
  const answer = await runAnalysis(findings, some, { metric: 'data_sent', unit, interval: STEP });
  const { rows, columns } = answer.findings;
  return Array.from({ length: rows }, (_, row) => ({
    kind: textAt(columns.kind, row),
    text: textAt(columns.text, row) ?? '',
    value: columns.value[row],
    unit: textAt(columns.unit, row),
    where: JSON.parse(textAt(columns.where, row) ?? ''),
  }));
}

const kindsOf = (found: readonly { kind: string | null }[]) => found.map(({ kind }) => kind);

function fabric(family: string, params: object) {
  const network = buildNetwork(family, params);
  const { vertices, links } = networkTables(network);
  const capacity = new Float64Array(network.linkCount).fill(CAPACITY);
  return { network, vertices, links: { rows: links.rows, columns: { ...links.columns, capacity } } };
}

/** A percent or two of noise without randomness. */
const wobble = (step: number, link: number) => 1000 + ((step * 7 + link * 13) % 31);

function counters(links: number, bytes: (step: number, link: number) => number, steps = STEPS) {
  const rows = [];
  for (let step = 0; step < steps; step++) {
    for (let link = 0; link < links; link++) {
      rows.push({ time: (step + 1) * STEP, link, metric: 'data_sent', value: bytes(step, link) * 1e6 });
    }
  }
  return batchFromRows(tables.counters, rows);
}

describe('findings about links', () => {
  const tree = fabric('fat-tree', { ports: 8 });
  const { links } = tree.network;
  const all = tree.network.linkCount;

  it('names the link that carries more than its peers, in percent of its capacity at its busiest step', async () => {
    const hot = 300;
    const [first, ...others] = await find({
      ...tree,
      counters: counters(all, (step, link) => wobble(step, link) * (link === hot ? (step === 4 ? 6 : 5) : 1)),
    });
    const percent = (100 * wobble(4, hot) * 6e6) / (60 * CAPACITY);
    expect(first).toMatchObject({
      kind: 'hot-link',
      unit: '%',
      where: { link: hot, from: 4 * STEP, to: 5 * STEP },
    });
    expect(first.value).toBeCloseTo(percent);
    expect(first.text).toContain(`${percent.toPrecision(3)}\u00a0% of its capacity`);
    const kind = [textAt(links.class, hot), textAt(links.direction, hot)].join(' ');
    expect(first.text).toMatch(
      new RegExp(` times the median of the other \\d+ links of its kind \\(${kind}\\)`),
    );
    expect(others).toEqual([]);
  });

  it('speaks of packets where no bytes are counted, and of no share of a capacity', async () => {
    const sample = (step: number, link: number) => wobble(step, link) * (link === 300 ? 5 : 1);
    const [hot] = await find({ ...tree, counters: counters(all, sample) }, 'packets');
    let packets = 0;
    for (let step = 0; step < STEPS; step++) packets += sample(step, 300) * 1e6;
    expect(hot).toMatchObject({ kind: 'hot-link', unit: 'packets', value: packets, where: { link: 300 } });
    expect(hot.text).toContain(`carries ${(packets / 1e9).toPrecision(3)}\u00a0G\u00a0packets, `);
    const [even] = await find({ ...tree, counters: counters(all, wobble) }, 'packets');
    expect(even).toMatchObject({ kind: 'nothing', unit: 'packets' });
    expect(even.text).toMatch(/no link carries more than [\d.]+\u00a0G\u00a0packets\.$/);
  });

  it('names a link that carries half as much again where nothing lies between it and its peers, and none where others do', async () => {
    const amount = (step: number, link: number) => wobble(step, link) * (link === 300 ? 1.5 : 1);
    const [first] = await find({ ...tree, counters: counters(all, amount) });
    expect(first).toMatchObject({ kind: 'hot-link', where: { link: 300 } });
    const ramp = (step: number, link: number) => wobble(step, link) * (1 + ((link * 7) % all) / (2 * all));
    expect(kindsOf(await find({ ...tree, counters: counters(all, ramp) }))).toEqual(['nothing']);
  });

  it('names a link with five times as much as every other, however unlike the others are', async () => {
    const unlike = (link: number) => Math.exp((-3 * ((link * 37) % 128)) / 128);
    const amount = (step: number, link: number) => wobble(step, link) * (link === 300 ? 5 : unlike(link));
    const [first] = await find({ ...tree, counters: counters(all, amount) });
    expect(first).toMatchObject({ kind: 'hot-link', where: { link: 300 } });
    const plain = (step: number, link: number) => wobble(step, link) * unlike(link);
    expect(kindsOf(await find({ ...tree, counters: counters(all, plain) }))).toEqual(['nothing']);
  });

  it('names the time in which all links carry more', async () => {
    const busy = (step: number) => step === 9 || step === 10;
    const amount = (step: number, link: number) => wobble(step, link) * (busy(step) ? 3 : 1);
    const [first] = await find({ ...tree, counters: counters(all, amount) });
    let bytes = 0;
    for (const step of [9, 10]) for (let link = 0; link < all; link++) bytes += amount(step, link) * 1e6;
    expect(first).toMatchObject({
      kind: 'busy-time',
      value: bytes,
      unit: 'B',
      where: { from: 9 * STEP, to: 11 * STEP },
    });
  });

  it('names a busy time as one, also where it goes up and down itself', async () => {
    const small = fabric('torus', { sizes: [4, 4] });
    const busy = (step: number) => (step >= 30 && step < 39 ? (step % 3 === 0 ? 2 : 1.45) : 0.95);
    const amount = (step: number, link: number) => wobble(step, link) * busy(step);
    const [first] = await find({ ...small, counters: counters(small.network.linkCount, amount, 96) });
    expect(first).toMatchObject({ kind: 'busy-time', where: { from: 30 * STEP, to: 39 * STEP } });
  });

  it('names a busy time at night, when it is as busy as noon, but neither noon nor night', async () => {
    const small = fabric('torus', { sizes: [4, 4] });
    const day = (step: number) => 1 - 0.35 * Math.cos((2 * Math.PI * step) / 96);
    const amount = (step: number, link: number) => wobble(step, link) * day(step);
    const night = (step: number, link: number) => amount(step, link) * (step >= 12 && step < 18 ? 2 : 1);
    const [first] = await find({ ...small, counters: counters(small.network.linkCount, night, 96) });
    expect(first).toMatchObject({ kind: 'busy-time', where: { from: 12 * STEP, to: 18 * STEP } });
    expect(first.text).toMatch(/in the median of the steps around it\.$/);
    const plain = await find({ ...small, counters: counters(small.network.linkCount, amount, 96) });
    expect(kindsOf(plain)).toEqual(['nothing']);
  });

  it('names the level whose links carry more, and by how much', async () => {
    const inClass = (link: number) => textAt(links.class, link) === 'L1-L2';
    const [first] = await find({
      ...tree,
      counters: counters(all, (step, link) => wobble(step, link) * (inClass(link) ? 4 : 1)),
    });
    expect(first).toMatchObject({ kind: 'level-imbalance', unit: 'times', where: { class: 'L1-L2' } });
    expect(first.value).toBeCloseTo(4, 1);
  });

  it('names the level at hosts from twice as much on where the levels above carry alike, since that is not traffic that stays near', async () => {
    const times: Record<string, number> = { 'L0-L1': 2, 'L1-L2': 1, 'L2-L3': 1 };
    const found = (above: number) =>
      find({
        ...tree,
        counters: counters(all, (step, link) => {
          const name = textAt(links.class, link) ?? '';
          return wobble(step, link) * times[name] * (name === 'L2-L3' ? above : 1);
        }),
      });
    const [first] = await found(1);
    expect(first).toMatchObject({ kind: 'level-imbalance', where: { class: 'L0-L1' } });
    expect(kindsOf(await found(0.6))).toEqual(['nothing']);
  });

  it('tells dimensions by the directions of links, whatever their classes are called', async () => {
    const torus = fabric('torus', { sizes: [4, 4, 4] });
    const name = { codes: new Int32Array(torus.network.linkCount), dictionary: ['torus'] };
    const named = { ...torus, links: { ...torus.links, columns: { ...torus.links.columns, class: name } } };
    const along = (step: number, link: number) =>
      wobble(step, link) * (/b$/.test(textAt(torus.network.links.direction, link) ?? '') ? 3 : 1);
    const [first] = await find({ ...named, counters: counters(torus.network.linkCount, along) });
    expect(first).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'b' } });
  });

  it('names a dimension where half of its links carry all that it carries more, but none for a few of them', async () => {
    const { network, ...hyperx } = fabric('hyperx', { sizes: [6, 6], hostsPerSwitch: 2 });
    const { src, dst, class: name } = network.links;
    const carries = (most: number) => (step: number, link: number) => {
      const near = Math.abs(src[link] - dst[link]) === 1 && Math.min(src[link], dst[link]) % 6 < most;
      return wobble(step, link) * (textAt(name, link) === 'dim a' && near ? 12 : 1);
    };
    const [first] = await find({ ...hyperx, counters: counters(network.linkCount, carries(6)) });
    expect(first).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'a' } });
    const few = await find({ ...hyperx, counters: counters(network.linkCount, carries(1)) });
    expect(kindsOf(few)).not.toContain('dimension-imbalance');
  });

  it('names a dimension, or one direction of it', async () => {
    const torus = fabric('torus', { sizes: [4, 4, 4] });
    const along = (direction: RegExp) => (step: number, link: number) =>
      wobble(step, link) * (direction.test(textAt(torus.network.links.direction, link) ?? '') ? 3 : 1);
    const both = await find({ ...torus, counters: counters(torus.network.linkCount, along(/b$/)) });
    expect(both[0]).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'b' } });
    expect(both[0].where.direction).toBeUndefined();
    const one = await find({ ...torus, counters: counters(torus.network.linkCount, along(/\+c$/)) });
    expect(one[0]).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'c', direction: '+c' } });
  });

  it('names the direction that carries less than the way back, however unlike dimensions and links are', async () => {
    const { network, ...torus } = fabric('torus', { sizes: [6, 5, 4] });
    const { links } = network;
    const way = (link: number) => textAt(links.direction, link) ?? '';
    const unlike = (link: number) => 1 + (Math.min(links.src[link], links.dst[link]) % 3);
    const long: Record<string, number> = { a: 6, b: 5, c: 4 };
    const load = (link: number) => (way(link) === '-b' ? 0.6 : 1) * long[way(link).slice(1)] * unlike(link);
    const amount = (step: number, link: number) => wobble(step, link) * load(link);
    const [first] = await find({ ...torus, counters: counters(network.linkCount, amount) });
    expect(first).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'b', direction: '-b' } });
    expect(first.value).toBeCloseTo(0.6, 1);
    expect(first.text).toContain('the way back');
  });

  it('names no time in which links carry nothing as busy where they carry nothing for a third of the run', async () => {
    const small = fabric('torus', { sizes: [4, 4] });
    const idle = (step: number) => step === 0 || (step >= 40 && step < 75);
    const amount = (step: number, link: number) => (idle(step) ? 0 : wobble(step, link));
    expect(
      kindsOf(await find({ ...small, counters: counters(small.network.linkCount, amount, 96) })),
    ).toEqual(['nothing']);
  });

  it('names a busy time that is far above noon in days with ten times as much at noon as at night', async () => {
    const small = fabric('torus', { sizes: [4, 4] });
    const day = (step: number) => 5.5 - 4.5 * Math.cos((2 * Math.PI * step) / 16);
    const amount = (step: number, link: number) => wobble(step, link) * day(step);
    const busy = (step: number, link: number) => (step === 44 ? 20 * wobble(step, link) : amount(step, link));
    const [first] = await find({ ...small, counters: counters(small.network.linkCount, busy, 96) });
    expect(first).toMatchObject({ kind: 'busy-time', where: { from: 44 * STEP, to: 45 * STEP } });
    const plain = await find({ ...small, counters: counters(small.network.linkCount, amount, 96) });
    expect(kindsOf(plain)).toEqual(['nothing']);
  });

  it('names a dimension of which most links are not used, as those of others', async () => {
    const { network, ...torus } = fabric('torus', { sizes: [4, 4, 4] });
    const load = (link: number) =>
      network.links.src[link] % 3 > 0 ? 0 : textAt(network.links.class, link) === 'dim b' ? 3 : 1;
    const amount = (step: number, link: number) => wobble(step, link) * load(link);
    const [first] = await find({ ...torus, counters: counters(network.linkCount, amount) });
    expect(first).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'b' } });
    expect(first.value).toBeCloseTo(3, 1);
  });

  it('names a direction that carries more than the way back, however long the dimensions are', async () => {
    const { network, ...torus } = fabric('torus', { sizes: [8, 8, 4] });
    const way = (link: number) => textAt(network.links.direction, link);
    const amount = (step: number, link: number) => wobble(step, link) * (way(link) === '-a' ? 2.2 : 1);
    const [first] = await find({ ...torus, counters: counters(network.linkCount, amount) });
    expect(first).toMatchObject({
      kind: 'dimension-imbalance',
      where: { dimension: 'a', direction: '-a' },
    });
    expect(first.value).toBeCloseTo(2.2, 1);
  });

  it('names a direction that carries less than the way back before the dimension that carries more than its own for that', async () => {
    const { network, ...torus } = fabric('torus', { sizes: [12, 8], hostsPerSwitch: 1 });
    const load: Record<string, number> = { '+a': 12, '-a': 12, '+b': 2.4, '-b': 8 };
    const way = (link: number) => textAt(network.links.direction, link) ?? '';
    const amount = (step: number, link: number) => wobble(step, link) * (load[way(link)] ?? 8);
    const [first] = await find({ ...torus, counters: counters(network.linkCount, amount) });
    expect(first).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'b', direction: '+b' } });
  });

  it('compares a class with what uniform traffic lets expect where others carry that, and says so', async () => {
    const { network, ...dragonfly } = fabric('dragonfly', {
      hostsPerSwitch: 4,
      switchesPerGroup: 4,
      globalLinks: 2,
    });
    const uniform = uniformLoads(network);
    const isAtHost = (link: number) => textAt(network.links.class, link) === 'host';
    const amount = (step: number, link: number) =>
      wobble(step, link) * uniform[link] * (isAtHost(link) ? 2.2 : 1);
    const [first] = await find({ ...dragonfly, counters: counters(network.linkCount, amount) });
    expect(first).toMatchObject({ kind: 'level-imbalance', where: { class: 'host' } });
    const times = Number(first.text.match(/it would be ([\d.]+) times/)?.[1]);
    expect(first.value / times).toBeCloseTo(2.2, 1);
  });

  it('compares a class with others as they are where these carry the same, which uniform traffic would not do', async () => {
    const { network, ...dragonfly } = fabric('dragonfly', {
      hostsPerSwitch: 4,
      switchesPerGroup: 4,
      globalLinks: 2,
    });
    const isGlobal = (link: number) => textAt(network.links.class, link) === 'global';
    const amount = (step: number, link: number) => wobble(step, link) * (isGlobal(link) ? 2.2 : 1);
    const [first] = await find({ ...dragonfly, counters: counters(network.linkCount, amount) });
    expect(first).toMatchObject({ kind: 'level-imbalance', where: { class: 'global' } });
  });

  it('names a dimension beside a shorter one of which some links carry much for their length', async () => {
    const torus = fabric('torus', { sizes: [4, 4, 4, 2] });
    const { links } = torus.network;
    const load = (link: number): number => {
      const direction = textAt(links.direction, link) ?? '';
      if (/b$/.test(direction)) return 2;
      return /d$/.test(direction) && links.src[link] % 4 !== 0 ? 0 : 1;
    };
    const [first] = await find({
      ...torus,
      counters: counters(torus.network.linkCount, (step, link) => wobble(step, link) * load(link)),
    });
    expect(first).toMatchObject({ kind: 'dimension-imbalance', where: { dimension: 'b' } });
    expect(first.value).toBeCloseTo(2, 1);
  });

  it('names the one direction that carries less, also where only half of its links do', async () => {
    const torus = fabric('torus', { sizes: [4, 4, 4, 2] });
    const { links } = torus.network;
    const striped = (step: number, link: number) =>
      wobble(step, link) * (textAt(links.direction, link) === '+c' && links.src[link] % 2 === 0 ? 0.25 : 1);
    const [first] = await find({ ...torus, counters: counters(torus.network.linkCount, striped) });
    expect(first).toMatchObject({
      kind: 'dimension-imbalance',
      where: { dimension: 'c', direction: '+c' },
    });
    expect(first.value).toBeCloseTo(0.625, 1);
  });

  it('does not take what uniform traffic does for an imbalance', async () => {
    const torus = fabric('torus', { sizes: [16, 4] });
    const along = (step: number, link: number) =>
      wobble(step, link) * (textAt(torus.network.links.class, link) === 'dim a' ? 4 : 1);
    const found = await find({ ...torus, counters: counters(torus.network.linkCount, along) });
    expect(found.map(({ kind }) => kind)).toEqual(['nothing']);
  });

  it('says that nothing stands out, with the fullest link, and never beside a finding', async () => {
    const found = await find({ ...tree, counters: counters(all, wobble) });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ kind: 'nothing', unit: '%', where: {} });
    expect(found[0].value).toBeCloseTo((100 * 1030e6) / (60 * CAPACITY));
    expect(found[0].text).toContain('no link is above 1.72\u00a0% of its capacity, so');
  });

  it('clears the network of nothing by the mean of a single step', async () => {
    const [{ text }] = await find({ ...tree, counters: counters(all, wobble, 1) });
    expect(text).toMatch(/over a step of 1\u00a0min; shorter bursts do not show/);
  });
});

describe('findings about jobs', () => {
  const tree = fabric('fat-tree', { ports: 4 });
  const { linkCount } = tree.network;
  const jobs = [0, 1, 2].map((id) => ({
    id,
    name: `job${id}`,
    user: null,
    state: null,
    start: 0,
    end: STEP,
  }));
  const jobTables = {
    jobs: batchFromRows(tables.jobs, jobs),
    loads: batchFromRows(
      tables.loads,
      jobs.flatMap(({ id }) =>
        Array.from({ length: linkCount }, (_, link) => ({
          time: STEP,
          link,
          job: id,
          bytes: id === 1 ? 800 : 100,
        })),
      ),
    ),
  };

  it('names the job with most of the traffic, as a share of all loads', async () => {
    const [first] = await find({ ...tree, ...jobTables });
    expect(first).toMatchObject({ kind: 'dominant-job', value: 80, unit: '%', where: { job: 1 } });
    expect(first.text).toContain('80\u00a0% of the bytes on all links');
  });

  it('says the same from sums of counters as from samples, where loads tell whose they are', async () => {
    const samples = counters(linkCount, (step, link) => wobble(step, link) * (link === 7 ? 5 : 1));
    const sums = new CounterSums({ leastSamples: 0, leastPerSum: 0, mostSums: linkCount });
    sums.add(samples);
    const [link_sums] = sums.linkBatches();
    const [step_sums] = sums.stepBatches();
    const found = await find({ ...tree, ...jobTables, counters: samples });
    expect(found.map(({ kind }) => kind)).toEqual(['dominant-job', 'hot-link']);
    expect(found[1].text).toContain('; job job1 sends 80\u00a0% of what it carries over the whole run');
    expect(await find({ ...tree, ...jobTables, link_sums, step_sums })).toEqual(found);
  });
});

describe('findings about jobs that are told from counters', () => {
  const { network, ...tree } = fabric('fat-tree', { ports: 8, pods: 4 });
  const jobAt = (at: number) => Math.floor(at / 16);
  const jobs = [0, 1, 2, 3].map((id) => ({
    id,
    name: `job${id}`,
    user: null,
    state: null,
    start: 0,
    end: 1e15,
  }));
  const ranks = Array.from(network.hosts, (host, at) => ({ job: jobAt(at), rank: at % 16, host }));
  const times = { send_start: 10, send_end: 20, recv_start: 10, recv_end: 30 };
  const messages = ranks.map(({ job, rank }, id) => ({
    id,
    job,
    src: rank,
    dst: (rank + 1) % 16,
    bytes: job === 2 ? 7000 : 1000,
    tag: 0,
    comm: 0,
    call: 'MPI_Send',
    ...times,
  }));

  it('names the job that dominates by what it sends, where counters at hosts are alike', async () => {
    const [first] = await find({
      ...tree,
      jobs: batchFromRows(tables.jobs, jobs),
      ranks: batchFromRows(tables.ranks, ranks),
      messages: batchFromRows(tables.messages, messages),
      counters: counters(network.linkCount, wobble),
    });
    expect(first).toMatchObject({ kind: 'dominant-job', value: 70, unit: '%', where: { job: 2 } });
    expect(first.text).toContain('70\u00a0% of the bytes that jobs send');
  });
});

describe('findings about jobs whose hosts pass on what others send', () => {
  it('names the job with most of the bytes between hosts of one job', async () => {
    const { network, ...torus } = fabric('torus', { sizes: [8, 4, 2] });
    const jobAt = (host: number) => Math.floor(host / 16);
    const jobs = [0, 1, 2, 3].map((id) => ({
      id,
      name: `job${id}`,
      user: null,
      state: null,
      start: 0,
      end: 1e15,
    }));
    const ranks = Array.from(network.hosts, (host) => ({ job: jobAt(host), rank: host % 16, host }));
    const { src, dst } = network.links;
    const jobOn = (link: number) => (jobAt(src[link]) === jobAt(dst[link]) ? jobAt(src[link]) : -1);
    const amount = (step: number, link: number) => wobble(step, link) * (jobOn(link) === 2 ? 6 : 1);
    let [own, all] = [0, 0];
    for (let step = 0; step < STEPS; step++) {
      for (let link = 0; link < network.linkCount; link++) {
        if (jobOn(link) === 2) own += amount(step, link);
        if (jobOn(link) >= 0) all += amount(step, link);
      }
    }
    const found = await find({
      ...torus,
      jobs: batchFromRows(tables.jobs, jobs),
      ranks: batchFromRows(tables.ranks, ranks),
      counters: counters(network.linkCount, amount),
    });
    const job = found.find(({ kind }) => kind === 'dominant-job');
    expect(job).toMatchObject({ unit: '%', where: { job: 2 } });
    expect(job?.value).toBeCloseTo((100 * own) / all);
    expect(job?.text).toMatch(
      /^Job job2 on 16 hosts has .* of the bytes on links between hosts of one job, /,
    );
  });
});

/** Eight ranks that shift messages, phase after phase, each a millisecond after the last; each sends one, or as many as `sends` says. */
function program(
  phases: readonly number[],
  work: (rank: number, phase: number) => number,
  sends: (rank: number, phase: number) => number = () => 1,
): SmallTables {
  const rows: GivenRowOf<typeof tables.messages>[] = [];
  let start = 0;
  phases.forEach((shift, phase) => {
    for (let src = 0; src < 8; src++) {
      const sent = start + work(src, phase);
      const row = { job: 0, src, dst: (src + shift) % 8, bytes: 1000, tag: phase, comm: 0, call: 'MPI_Send' };
      for (let nth = 0; nth < sends(src, phase); nth++) {
        const time = sent + 20 * nth;
        rows.push({
          ...row,
          id: rows.length,
          send_start: time,
          send_end: time + 5,
          recv_start: start,
          recv_end: time + 10,
        });
      }
    }
    start += 1e6;
  });
  const jobs = [{ id: 0, name: 'code', user: null, state: null, start: 0, end: start }];
  return { messages: batchFromRows(tables.messages, rows), jobs: batchFromRows(tables.jobs, jobs) };
}

describe('findings about programs', () => {
  const even = (rank: number) => 10_000 + rank;
  const repeat = (kinds: number[], times: number) => Array.from({ length: times }, () => kinds).flat();

  it('tells after how many phases communication comes again', async () => {
    const [first] = await find(program(repeat([1, 3, 2], 5), even));
    expect(first).toMatchObject({ kind: 'period', value: 3, unit: 'phases', where: { phases: 3, of: 15 } });
    expect(first.text).toContain('every 3 phases, about every 3\u00a0ms');
  });

  it('tells the period of ranks whose clocks drift apart by more than a phase', async () => {
    const drift = (rank: number, phase: number) => 10_000 + rank * phase * 90_000;
    const [first] = await find(program(repeat([1, 3, 2], 6), drift));
    expect(first).toMatchObject({ kind: 'period', where: { phases: 3 } });
    expect(first.where.of).toBeUndefined();
    expect(first.text).toContain('in 18 phases in all; a phase is one round of exchanges.');
  });

  it('names a phase unlike the others before the period', async () => {
    const phases = repeat([1, 3], 8);
    phases[6] = 2;
    const found = await find(program(phases, even));
    expect(kindsOf(found)).toEqual(['outlier-phase', 'period']);
    expect(found[0]).toMatchObject({ value: 8000, unit: 'B', where: { phase: 6 } });
  });

  it('names the rank that sends late again and again', async () => {
    const found = await find(program(repeat([1], 12), (rank) => 10_000 + rank + (rank === 5 ? 300_000 : 0)));
    expect(found[0]).toMatchObject({ kind: 'slow-rank', unit: 'ns', where: { rank: 5, job: 0 } });
  });

  it('calls no rank slow that works like all others and is late since one of its first messages took long', async () => {
    const rows: GivenRowOf<typeof tables.messages>[] = [];
    const delay = (src: number) => (src === 4 ? 40_000 : 1000 * src);
    for (let src = 0; src < 20; src++) {
      for (let nth = 0; nth < 40; nth++) {
        const start = 20_000 + 25_000 * nth + (nth > 0 ? delay(src) : 0);
        const end = start + 5000 + (nth === 0 ? delay(src) : 0);
        const times = { send_start: start, send_end: end, recv_start: end, recv_end: end };
        const row = {
          job: 0,
          src,
          dst: (src * 7 + nth) % 20,
          bytes: 1000,
          tag: 0,
          comm: 0,
          call: 'MPI_Send',
        };
        rows.push({ ...row, ...times, id: rows.length });
      }
    }
    const jobs = [{ id: 0, name: 'code', user: null, state: null, start: 0, end: 1e9 }];
    const found = await find({
      messages: batchFromRows(tables.messages, rows),
      jobs: batchFromRows(tables.jobs, jobs),
    });
    expect(kindsOf(found)).not.toContain('slow-rank');
  });

  it('names it also where ranks send unequally often, by the rounds in which they send', async () => {
    const late = (rank: number) => 10_000 + rank + (rank === 5 ? 300_000 : 0);
    const some = program(
      repeat([1], 12),
      late,
      (rank, phase) => 1 + ((rank * 5 + phase * 3 + rank * phase) % 3),
    );
    const [first] = await find(some);
    expect(first).toMatchObject({ kind: 'slow-rank', where: { rank: 5, job: 0 } });
    expect(first.value).toBe(12 * 300_001);
    expect(first.text).toContain('added up over its rounds of sends');
  });

  it('tells the period of ranks that drift apart where one in eight sends nothing in some rounds', async () => {
    const drift = (rank: number, phase: number) => 10_000 + rank * phase * 90_000;
    const found = await find(
      program(repeat([1, 3, 2], 6), drift, (rank, phase) => (phase % 3 === 2 && rank === 0 ? 0 : 1)),
    );
    expect(found[0]).toMatchObject({ kind: 'period', where: { phases: 3 } });
  });

  it('counts what one rank alone sends between two rounds of all as a round, too', async () => {
    const some = program(repeat([1, 3, 2], 6), even, (rank, phase) => (phase % 3 < 2 || rank === 0 ? 1 : 0));
    const [first] = await find(some);
    expect(first).toMatchObject({ kind: 'period', where: { phases: 3 } });
    expect(first.text).toContain('in 18 phases in all');
  });

  it('names the phase in which a rank sends most of its bytes before the rank', async () => {
    const alone = program(repeat([1], 12), even, (rank, phase) => (phase !== 5 ? 1 : rank === 0 ? 40 : 0));
    const ranks = Array.from({ length: 8 }, (_, rank) => ({ job: 0, rank, host: rank }));
    const found = await find({ ...alone, ranks: batchFromRows(tables.ranks, ranks) });
    expect(kindsOf(found)).toEqual(['outlier-phase', 'heavy-rank']);
    expect(found[0]).toMatchObject({ value: 40_000, where: { phase: 5 } });
  });

  it('tells no period of messages that are all sent at once', async () => {
    const { messages, ...others } = program(repeat([1, 3, 2], 6), even);
    if (!messages) throw new Error('no messages');
    const none = new Float64Array(messages.rows);
    const columns = {
      ...messages.columns,
      send_start: none,
      send_end: none,
      recv_start: none,
      recv_end: none,
    };
    expect(kindsOf(await find({ ...others, messages: { ...messages, columns } }))).not.toContain('period');
  });

  it('finds nothing in ranks that do the same all the time', async () => {
    expect(kindsOf(await find(program(repeat([1], 12), even)))).toEqual(['nothing']);
  });
});

describe('findings about a program and its links', () => {
  const torus = fabric('torus', { sizes: [4, 2], hostsPerSwitch: 1 });
  const all = torus.network.linkCount;
  /** Steps shorter than a round of the program. */
  const STEP_OF_ROUND = 250_000;

  async function kindsWith(some: SmallTables, bytes: (step: number, link: number) => number) {
    const rows = [];
    for (let step = 0; step < 48; step++) {
      for (let link = 0; link < all; link++) {
        const time = (step + 1) * STEP_OF_ROUND;
        rows.push({ time, link, metric: 'data_sent', value: bytes(step, link) });
      }
    }
    const { columns } = (
      await runAnalysis(
        findings,
        { ...torus, ...some, counters: batchFromRows(tables.counters, rows) },
        { metric: 'data_sent', interval: STEP_OF_ROUND },
      )
    ).findings;
    return Array.from(columns.kind.codes, (_, row) => textAt(columns.kind, row));
  }

  it('takes no burst for a busy time that is shorter than a round, also where no round comes again', async () => {
    const shifts = [1, 5, 3, 2, 7, 4, 6, 1, 3, 5, 2, 4];
    const random = program(shifts, (rank) => 10_000 + rank);
    const burst = (length: number) => (step: number, link: number) =>
      wobble(step, link) * (step >= 8 && step < 8 + length ? 4 : 1);
    expect(await kindsWith(random, burst(2))).not.toContain('busy-time');
    expect(await kindsWith(random, burst(6))).toContain('busy-time');
  });

  it('names an unusual phase before the dimension that the program loads most', async () => {
    const alike = Array.from({ length: 12 }, () => 1);
    const along = (step: number, link: number) =>
      wobble(step, link) * (textAt(torus.network.links.class, link) === 'dim a' ? 8 : 1);
    const found = await kindsWith(
      program(
        alike,
        (rank) => 10_000 + rank,
        (rank, phase) => (phase === 6 && rank < 4 ? 0 : 1),
      ),
      along,
    );
    expect(found.slice(0, 2)).toEqual(['outlier-phase', 'dimension-imbalance']);
  });
});

describe('findingsParamsOf', () => {
  const manifest = { metrics: [], interval: null, origin: null, diagnostics: [], provenance: [] };
  it('takes data_sent, or the first amount of bytes, else of packets and such, and neither gauges nor errors', () => {
    const metric = (name: string, unit: string, kind: 'amount' | 'gauge' = 'amount') => ({
      name,
      unit,
      kind,
      doc: '',
    });
    const params = (...metrics: ReturnType<typeof metric>[]) =>
      findingsParamsOf({ ...manifest, metrics }).metric;
    expect(params(metric('data_received', 'B'), metric('data_sent', 'B'))).toBe('data_sent');
    expect(params(metric('queue', 'B', 'gauge'), metric('octets', 'B'))).toBe('octets');
    expect(params(metric('errors', 'count'), metric('wait', 'ns'), metric('packets', 'packets'))).toBe(
      'packets',
    );
    expect(params(metric('errors', 'count'), metric('wait', 'ns'))).toBeNull();
  });
});
