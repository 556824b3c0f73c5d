import type { Network } from '@weft/model';
import { vertexName } from '../naming/vertex-name.ts';

/** Numbers of the other network for those of one; null = they are the same. */
export interface Alignment {
  readonly toB: Numbering | null;
  readonly toA: Numbering | null;
}

export interface Numbering {
  readonly vertices: Int32Array;
  readonly links: Int32Array;
}

type AlignmentResult = { readonly alignment: Alignment } | { readonly reason: string };

/** Two datasets can be compared link by link where their networks have the same vertices, by name, and cables. */
export function alignNetworks(a: Network, b: Network): AlignmentResult {
  if (a === b) return { alignment: { toB: null, toA: null } };
  if (a.vertexCount !== b.vertexCount || a.linkCount !== b.linkCount) {
    return {
      reason: `A has ${count(a.vertexCount)} hosts and switches and ${count(a.linkCount)} links, B has ${count(b.vertexCount)} and ${count(b.linkCount)}: these are different networks.`,
    };
  }
  const vertices = matchNames(vertexNames(a), vertexNames(b));
  if (typeof vertices === 'string') return { reason: `B has no host or switch called ${vertices}.` };
  const links = matchNames(linkKeys(a, vertices), linkKeys(b, null));
  if (typeof links === 'string')
    return { reason: `B has no link ${links}, although its switches are the same.` };
  const toB = { vertices, links };
  return isIdentity(vertices) && isIdentity(links)
    ? { alignment: { toB: null, toA: null } }
    : { alignment: { toB, toA: { vertices: invert(vertices), links: invert(links) } } };
}

function vertexNames(network: Network): string[] {
  return Array.from({ length: network.vertexCount }, (_, vertex) => vertexName(network, vertex));
}

/** Ends and ports, in the numbers of B's vertices. */
function linkKeys({ linkCount, links }: Network, vertexInB: Int32Array | null): string[] {
  const own = (vertex: number) => (vertexInB ? vertexInB[vertex] : vertex);
  return Array.from(
    { length: linkCount },
    (_, link) =>
      `${own(links.src[link])}:${links.src_port[link]} → ${own(links.dst[link])}:${links.dst_port[link]}`,
  );
}

/** Place of each name in the other list, or the first that is not there. */
function matchNames(names: readonly string[], others: readonly string[]): Int32Array | string {
  const place = new Map(others.map((name, index) => [name, index]));
  const found = new Int32Array(names.length);
  for (let i = 0; i < names.length; i++) {
    const at = place.get(names[i]);
    if (at === undefined) return names[i];
    found[i] = at;
  }
  return found;
}

function isIdentity(numbers: Int32Array): boolean {
  return numbers.every((number, index) => number === index);
}

function invert(numbers: Int32Array): Int32Array {
  const inverse = new Int32Array(numbers.length);
  numbers.forEach((number, index) => {
    inverse[number] = index;
  });
  return inverse;
}

function count(number: number): string {
  return number.toLocaleString('en-US');
}
