import { type Network, NetworkBuilder } from '@weft/model';
import { z } from 'zod';
import { type Family, type Recognition, refuse } from '../family.ts';
import { annotate } from '../recognise/annotate.ts';
import { componentsBelow, treeBundles } from '../recognise/tree-parts.ts';
import { recogniseXgft } from './recognise-xgft.ts';

const params = z
  .strictObject({
    arity: z.number().int().min(2).default(4),
    layers: z.number().int().min(1),
    /** A NIC between each host and its switch, as a vertex of its own. */
    nics: z.boolean().optional(),
  })
  .refine(
    ({ arity, layers }) => arity ** layers <= 1 << 22,
    'arity ^ layers must not exceed 4,194,304 nodes',
  );

type KaryTreeParams = z.infer<typeof params>;

/** The complete k-ary fat tree: `layers` layers of k^(layers-1) switches with k ports up and k down. */
export const karyTree: Family<KaryTreeParams> = {
  name: 'kary-ntree',
  title: 'k-ary n-tree (quaternary fat tree)',
  params,
  build: buildKaryTree,
  recognise: recogniseKaryTree,
};

/** The switch one layer up from switch x of layer l through its up port p: digit l of x becomes p (Eq. 1). */
export function switchAbove(arity: number, layer: number, x: number, port: number): number {
  const block = arity ** layer;
  const digit = arity ** (layer - 1);
  return block * Math.floor(x / block) + digit * port + (x % digit);
}

function buildKaryTree({ arity, layers, nics }: KaryTreeParams): Network {
  const builder = new NetworkBuilder();
  const nodes = arity ** layers;
  const width = nodes / arity;
  for (let node = 0; node < nodes; node++) builder.addVertex({ kind: 'host', name: `n${node}`, level: 0 });
  if (nics)
    for (let node = 0; node < nodes; node++)
      builder.addVertex({ kind: 'nic', name: `n${node}-nic`, level: 0 });
  const firstSwitch = nics ? 2 * nodes : nodes;
  for (let layer = 1; layer <= layers; layer++) {
    for (let x = 0; x < width; x++)
      builder.addVertex({ kind: 'switch', name: `L${layer}-${x}`, level: layer });
  }
  for (let node = 0; node < nodes; node++) {
    if (nics)
      builder.addCable({
        from: node,
        fromPort: 0,
        to: nodes + node,
        toPort: 0,
        ...between(0),
        class: 'host-nic',
      });
    builder.addCable({
      from: nics ? nodes + node : node,
      fromPort: nics ? 1 : 0,
      to: firstSwitch + Math.floor(node / arity),
      toPort: arity + (node % arity),
      ...between(0),
    });
  }
  for (let layer = 1; layer < layers; layer++) {
    for (let x = 0; x < width; x++)
      addUpCables(builder, arity, layer, x, firstSwitch + (layer - 1) * width, width);
  }
  return withParts(builder.build());
}

/** Down port of the upper switch: k + digit l of x, so that every port is used exactly once. */
function addUpCables(
  builder: NetworkBuilder,
  arity: number,
  layer: number,
  x: number,
  first: number,
  width: number,
): void {
  const digit = Math.floor(x / arity ** (layer - 1)) % arity;
  for (let port = 0; port < arity; port++) {
    builder.addCable({
      from: first + x,
      fromPort: port,
      to: first + width + switchAbove(arity, layer, x, port),
      toPort: arity + digit,
      ...between(layer),
    });
  }
}

function between(level: number) {
  return { class: `L${level}-L${level + 1}`, direction: 'up', reverseDirection: 'down' };
}

function withParts(network: Network): Network {
  const { level } = network.vertices;
  return annotate(network, { pod: componentsBelow(network, level), bundle: treeBundles(network, level) });
}

function recogniseKaryTree(network: Network): Recognition<KaryTreeParams> {
  const found = recogniseXgft(network);
  if (!found.ok) return found;
  const { children, parents } = found.params;
  const arity = children[0];
  if (arity < 2 || children.some((m) => m !== arity)) {
    return refuse(`switches have ${children.join(', ')} links down by layer, a k-ary tree has one number`);
  }
  if (parents[0] !== 1 || parents.slice(1).some((w) => w !== arity)) {
    return refuse(`links up by layer are ${parents.join(', ')}, a k-ary tree has 1 and then ${arity}`);
  }
  return { ok: true, params: { arity, layers: children.length }, network: found.network };
}
