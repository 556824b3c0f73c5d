import { createRandom, listAt, type Network, NetworkBuilder } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNetwork, familyNamed, levelTree, recogniseNetwork, removeParts } from '../src/index.ts';
import { samePartition, shuffleNetwork } from './support/shuffle-network.ts';
import { someNetwork } from './support/some-networks.ts';

describe('recognition of bare, shuffled networks', () => {
  it('finds the parameters each network was built with', () => {
    fc.assert(
      fc.property(someNetwork, fc.integer(), ([family, params], seed) => {
        const built = buildNetwork(family, params);
        const { network } = shuffleNetwork(built, createRandom(seed));
        const found = familyNamed(family).recognise(network);
        expect(found).toMatchObject({ ok: true, params });
      }),
      { numRuns: 200 },
    );
  });

  it('finds levels, pods and bundles of trees and groups', () => {
    const trees = someNetwork.filter(([family]) => !['torus', 'mesh', 'hyperx'].includes(family));
    fc.assert(
      fc.property(trees, fc.integer(), ([family, params], seed) => {
        const built = buildNetwork(family, params);
        const { network, newId } = shuffleNetwork(built, createRandom(seed));
        const found = familyNamed(family).recognise(network);
        if (!found.ok) throw new Error(found.reason);
        const { level, pod, bundle } = found.network.vertices;
        expect(Array.from(newId, (id) => level[id])).toEqual([...built.vertices.level]);
        if ('switchesPerGroup' in params && params.switchesPerGroup === 2) return;
        expect(samePartition(built.vertices.pod, pod, newId)).toBe(true);
        expect(samePartition(built.vertices.bundle, bundle, newId)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('names the links of a recognised network as its builder does', () => {
    fc.assert(
      fc.property(someNetwork, fc.integer(), ([family, params], seed) => {
        const built = buildNetwork(family, params);
        const found = familyNamed(family).recognise(shuffleNetwork(built, createRandom(seed)).network);
        if (!found.ok) throw new Error(found.reason);
        expect(countNames(found.network)).toEqual(countNames(built));
      }),
      { numRuns: 100 },
    );
  });

  it('gives coordinates in which neighbours differ by one step of one dimension', () => {
    const built = buildNetwork('torus', { sizes: [4, 4, 4, 4, 2] });
    const { network } = shuffleNetwork(built, createRandom(7));
    const found = familyNamed('torus').recognise(network);
    if (!found.ok) throw new Error(found.reason);
    expect(found.params).toEqual({ sizes: [4, 4, 4, 4, 2], io: false, hostsPerSwitch: 0 });
    const { coord } = found.network.vertices;
    for (let link = 0; link < network.linkCount; link++) {
      const from = listAt(coord, network.links.src[link]);
      const to = listAt(coord, network.links.dst[link]);
      const steps = from.map((value, d) => Math.abs(value - to[d])).filter((step) => step !== 0);
      expect(steps).toHaveLength(1);
      expect([1, 3]).toContain(steps[0]);
    }
  });

  it('says why a network is not of a family', () => {
    const torus = buildNetwork('torus', { sizes: [3, 3] });
    const tree = buildNetwork('kary-ntree', { arity: 4, layers: 3 });
    expect(familyNamed('fat-tree').recognise(torus)).toMatchObject({
      ok: false,
      reason: 'no hosts or no switches',
    });
    expect(familyNamed('torus').recognise(tree)).toMatchObject({ ok: false });
    expect(familyNamed('fat-tree').recognise(tree)).toMatchObject({ ok: false });
    expect(recogniseNetwork(tree).found).toMatchObject({ family: 'kary-ntree' });
  });

  it('asks for the exact family first, and then for one with parts missing', () => {
    const found = (network: Network) =>
      recogniseNetwork(shuffleNetwork(network, createRandom(1)).network).found;
    const machine = buildNetwork('fat-tree', { ports: 36, pods: 4 });
    expect(found(machine)).toMatchObject({
      family: 'fat-tree',
      recognition: { params: { ports: 36, pods: 4 } },
    });
    expect(found(buildNetwork('fat-tree', { ports: 8 }))?.family).toBe('fat-tree');
    expect(found(buildNetwork('xgft', { children: [4, 3], parents: [1, 2] }))?.family).toBe('xgft');
    const damaged = removeParts(machine, { switches: [machine.switches[100]] }).network;
    expect(found(damaged)?.recognition).toMatchObject({ missing: { hosts: 0, switches: 1, cables: 36 } });
    const ring = { vertices: [0, 1, 2].map(() => ({ kind: 'host' })), cables: [{ from: 0, to: 1 }] };
    expect(found(buildNetwork('graph', ring))).toBeNull();
  });
});

function countNames(network: ReturnType<typeof buildNetwork>): Record<string, number> {
  const counts: Record<string, number> = {};
  const { class: kind, direction } = network.links;
  for (let link = 0; link < network.linkCount; link++) {
    const name = `${kind.dictionary[kind.codes[link]]} ${direction.dictionary[direction.codes[link]]}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe('damaged trees', () => {
  it('keep levels, pods and bundles, and are recognised with what is missing', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const random = createRandom(seed);
        const built = buildNetwork('fat-tree', { ports: 12, pods: 4 });
        const middle = built.switches.filter((v) => built.vertices.level[v] === 2);
        const top = built.switches.filter((v) => built.vertices.level[v] === 3);
        const { network: damaged } = removeParts(built, {
          links: Array.from({ length: 6 }, () => random.below(built.linkCount)),
          switches: [middle[random.below(middle.length)], top[random.below(top.length)]],
          hosts: Array.from({ length: 5 }, () => built.hosts[random.below(built.hosts.length)]),
        });
        const { network, newId } = shuffleNetwork(damaged, random);
        const found = familyNamed('fat-tree').recognise(network);
        if (!found.ok) throw new Error(found.reason);
        expect(found.params).toMatchObject({ ports: 12, pods: 4 });
        const connected = [...damaged.vertices.id].filter(
          (v) => damaged.outOffsets[v] < damaged.outOffsets[v + 1],
        );
        for (const v of connected)
          expect(found.network.vertices.level[newId[v]]).toBe(damaged.vertices.level[v]);
        expect(found.missing?.switches).toBe(2);
      }),
      { numRuns: 30 },
    );
  });

  it('a first-level switch without hosts is still one', () => {
    const built = buildNetwork('fat-tree', { ports: 8, pods: 4 });
    const hosts = [...built.hosts].filter((host) => host < 4);
    const { network, vertexMap } = removeParts(built, { hosts });
    const found = levelTree(network);
    if (!found.ok) throw new Error(found.reason);
    const leaf = vertexMap[built.hosts.length];
    expect(found.network.vertices.level[leaf]).toBe(1);
    expect(found.network.vertices.pod[leaf]).toBe(0);
    expect([found.levels, found.pods, found.bundles]).toEqual([3, 4, 2]);
  });

  it('a service host on a top switch does not change the levels', () => {
    const built = buildNetwork('fat-tree', { ports: 8, pods: 4 });
    const described = familyNamed('graph').recognise(built);
    if (!described.ok) throw new Error(described.reason);
    const { vertices, cables } = described.params as { vertices: object[]; cables: object[] };
    const network = buildNetwork('graph', {
      vertices: [...vertices, { kind: 'host', name: 'service' }],
      cables: [...cables, { from: 'service', to: 'L3-0' }],
    });
    const found = levelTree(network);
    if (!found.ok) throw new Error(found.reason);
    expect([...found.network.vertices.level.slice(0, -1)]).toEqual([...built.vertices.level]);
  });

  it('two switches of which one is cabled to itself are no torus', () => {
    const builder = new NetworkBuilder();
    const [a, b] = ['a', 'b'].map((name) => builder.addVertex({ kind: 'host', name }));
    const [first, second] = ['first', 'second'].map((name) => builder.addVertex({ kind: 'switch', name }));
    builder.addCable({ from: a, to: first, fromPort: 1, toPort: 1 });
    builder.addCable({ from: b, to: second, fromPort: 1, toPort: 1 });
    builder.addCable({ from: first, to: first, fromPort: 2, toPort: 3 });
    expect(familyNamed('torus').recognise(builder.build()).ok).toBe(false);
  });
});
