import { type Network, NetworkBuilder } from '@weft/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assumedRouting,
  buildNetwork,
  describeFaults,
  directionName,
  neighbourNode,
  nodeCoordinate,
  removeParts,
  torusShape,
} from '../src/index.ts';

const sizes = fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 5 });

function shapeOf(network: Network) {
  return torusShape(network)!;
}

describe('the shape of a torus', () => {
  it('holds all 5,120 links of the 4 x 4 x 4 x 4 x 2 torus, parallel ones apart', () => {
    const shape = shapeOf(buildNetwork('torus', { sizes: [4, 4, 4, 4, 2] }));
    expect([shape.nodeCount, shape.directions, shape.linkAt.length]).toEqual([512, 10, 5120]);
    expect(new Set(shape.linkAt).size).toBe(5120);
    expect(shape.rings).toEqual([true, true, true, true, true]);
    expect(describeFaults(shape)).toEqual([]);
  });

  it('counts I/O links as outside', () => {
    const shape = shapeOf(buildNetwork('torus', { sizes: [4, 4, 4, 4, 2], io: true }));
    expect(shape.faults.outside).toBe(1024);
    expect(new Set(shape.linkAt).size).toBe(5120);
  });

  it('has every link at its node and direction, whatever the sizes', () => {
    fc.assert(
      fc.property(sizes, fc.boolean(), (given, wrap) => {
        const network = buildNetwork(wrap ? 'torus' : 'mesh', { sizes: given });
        const shape = shapeOf(network);
        const { src, dst, direction } = network.links;
        let placed = 0;
        shape.linkAt.forEach((link, slot) => {
          if (link < 0) return;
          placed++;
          const node = Math.floor(slot / shape.directions);
          const way = slot % shape.directions;
          const next = neighbourNode(shape, node, way >> 1, way % 2 === 0 ? 1 : -1);
          expect([shape.nodeOf[src[link]], shape.nodeOf[dst[link]]]).toEqual([node, next]);
          expect(direction.dictionary[direction.codes[link]]).toBe(
            directionName(shape, way).replace('−', '-'),
          );
        });
        expect(placed).toBe(network.linkCount);
        expect(shape.rings).toEqual(given.map((size) => wrap && size > 1));
        expect(describeFaults(shape)).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it('tells the two cables of a ring of two apart without their names', () => {
    const network = buildNetwork('torus', { sizes: [2, 3] });
    const { direction } = network.links;
    const codes = direction.codes.map(() => -1);
    const nameless = { ...network, links: { ...network.links, direction: { ...direction, codes } } };
    expect([...shapeOf(nameless).linkAt]).toEqual([...shapeOf(network).linkAt]);
  });

  it('says what has no place: holes, doubled nodes, missing cables and cables that join no neighbours', () => {
    const builder = new NetworkBuilder();
    const coords = [[0], [1], [2], [4], [4], [5]];
    for (const coord of coords) builder.addVertex({ kind: 'host', coord });
    builder.addCable({ from: 0, to: 1, direction: '+a', reverseDirection: '-a' });
    builder.addCable({ from: 0, to: 1, direction: '+a', reverseDirection: '-a' });
    builder.addCable({ from: 0, to: 2, direction: '+a', reverseDirection: '-a' });
    builder.addCable({ from: 5, to: 3, direction: '+a', reverseDirection: '-a' });
    const shape = shapeOf(builder.build());
    expect(shape.sizes).toEqual([6]);
    expect(shape.faults).toEqual({
      holes: 1,
      doubled: 1,
      missing: 2,
      astray: 2,
      misnamed: 2,
      parallel: 2,
      outside: 0,
    });
    expect(shape.rings).toEqual([false]);
    expect(describeFaults(shape)).toContain('1 place has no node');
  });

  it('has no shape without coordinates', () => {
    expect(torusShape(buildNetwork('fat-tree', { ports: 4, pods: 2 }))).toBeNull();
  });

  it('numbers nodes by their coordinates, the first fastest', () => {
    const shape = { sizes: [4, 4, 4, 4, 2], strides: [1, 4, 16, 64, 256] };
    expect(shape.sizes.map((_, d) => nodeCoordinate(shape, 1 + 4 * 2 + 16 * 3 + 64 * 0 + 256, d))).toEqual([
      1, 2, 3, 0, 1,
    ]);
  });
});

describe('the routing assumed of a torus', () => {
  it('is dimension order where the torus is whole, else shortest paths', () => {
    const whole = buildNetwork('torus', { sizes: [4, 4, 2] });
    expect(assumedRouting(whole).name).toBe('dimension-order');
    expect(assumedRouting(removeParts(whole, { links: [0] }).network).name).toBe('min-hop');
    expect(assumedRouting(buildNetwork('hyperx', { sizes: [5, 4], hostsPerSwitch: 1 })).name).toBe('min-hop');
  });
});
