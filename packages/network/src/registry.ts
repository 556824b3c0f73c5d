import { type Network, WeftError } from '@weft/model';
import { dragonfly } from './families/dragonfly.ts';
import { dragonflyPlus } from './families/dragonfly-plus.ts';
import { fatTree } from './families/fat-tree.ts';
import { graph } from './families/graph.ts';
import { hyperx } from './families/hyperx.ts';
import { karyTree } from './families/kary-ntree.ts';
import { mesh } from './families/mesh.ts';
import { railFatTree } from './families/rail-fat-tree.ts';
import { torus } from './families/torus.ts';
import { xgft } from './families/xgft.ts';
import { type Family, parseParams, type Recognition } from './family.ts';
import type { Placement } from './placement.ts';
import { contiguous } from './placements/contiguous.ts';
import { fragmented } from './placements/fragmented.ts';
import { podPacked } from './placements/pod-packed.ts';
import { randomPlacement } from './placements/random.ts';
import { roundRobin } from './placements/round-robin.ts';
import type { Router, RouterOptions, Routing } from './router.ts';
import { dimensionOrder } from './routing/dimension-order.ts';
import { minimal, valiant } from './routing/group-routing.ts';
import { minHop, minHopHashed, minHopRandom } from './routing/min-hop.ts';
import { dModK, sModK } from './routing/mod-k.ts';
import { schedulingAware, sssp } from './routing/sssp.ts';
import { upDown } from './routing/up-down.ts';
import { valleyFree } from './routing/valley-free.ts';

/** In the order in which recognition tries them: the more special first. */
export const families: readonly Family[] = [
  railFatTree,
  karyTree,
  fatTree,
  xgft,
  torus,
  mesh,
  hyperx,
  dragonfly,
  dragonflyPlus,
  graph,
];

export const placements: readonly Placement[] = [
  contiguous,
  randomPlacement,
  fragmented,
  podPacked,
  roundRobin,
];

export const routers: readonly Router[] = [
  dModK,
  sModK,
  minHop,
  minHopRandom,
  minHopHashed,
  upDown,
  sssp,
  dimensionOrder,
  minimal,
  valiant,
  schedulingAware,
  valleyFree,
];

export function familyNamed(name: string): Family {
  return named(families, name, 'family');
}

export function routerNamed(name: string): Router {
  return named(routers, name, 'router');
}

export function placementNamed(name: string): Placement {
  return named(placements, name, 'placement');
}

/** Routes by name; throws ROUTER-REFUSES with the reason where the router cannot. */
export function routeNetwork(network: Network, router: string, options: RouterOptions): Routing {
  const found = routerNamed(router);
  const reason = found.refuses(network);
  if (reason === null) return found.route(network, options);
  throw new WeftError({
    code: 'ROUTER-REFUSES',
    message: `${router} cannot route this network: ${reason}`,
    advice: 'min-hop, up-down and sssp route any network',
  });
}

/** What a recogniser found, by family. */
interface RecognisedFamily {
  readonly family: string;
  readonly recognition: Recognition<unknown>;
}

/**
 * Asks all families but `graph`, which takes anything: the first that fits exactly, else the first that fits
 * with parts missing; and what each said.
 */
export function recogniseNetwork(network: Network): {
  readonly found: RecognisedFamily | null;
  readonly tried: readonly RecognisedFamily[];
} {
  const tried: RecognisedFamily[] = [];
  for (const family of families) {
    if (family.name === 'graph') continue;
    const recognition = family.recognise(network);
    tried.push({ family: family.name, recognition });
    if (recognition.ok && !recognition.missing) return { found: tried[tried.length - 1], tried };
  }
  return { found: tried.find(({ recognition }) => recognition.ok) ?? null, tried };
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
