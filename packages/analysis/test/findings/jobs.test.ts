import { batchFromRows, tables } from '@weft/model';
import { CounterSums } from '@weft/parts';
import { describe, expect, it } from 'vitest';
import { counters, fabric, find, STEP, STEPS, wobble } from './find-in-tables.ts';

function jobsUntil(end: number, count: number) {
  return Array.from({ length: count }, (_, id) => ({
    id,
    name: `job${id}`,
    user: null,
    state: null,
    start: 0,
    end,
  }));
}

describe('findings about jobs', () => {
  const tree = fabric('fat-tree', { ports: 4 });
  const { linkCount } = tree.network;
  const jobs = jobsUntil(STEP, 3);
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
  const jobs = jobsUntil(1e15, 4);
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
    const jobs = jobsUntil(1e15, 4);
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
