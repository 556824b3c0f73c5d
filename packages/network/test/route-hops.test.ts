import { createRandom } from '@weft/model';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildNetwork, routeHops, routerNamed, tracePath } from '../src/index.ts';

const tree = buildNetwork('kary-ntree', { arity: 2, layers: 3 });
const routing = routerNamed('d-mod-k').route(tree, { random: createRandom(1), activeHosts: null });
const host = fc.constantFrom(...tree.hosts);

function marksOf(links: readonly number[]): Uint8Array {
  const marks = new Uint8Array(tree.linkCount);
  for (const link of links) marks[link] = 1;
  return marks;
}

function pathBetween(from: number, to: number): number[] {
  const path = new Int32Array(16);
  return [...path.subarray(0, tracePath(routing, from, to, path))];
}

it('puts the links of one route in the order that messages take', () => {
  fc.assert(
    fc.property(host, host, (from, to) => {
      fc.pre(from !== to);
      const path = pathBetween(from, to);
      expect(routeHops(tree, marksOf(path))).toEqual(path);
    }),
  );
});

it('has no order of two routes, of a route with a gap, or of none', () => {
  const [a, b, c] = [tree.hosts[0], tree.hosts[7], tree.hosts[4]];
  expect(routeHops(tree, marksOf([...pathBetween(a, b), ...pathBetween(a, c)]))).toBeNull();
  expect(routeHops(tree, marksOf(pathBetween(a, b).filter((_, hop) => hop !== 2)))).toBeNull();
  expect(routeHops(tree, marksOf([]))).toBeNull();
});
