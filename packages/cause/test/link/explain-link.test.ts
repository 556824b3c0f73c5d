import { createRandom, type Network, shuffle, textAt } from '@weft/model';
import { buildNetwork, type Routing, removeParts } from '@weft/network';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainLink } from '../../src/explain-link/explain-link.ts';
import { dModK, everybody, evidenceOf, PARAMS } from './make-evidence.ts';

const network = buildNetwork('fat-tree', PARAMS);
const all = [...network.hosts];

function fullest(of: Network, wanted: (link: number) => boolean) {
  return (loads: Float64Array): number =>
    [...of.links.id].filter(wanted).reduce((best, link) => (loads[link] > loads[best] ? link : best));
}

const goesUp = (of: Network) => (link: number) =>
  textAt(of.links.class, link) === 'L1-L2' && textAt(of.links.direction, link) === 'up';

/** All that goes up from a switch leaves by its first up port. */
function stuckAt(routing: Routing, vertex: number): Routing {
  const { links } = routing.network;
  const up = [...links.id].filter((link) => links.src[link] === vertex && goesUp(routing.network)(link));
  return {
    ...routing,
    table: null,
    nextLink(at, dest, source) {
      const next = routing.nextLink(at, dest, source);
      return at === vertex && up.includes(next) ? up[0] : next;
    },
  };
}

describe('explainLink', () => {
  it('names the routing of a switch that sends all by one port', async () => {
    const leaf = network.links.dst[network.outLinks[network.outOffsets[all[0]]]];
    const routing = stuckAt(dModK(network), leaf);
    const evidence = evidenceOf(
      network,
      routing,
      [everybody(0, all, 1000)],
      fullest(network, goesUp(network)),
    );
    const answer = await explainLink(evidence);
    expect(answer.verdict).toMatchObject({ kind: 'routing', confidence: 'proven', switch: leaf });
    const again = answer.tests.find(({ change }) => change === 'tables of d-mod-k computed again');
    expect(again?.before).toBe(evidence.loads[evidence.link]);
    expect(again?.after).toBe(evidence.loads[evidence.link] / 4);
  });

  it('names the missing cables whose bytes the link carries, too', async () => {
    const leaf = network.links.dst[network.outLinks[network.outOffsets[all[0]]]];
    const gone = [...network.links.id]
      .filter((link) => goesUp(network)(link) && network.links.src[link] === leaf)
      .slice(1, 3);
    const broken = removeParts(network, { links: gone }).network;
    const atLeaf = (link: number) => goesUp(broken)(link) && broken.links.src[link] === leaf;
    const evidence = evidenceOf(broken, dModK(broken), [everybody(0, all, 1000)], fullest(broken, atLeaf));
    const { verdict, tests } = await explainLink(evidence);
    expect(verdict).toMatchObject({
      kind: 'missing',
      confidence: 'proven',
      saving: 0.5,
      switch: leaf,
      links: gone.map((link) => ({ link: null, from: leaf, to: network.links.dst[link] })),
    });
    expect(tests.filter(({ kind }) => kind === 'missing').map(({ saving }) => saving)).toHaveLength(3);
  });

  it('names the job that sends most over a link where no other way helps', async () => {
    const pair = [all[0], all[all.length - 1]];
    const loud = { ...everybody(1, pair, 1e9) };
    const quiet = everybody(0, all, 1000);
    const evidence = evidenceOf(network, dModK(network), [quiet, loud], fullest(network, goesUp(network)));
    const answer = await explainLink(evidence);
    expect(answer.verdict).toMatchObject({ kind: 'job', job: 'render', confidence: 'proven' });
    expect(answer.tests.find(({ job }) => job === 'render')?.after).toBe(answer.shares[1].value);
  });

  it('calls a link into a host that many send to its own traffic', async () => {
    const target = all[5];
    const incast = {
      job: 0,
      src: Int32Array.from(all.filter((host) => host !== target)),
      dst: new Int32Array(all.length - 1).fill(target),
      weight: Float64Array.of(5000),
    };
    const into = (link: number) => network.links.dst[link] === target;
    const evidence = evidenceOf(network, dModK(network), [incast], fullest(network, into));
    const answer = await explainLink(evidence);
    expect(answer.verdict).toMatchObject({ kind: 'own', job: 'solver', host: target });
  });

  it('blames nobody for a link below the median of its peers', async () => {
    const evidence = evidenceOf(network, dModK(network), [everybody(0, all, 1000)], () => 0);
    const idle = { ...evidence, loads: evidence.loads.map((bytes, link) => (link === 0 ? 0 : bytes)) };
    expect((await explainLink(idle)).verdict.kind).toBe('none');
  });

  it('has shares that add up to the target, and says the same twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.nat(network.linkCount - 1), async (seed, link) => {
        const hosts = shuffle([...all], createRandom(seed));
        const traffic = [everybody(0, hosts.slice(0, 10), 700), everybody(1, hosts.slice(10, 18), 900)];
        const evidence = evidenceOf(network, dModK(network), traffic, () => link);
        const answer = await explainLink(evidence, { now: () => 0 });
        expect(answer.shares.reduce((sum, { value }) => sum + value, 0)).toBe(answer.target.value);
        expect(await explainLink(evidence, { now: () => 0 })).toEqual(answer);
      }),
      { numRuns: 10 },
    );
  });

  it('keeps the tests that were done when it is cancelled', async () => {
    const stop = new AbortController();
    const evidence = evidenceOf(
      network,
      dModK(network),
      [everybody(0, all, 1000)],
      fullest(network, goesUp(network)),
    );
    const answer = await explainLink(evidence, {
      signal: stop.signal,
      onProgress: ({ done }) => done === 2 && stop.abort(),
    });
    expect(answer.tests).toHaveLength(2);
    expect(answer.untested.filter((what) => what.endsWith('cancelled')).length).toBeGreaterThan(0);
  });
});
