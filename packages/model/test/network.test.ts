import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNetwork, inLinksOf, NetworkBuilder, networkTables, outLinksOf, textAt } from '../src/index.ts';

function twoHostsOneSwitch() {
  const builder = new NetworkBuilder();
  const a = builder.addVertex({ kind: 'host', name: 'a', level: 0 });
  const b = builder.addVertex({ kind: 'host', name: 'b', level: 0 });
  const s = builder.addVertex({ kind: 'switch', name: 's', level: 1, coord: [1, 2] });
  builder.addCable({
    from: b,
    to: s,
    toPort: 1,
    class: 'L0-L1',
    direction: 'up',
    reverseDirection: 'down',
    capacity: 1e9,
  });
  builder.addCable({
    from: a,
    to: s,
    toPort: 0,
    class: 'L0-L1',
    direction: 'up',
    reverseDirection: 'down',
    capacity: 1e9,
  });
  return builder.build();
}

describe('Network', () => {
  it('keeps both directions of a cable as each other’s reverse', () => {
    const { links } = twoHostsOneSwitch();
    expect([...links.reverse]).toEqual([1, 0, 3, 2]);
    expect([0, 1].map((link) => textAt(links.direction, link))).toEqual(['up', 'down']);
  });

  it('lists links of a vertex by port', () => {
    const network = twoHostsOneSwitch();
    expect([...outLinksOf(network, 2)]).toEqual([3, 1]);
    expect([...inLinksOf(network, 2)]).toEqual([2, 0]);
    expect([...network.hosts]).toEqual([0, 1]);
    expect([...network.switches]).toEqual([2]);
  });

  it('is the same after a way through its tables', () => {
    const network = twoHostsOneSwitch();
    const { vertices, links } = networkTables(network);
    expect(createNetwork(vertices.columns, links.columns)).toEqual(network);
  });

  it('has every link once in out- and once in in-adjacency', () => {
    const cable = fc.tuple(fc.nat(9), fc.nat(9), fc.nat(3));
    fc.assert(
      fc.property(fc.array(cable, { maxLength: 40 }), (cables) => {
        const builder = new NetworkBuilder();
        for (let v = 0; v < 10; v++) builder.addVertex({ kind: 'switch' });
        for (const [from, to, port] of cables) builder.addCable({ from, to, fromPort: port });
        const network = builder.build();
        for (let v = 0; v < 10; v++) {
          for (const link of outLinksOf(network, v)) expect(network.links.src[link]).toBe(v);
          for (const link of inLinksOf(network, v)) expect(network.links.dst[link]).toBe(v);
        }
        expect([...network.outLinks].sort((x, y) => x - y)).toEqual([...network.links.id]);
        expect([...network.inLinks].sort((x, y) => x - y)).toEqual([...network.links.id]);
      }),
    );
  });

  it('refuses loose ends and gaps in ids', () => {
    const network = twoHostsOneSwitch();
    const loose = { ...network.links, dst: Int32Array.of(2, 1, 2, 9) };
    expect(() => createNetwork(network.vertices, loose)).toThrow(
      'link 3: dst is vertex 9, the network has 3',
    );
    const gap = { ...network.vertices, id: Int32Array.of(0, 2, 3) };
    expect(() => createNetwork(gap, network.links)).toThrow('vertices: row 1 has id 2');
  });
});
