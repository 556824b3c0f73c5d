import { createRandom } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildNetwork, familyNamed, removeParts } from '../src/index.ts';
import { someNetwork } from './support/some-networks.ts';

describe('removeParts', () => {
  it('keeps everything else, both ways, with dense ids', () => {
    fc.assert(
      fc.property(someNetwork, fc.integer(), ([family, params], seed) => {
        const random = createRandom(seed);
        const before = buildNetwork(family, params);
        const links = [random.below(before.linkCount), random.below(before.linkCount)];
        const hosts = [before.hosts[random.below(before.hosts.length)]];
        const { network, vertexMap, linkMap } = removeParts(before, { links, hosts });
        for (const link of links) {
          expect([linkMap[link], linkMap[before.links.reverse[link]]]).toEqual([-1, -1]);
        }
        expect(vertexMap[hosts[0]]).toBe(-1);
        for (let link = 0; link < before.linkCount; link++) {
          const now = linkMap[link];
          if (now === -1) continue;
          expect(network.links.src[now]).toBe(vertexMap[before.links.src[link]]);
          expect(network.links.dst[now]).toBe(vertexMap[before.links.dst[link]]);
          expect(network.links.src_port[now]).toBe(before.links.src_port[link]);
          expect(network.links.reverse[now]).toBe(linkMap[before.links.reverse[link]]);
        }
        expect(linkMap.filter((id) => id !== -1)).toEqual(network.links.id);
        expect(vertexMap.filter((id) => id !== -1)).toEqual(network.vertices.id);
      }),
      { numRuns: 60 },
    );
  });

  it('removing nothing changes nothing; removing what is not there is refused', () => {
    const before = buildNetwork('rail-fat-tree', { units: 2, hostsPerUnit: 2, spines: 2 });
    expect(removeParts(before, {}).network).toEqual(before);
    expect(() => removeParts(before, { switches: [9999] })).toThrow('there is no switch 9999');
    const { network } = removeParts(before, { hosts: [0] });
    expect(network.vertexCount).toBe(before.vertexCount - 9);
  });
});

describe('graph', () => {
  it('describes any network and builds it again', () => {
    fc.assert(
      fc.property(someNetwork, ([family, params]) => {
        const before = buildNetwork(family, params);
        const described = familyNamed('graph').recognise(before);
        if (!described.ok) throw new Error(described.reason);
        expect(buildNetwork('graph', JSON.parse(JSON.stringify(described.params)))).toEqual(before);
      }),
      { numRuns: 40 },
    );
  });

  it('names the path of what is wrong', () => {
    const vertices = [{ kind: 'host', name: 'a' }, { kind: 'switch' }];
    const build = (cables: object[]) => () => buildNetwork('graph', { vertices, cables });
    expect(build([{ from: 'a', to: 2 }])).toThrow('cables.0.to: there is no vertex 2');
    expect(build([{ from: 'b', to: 1 }])).toThrow('cables.0.from: there is no vertex b');
    expect(
      build([
        { from: 'a', to: 1, toPort: 3 },
        { from: 'a', to: 1, toPort: 3 },
      ]),
    ).toThrow('port 3 of vertex 1');
    expect(() => buildNetwork('graph', { vertices: [{ kind: 'robot' }], cables: [] })).toThrow(
      'vertices.0.kind',
    );
  });
});
