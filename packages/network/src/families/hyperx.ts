import { listAt, type Network, NetworkBuilder } from '@weft/model';
import { z } from 'zod';
import { type Family, type Recognition, refuse } from '../family.ts';
import { annotate, coordColumn, nameLinks } from '../recognise/annotate.ts';
import { hostsPerSwitch } from '../recognise/host-counts.ts';
import { productFactors } from '../recognise/product-factors.ts';
import { simpleGraph } from '../recognise/simple-graph.ts';
import { coordinates, dimensionName } from './grid.ts';

const params = z
  .strictObject({
    /** Switches along each dimension, all connected to each other. */
    sizes: z.array(z.number().int().min(2)).min(1).max(26),
    hostsPerSwitch: z.number().int().positive(),
    /** Cables between each two connected switches. */
    parallel: z.number().int().positive().default(1),
  })
  .refine(({ sizes }) => sizes.reduce((a, b) => a * b, 1) <= 1 << 20, {
    path: ['sizes'],
    message: 'the product of sizes must not exceed 1,048,576 switches',
  });

type HyperxParams = z.infer<typeof params>;

export const hyperx: Family<HyperxParams> = {
  name: 'hyperx',
  title: 'HyperX (also flattened butterfly, Hamming graph)',
  params,
  build: buildHyperx,
  recognise: recogniseHyperx,
};

/** Ports of a switch: hosts first, then dimension by dimension in the order of the other coordinate. */
function buildHyperx({ sizes, hostsPerSwitch: each, parallel }: HyperxParams): Network {
  const builder = new NetworkBuilder();
  const switches = sizes.reduce((product, size) => product * size, 1);
  const hosts = switches * each;
  for (let i = 0; i < hosts; i++) builder.addVertex({ kind: 'host', name: `n${i}`, level: 0 });
  for (let i = 0; i < switches; i++) {
    builder.addVertex({ kind: 'switch', name: `s${i}`, level: 1, coord: coordinates(i, sizes) });
  }
  for (let i = 0; i < hosts; i++) {
    const to = hosts + Math.floor(i / each);
    const names = { class: 'host', direction: 'up', reverseDirection: 'down' };
    builder.addCable({ from: i, fromPort: 0, to, toPort: i % each, ...names });
  }
  let port = each;
  let stride = 1;
  sizes.forEach((size, dimension) => {
    addDimension(builder, hosts, switches, size, stride, dimensionName(dimension), port, parallel);
    port += (size - 1) * parallel;
    stride *= size;
  });
  return builder.build();
}

function addDimension(
  builder: NetworkBuilder,
  first: number,
  switches: number,
  size: number,
  stride: number,
  name: string,
  port: number,
  parallel: number,
): void {
  for (let i = 0; i < switches; i++) {
    const own = Math.floor(i / stride) % size;
    for (let other = own + 1; other < size; other++) {
      for (let cable = 0; cable < parallel; cable++) {
        builder.addCable({
          from: first + i,
          fromPort: port + (other - 1) * parallel + cable,
          to: first + i + (other - own) * stride,
          toPort: port + own * parallel + cable,
          class: `dim ${name}`,
          direction: `+${name}`,
          reverseDirection: `-${name}`,
        });
      }
    }
  }
}

function recogniseHyperx(network: Network): Recognition<HyperxParams> {
  const each = hostsPerSwitch(network, network.switches);
  if (typeof each === 'string') return refuse(each);
  if (network.switches.length < 2) return refuse('fewer than two switches');
  const factors = productFactors(simpleGraph(network, network.switches));
  if (factors === null) return refuse('the switches and their cables are not a product of dimensions');
  if (factors.some(({ size, neighbours }) => neighbours.some((around) => around.length !== size - 1))) {
    return refuse('in some dimension not all switches are connected to each other');
  }
  const parallel = factors[0].cables;
  if (factors.some(({ cables }) => cables !== parallel))
    return refuse('dimensions differ in parallel cables');
  factors.sort((a, b) => b.size - a.size);
  const lists: number[][] = Array.from({ length: network.vertexCount }, () => []);
  network.switches.forEach((vertex, number) => {
    lists[vertex] = factors.map(({ coordinate }) => coordinate[number]);
  });
  const sizes = factors.map(({ size }) => size);
  return {
    ok: true,
    params: { sizes, hostsPerSwitch: each, parallel },
    network: annotateHyperx(network, lists),
  };
}

function annotateHyperx(network: Network, lists: readonly (readonly number[])[]): Network {
  const coord = coordColumn(lists);
  const { src, dst } = network.links;
  const names = nameLinks(network, (link) => {
    const from = listAt(coord, src[link]);
    const to = listAt(coord, dst[link]);
    if (from.length === 0) return { class: 'host', direction: 'up' };
    if (to.length === 0) return { class: 'host', direction: 'down' };
    const dimension = from.findIndex((value, d) => value !== to[d]);
    const letter = dimensionName(dimension);
    const plus = to[dimension] > from[dimension];
    return { class: `dim ${letter}`, direction: `${plus ? '+' : '-'}${letter}` };
  });
  const level = Int32Array.from(lists, (list) => (list.length > 0 ? 1 : 0));
  return annotate(network, { level, coord, ...names });
}
