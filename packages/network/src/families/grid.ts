import { type Network, NetworkBuilder } from '@weft/model';
import { z } from 'zod';

const params = z
  .strictObject({
    /** Nodes along each dimension; the first varies fastest in node numbers. */
    sizes: z.array(z.number().int().positive()).min(1).max(26),
    /** A link of each node to an I/O port of its own. */
    io: z.boolean().default(false),
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
 * Torus or mesh: each node is a host that forwards. Port 2d goes + along dimension d, port 2d + 1 goes -.
 * A torus dimension of size 2 has two cables between its two nodes.
 */
export function buildGrid({ sizes, io }: GridParams, wrap: boolean): Network {
  const builder = new NetworkBuilder();
  const nodes = sizes.reduce((product, size) => product * size, 1);
  for (let node = 0; node < nodes; node++) {
    builder.addVertex({ kind: 'host', name: `n${node}`, coord: coordinates(node, sizes) });
  }
  let stride = 1;
  sizes.forEach((size, dimension) => {
    addLines(builder, nodes, size, stride, dimension, wrap);
    stride *= size;
  });
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

function addLines(
  builder: NetworkBuilder,
  nodes: number,
  size: number,
  stride: number,
  dimension: number,
  wrap: boolean,
): void {
  if (size === 1) return;
  const name = dimensionName(dimension);
  for (let node = 0; node < nodes; node++) {
    const last = Math.floor(node / stride) % size === size - 1;
    if (last && !wrap) continue;
    builder.addCable({
      from: node,
      fromPort: 2 * dimension,
      to: last ? node - stride * (size - 1) : node + stride,
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
