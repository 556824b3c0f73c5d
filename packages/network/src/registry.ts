import { type Network, WeftError } from '@weft/model';
import { fatTree } from './families/fat-tree.ts';
import { karyTree } from './families/kary-ntree.ts';
import { type Family, parseParams } from './family.ts';
import type { Router } from './router.ts';
import { dimensionOrder } from './routing/dimension-order.ts';
import { minHop, minHopHashed, minHopRandom } from './routing/min-hop.ts';
import { dModK, sModK } from './routing/mod-k.ts';
import { schedulingAware, sssp } from './routing/sssp.ts';
import { upDown } from './routing/up-down.ts';

/** In the order in which recognition tries them: the more special first. */
export const families: readonly Family[] = [fatTree, karyTree];

export const routers: readonly Router[] = [
  dModK,
  sModK,
  minHop,
  minHopRandom,
  minHopHashed,
  upDown,
  sssp,
  dimensionOrder,
  schedulingAware,
];

export function familyNamed(name: string): Family {
  return named(families, name, 'family');
}

export function routerNamed(name: string): Router {
  return named(routers, name, 'router');
}

/** Builds a network from unchecked parameters, e.g. of a scenario file. */
export function buildNetwork(family: string, params: unknown): Network {
  const found = familyNamed(family);
  return found.build(parseParams(found, params));
}

function named<T extends { readonly name: string }>(list: readonly T[], name: string, what: string): T {
  const found = list.find((item) => item.name === name);
  if (found) return found;
  throw new WeftError({
    code: `UNKNOWN-${what.toUpperCase()}`,
    message: `no ${what} is called ${name}`,
    advice: `Known: ${list.map((item) => item.name).join(', ')}`,
  });
}
