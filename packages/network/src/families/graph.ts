import { listAt, type Network, NetworkBuilder, NONE, textAt, type VertexKind, WeftError } from '@weft/model';
import { z } from 'zod';
import type { Family, Recognition } from '../family.ts';

const index = z.number().int().nonnegative();
const end = z.union([index, z.string()]);

const vertex = z.strictObject({
  kind: z.enum(['host', 'switch', 'nic']),
  name: z.string().optional(),
  guid: z.string().optional(),
  level: index.optional(),
  pod: index.optional(),
  bundle: index.optional(),
  coord: z.array(index).optional(),
});

const cable = z.strictObject({
  /** Vertex number or name. */
  from: end,
  to: end,
  /** Free ports are given out, from 0, where left out. */
  fromPort: index.optional(),
  toPort: index.optional(),
  class: z.string().optional(),
  direction: z.string().optional(),
  reverseDirection: z.string().optional(),
  /** Bytes per second. */
  capacity: z.number().positive().optional(),
});

const params = z.strictObject({ vertices: z.array(vertex), cables: z.array(cable) });

type GraphParams = z.infer<typeof params>;

/** Any network, listed vertex by vertex and cable by cable. */
export const graph: Family<GraphParams> = {
  name: 'graph',
  title: 'Any graph, listed',
  params,
  build: buildGraph,
  recognise: describeGraph,
};

function buildGraph({ vertices, cables }: GraphParams): Network {
  const builder = new NetworkBuilder();
  const named = new Map<string, number>();
  vertices.forEach((spec, number) => {
    builder.addVertex(spec);
    if (spec.name === undefined) return;
    if (named.has(spec.name))
      throw badGraph(`vertices.${number}.name`, `two vertices are called ${spec.name}`);
    named.set(spec.name, number);
  });
  const find = (given: number | string, path: string): number => {
    const found = typeof given === 'number' ? given : named.get(given);
    if (found === undefined || found >= vertices.length) throw badGraph(path, `there is no vertex ${given}`);
    return found;
  };
  const ends = cables.map((spec, number) => ({
    from: find(spec.from, `cables.${number}.from`),
    to: find(spec.to, `cables.${number}.to`),
  }));
  const ports = givenPorts(cables, ends, vertices.length);
  cables.forEach((spec, number) => {
    const { from, to } = ends[number];
    const fromPort = spec.fromPort ?? freePort(ports[from]);
    const toPort = spec.toPort ?? freePort(ports[to]);
    builder.addCable({ ...spec, from, to, fromPort, toPort });
  });
  return builder.build();
}

function givenPorts(
  cables: GraphParams['cables'],
  ends: readonly { from: number; to: number }[],
  vertexCount: number,
): Set<number>[] {
  const ports = Array.from({ length: vertexCount }, () => new Set<number>());
  const take = (at: number, port: number | undefined, path: string): void => {
    if (port === undefined) return;
    if (ports[at].has(port)) throw badGraph(path, `port ${port} of vertex ${at} has two cables`);
    ports[at].add(port);
  };
  cables.forEach((spec, number) => {
    take(ends[number].from, spec.fromPort, `cables.${number}.fromPort`);
    take(ends[number].to, spec.toPort, `cables.${number}.toPort`);
  });
  return ports;
}

function freePort(taken: Set<number>): number {
  let port = 0;
  while (taken.has(port)) port++;
  taken.add(port);
  return port;
}

function badGraph(path: string, message: string): WeftError {
  return new WeftError({ code: 'BAD-PARAMS', message: `graph: ${path}: ${message}`, record: path });
}

/** Every network is a graph: its own list. */
function describeGraph(network: Network): Recognition<GraphParams> {
  const { vertices, links } = network;
  const listed = Array.from(vertices.id, (v) => ({
    kind: textAt(vertices.kind, v) as VertexKind,
    ...some('name', textAt(vertices.name, v)),
    ...some('guid', textAt(vertices.guid, v)),
    ...some('level', vertices.level[v]),
    ...some('pod', vertices.pod[v]),
    ...some('bundle', vertices.bundle[v]),
    ...(listAt(vertices.coord, v).length > 0 ? { coord: [...listAt(vertices.coord, v)] } : {}),
  }));
  const cables: GraphParams['cables'] = [];
  for (let link = 0; link < network.linkCount; link++) {
    const reverse = links.reverse[link];
    if (reverse !== NONE && reverse < link) continue;
    cables.push({
      from: links.src[link],
      to: links.dst[link],
      ...some('fromPort', links.src_port[link]),
      ...some('toPort', links.dst_port[link]),
      ...some('class', textAt(links.class, link)),
      ...some('direction', textAt(links.direction, link)),
      ...some('reverseDirection', reverse === NONE ? null : textAt(links.direction, reverse)),
      ...some('capacity', links.capacity[link]),
    });
  }
  return { ok: true, params: { vertices: listed, cables }, network };
}

function some<K extends string, V>(key: K, value: V | null): Partial<Record<K, V>> {
  return value === null || value === (NONE as V) ? {} : ({ [key]: value } as Partial<Record<K, V>>);
}
