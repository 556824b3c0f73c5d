import { type Network, outLinksOf } from '@weft/model';
import { buildNetwork } from '@weft/network';
import { describe, expect, it } from 'vitest';
import { uniformLoads } from '../../src/finding-facts/uniform-loads.ts';

/** Every shortest path between two vertices, as lists of links. */
function shortestPaths(network: Network, from: number, to: number): number[][] {
  for (let length = 0; ; length++) {
    const found = pathsOfLength(network, from, to, length);
    if (found.length > 0) return found;
  }
}

function pathsOfLength(network: Network, from: number, to: number, length: number): number[][] {
  if (length === 0) return from === to ? [[]] : [];
  return [...outLinksOf(network, from)].flatMap((link) =>
    pathsOfLength(network, network.links.dst[link], to, length - 1).map((rest) => [link, ...rest]),
  );
}

describe('uniformLoads', () => {
  it.each([
    ['fat-tree', { ports: 4 }],
    ['torus', { sizes: [3, 3] }],
    ['hyperx', { sizes: [3, 2], hostsPerSwitch: 1 }],
    ['dragonfly', { hostsPerSwitch: 1, switchesPerGroup: 2, globalLinks: 1 }],
  ])('adds up every path of a %s', (family, params) => {
    const network = buildNetwork(family, params);
    const expected = new Float64Array(network.linkCount);
    for (const from of network.hosts) {
      for (const to of network.hosts) {
        if (from === to) continue;
        const paths = shortestPaths(network, from, to);
        for (const path of paths) for (const link of path) expected[link] += 1 / paths.length;
      }
    }
    expect([...uniformLoads(network)].map((load) => load.toFixed(9))).toEqual(
      [...expected].map((load) => load.toFixed(9)),
    );
  });
});
