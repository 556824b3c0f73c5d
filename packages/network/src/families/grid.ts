import { type Network, NetworkBuilder } from '@weft/model';
import { z } from 'zod';

const params = z
  .strictObject({
    /** Nodes along each dimension; the first varies fastest in node numbers. */
    sizes: z.array(z.number().int().positive()).min(1).max(26),
    /** A link of each node to an I/O port of its own. */
    io: z.boolean().default(false),
    /** 0: each node is a host that forwards. More: each node is a switch with so many hosts. */
    hostsPerSwitch: z.number().int().nonnegative().default(0),
  })
  .refine(({ io, hostsPerSwitch }) => !io || hostsPerSwitch === 0, {
    path: ['io'],
    message: 'I/O ports belong to nodes without switches (hostsPerSwitch 0)',
  })
  .refine(({ sizes }) => sizes.reduce((a, b) => a * b, 1) <= 1 << 22, {
    path: ['sizes'],
    message: 'the product of sizes must not exceed 4,194,304 nodes',
  });

export const gridParams = params;
export type GridParams = z.infer<typeof params>;

/** a, b, c, ... */
export function dimensionName(dimension: number): string {
  return String.fromCharCode(97 + dimension);
}

/**
 * Torus or mesh: each node is a host that forwards, or a switch with hosts. Port 2d goes + along dimension d,
 * port 2d + 1 goes -, then come I/O or hosts. A torus dimension of size 2 has two cables between its two nodes.
 */
export function buildGrid({ sizes, io, hostsPerSwitch: each }: GridParams, wrap: boolean): Network {
  const builder = new NetworkBuilder();
  const nodes = sizes.reduce((product, size) => product * size, 1);
  const first = nodes * each;
  for (let i = 0; i < first; i++) builder.addVertex({ kind: 'host', name: `n${i}`, level: 0 });
  for (let node = 0; node < nodes; node++) {
    const coord = coordinates(node, sizes);
    if (each === 0) builder.addVertex({ kind: 'host', name: `n${node}`, coord });
    else builder.addVertex({ kind: 'switch', name: `s${node}`, level: 1, coord });
  }
  let stride = 1;
  sizes.forEach((size, dimension) => {
    addLines(builder, { first, nodes, size, stride, dimension, wrap });
    stride *= size;
  });
  const names = { class: 'host', direction: 'up', reverseDirection: 'down' };
  for (let i = 0; i < first; i++) {
    const toPort = 2 * sizes.length + (i % each);
    builder.addCable({ from: i, fromPort: 0, to: first + Math.floor(i / each), toPort, ...names });
  }
  if (io) addIoLinks(builder, nodes, 2 * sizes.length);
  return builder.build();
}

export function coordinates(node: number, sizes: readonly number[]): number[] {
  let rest = node;
  return sizes.map((size) => {
    const value = rest % size;
    rest = (rest - value) / size;
    return value;
  });
}

interface Lines {
  /** Vertex of node 0. */
  readonly first: number;
  readonly nodes: number;
  readonly size: number;
  readonly stride: number;
  readonly dimension: number;
  readonly wrap: boolean;
}

function addLines(builder: NetworkBuilder, { first, nodes, size, stride, dimension, wrap }: Lines): void {
  if (size === 1) return;
  const name = dimensionName(dimension);
  for (let node = 0; node < nodes; node++) {
    const last = Math.floor(node / stride) % size === size - 1;
    if (last && !wrap) continue;
    builder.addCable({
      from: first + node,
      fromPort: 2 * dimension,
      to: first + (last ? node - stride * (size - 1) : node + stride),
      toPort: 2 * dimension + 1,
      class: `dim ${name}`,
      direction: `+${name}`,
      reverseDirection: `-${name}`,
    });
  }
}

function addIoLinks(builder: NetworkBuilder, nodes: number, port: number): void {
  for (let node = 0; node < nodes; node++) {
    const to = builder.addVertex({ kind: 'switch', name: `io${node}` });
    builder.addCable({
      from: node,
      fromPort: port,
      to,
      toPort: 0,
      class: 'io',
      direction: 'io out',
      reverseDirection: 'io in',
    });
  }
}
