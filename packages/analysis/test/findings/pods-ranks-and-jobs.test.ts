import { buildNetwork } from '@weft/network';
import { describe, expect, it } from 'vitest';
import type { FindingFacts } from '../../src/finding-facts/finding-facts.ts';
import type { JobTraffic } from '../../src/finding-facts/job-traffic.ts';
import type { LinkTraffic } from '../../src/finding-facts/link-traffic.ts';
import { rankFindings } from '../../src/finding-order/rank-findings.ts';
import { findingSearches } from '../../src/finding-registry.ts';
import { noFacts } from './no-facts.ts';

const network = buildNetwork('fat-tree', { ports: 8, pods: 4 });
network.links.capacity.fill(1e9);

/** One step of ten seconds. */
function traffic(bytes: (link: number) => number): LinkTraffic {
  const totals = Float64Array.from(network.links.id, bytes);
  return {
    network,
    unit: 'B',
    edges: Float64Array.of(0, 10e9),
    totals,
    peaks: totals.map((total) => total / 10),
    peakSteps: new Int32Array(totals.length),
    steps: Float64Array.of(totals.reduce((sum, one) => sum + one, 0)),
  };
}

const find = (facts: Partial<FindingFacts>) => rankFindings(findingSearches, { ...noFacts, ...facts });
const plain = (text: string) => text.replaceAll('\u00a0', ' ');
const noise = (link: number) => 1 + 0.01 * ((link * 7919) % 11);

describe('what stands out among pods, ranks and jobs', () => {
  it('names the pod whose links carry more than those of all others', () => {
    const { pod } = network.vertices;
    const { src, dst } = network.links;
    const inPod = (link: number) => pod[src[link]] === 2 || pod[dst[link]] === 2;
    const [first] = find({ traffic: traffic((link) => 1e6 * noise(link) * (inPod(link) ? 4 : 1)) });
    expect(first).toMatchObject({ kind: 'pod-imbalance', unit: 'times', where: { pod: 2 } });
    expect(plain(first.text)).toContain(`${Number(first.value.toPrecision(3))} times as much`);
    expect(first.value).toBeCloseTo(4, 0);
    expect(find({ traffic: traffic((link) => 1e6 * noise(link)) })[0].kind).toBe('nothing');
  });

  it('names the rank that sends far more than others, and noFacts where two halves differ', () => {
    const sent = new Float64Array(16).fill(1000);
    sent[5] = 8000;
    const [first] = find({ sent: new Map([[0, sent]]) });
    expect(plain(first.text)).toBe('Rank 5 sends 8 kB, 8 times the median of 16 ranks.');
    expect(first.where).toEqual({ rank: 5, job: 0 });
    const halves = Float64Array.from({ length: 16 }, (_, rank) => (rank < 8 ? 8000 : 1000));
    expect(find({ sent: new Map([[0, halves]]) })[0].kind).toBe('nothing');
  });

  it('names two jobs that share links that are full for the whole run', () => {
    const share = (job: number, name: string) => ({ job, name, hosts: 8, bytes: 100, time: 10e9 });
    const jobs: JobTraffic = {
      shares: [share(0, 'a'), share(1, 'b'), share(2, 'c')],
      source: 'loads',
      unit: 'B',
      onLinks: new Map(
        Array.from(network.links.id, (link) => [
          link,
          new Map([
            [0, 50],
            [1, 40],
            [2, 10],
          ]),
        ]),
      ),
    };
    const [first] = find({ traffic: traffic((link) => 6e9 * noise(link)), jobs });
    expect(first).toMatchObject({ kind: 'shared-links', where: { job: 0, with: 1 } });
    expect(plain(first.text)).toContain(`Jobs a and b share ${network.linkCount} links`);
    expect(first.value).toBeCloseTo(66, 0);
    const calm = find({ traffic: traffic((link) => 2e9 * noise(link)), jobs });
    expect(calm.map(({ kind }) => kind)).not.toContain('shared-links');
  });

  it('names the job that dominates before a link where it is not known who fills that, unless the link is far hotter', () => {
    const share = (job: number, bytes: number) => ({ job, name: `j${job}`, hosts: 8, bytes, time: 10e9 });
    const shares = [share(0, 8000), share(1, 1000), share(2, 1000)];
    const jobs: JobTraffic = { shares, source: 'counters', unit: 'B', onLinks: new Map() };
    const kinds = (times: number) =>
      find({ traffic: traffic((link) => 1e6 * noise(link) * (link === 300 ? times : 1)), jobs }).map(
        ({ kind }) => kind,
      );
    expect(kinds(10)).toEqual(['dominant-job', 'hot-link']);
    expect(kinds(30)).toEqual(['hot-link', 'dominant-job']);
  });

  it('names a slow rank before links that its program fills, also where nothing comes again, unless other jobs run beside it', () => {
    const time = new Float64Array(16).fill(1e9);
    time[5] = 3e9;
    const waiting = [
      { job: 0, ranks: [{ measure: 'busy', time, isSlow: () => true } as const], longest: null },
    ];
    const hot = traffic((link) => 1e6 * noise(link) * (link === 300 ? 20 : 1));
    const share = (job: number) => ({ job, name: `j${job}`, hosts: 8, bytes: 1000, time: 10e9 });
    const kinds = (...shares: readonly JobTraffic['shares'][number][]) => {
      const jobs: JobTraffic = { shares, source: 'loads', unit: 'B', onLinks: new Map() };
      return find({ traffic: hot, waiting, jobs }).map(({ kind }) => kind);
    };
    expect(kinds(share(0))).toEqual(['slow-rank', 'hot-link']);
    expect(kinds(share(0), share(1))).toEqual(['hot-link', 'slow-rank']);
  });

  it('says how many times as much the dominant job causes as the next, however many these are', () => {
    const share = (job: number, bytes: number) => ({ job, name: `j${job}`, hosts: 8, bytes, time: 10e9 });
    const textFor = (...bytes: readonly number[]) => {
      const shares = bytes.map((own, job) => share(job, own));
      const jobs: JobTraffic = { shares, source: 'loads', unit: 'B', onLinks: new Map() };
      return plain(find({ traffic: traffic((link) => 1e6 * noise(link)), jobs })[0].text);
    };
    expect(textFor(42_000, 10, 5)).toMatch(/, 4,200 times as much as the next of 3 jobs, j1\.$/);
    expect(textFor(8000, 0, 0)).toBe(
      'Job j0 on 8 hosts causes 100 % of the bytes on all links, none of the other 2 any.',
    );
  });

  it('names no job as dominant that only runs longer than another one', () => {
    const share = (job: number, bytes: number, time: number) => ({
      job,
      name: `j${job}`,
      hosts: 8,
      bytes,
      time,
    });
    const kinds = (perSecond: number, brief = 1e9) => {
      const shares = [share(0, 12e9 * perSecond, 12e9), share(1, brief, brief)];
      const jobs: JobTraffic = { shares, source: 'loads', unit: 'B', onLinks: new Map() };
      return find({ traffic: traffic((link) => 1e6 * noise(link)), jobs }).map(({ kind }) => kind);
    };
    expect(kinds(1.01)).toEqual(['nothing']);
    expect(kinds(3)).toEqual(['dominant-job']);
    expect(kinds(1.01, 0.1e9)).toEqual(['dominant-job']);
  });
});
