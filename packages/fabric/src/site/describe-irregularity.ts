import { formatQuantity, type Network, NONE, textAt } from '@weft/model';
import type { Irregularity } from '@weft/network';
import type { Problem } from '../facts/problems.ts';

const CODES: Readonly<Record<Irregularity['kind'], readonly [code: string, what: string]>> = {
  'missing-cable': ['MISSING-CABLE', 'cables that are missing where others of the same place have one'],
  'extra-cable': ['EXTRA-CABLE', 'pairs of switches with more cables than others of the same place'],
  'miswired-cable': ['MISWIRED-CABLE', 'cables that lead where the neighbours of their switches have none'],
  'other-uplinks': ['OTHER-UPLINKS', 'switches with another number of links up than most of their level'],
  'unused-port': ['UNUSED-PORT', 'ports without a cable that most switches use'],
  'slow-cable': ['SLOW-CABLE', 'cables that are slower than nearly all of their kind'],
  'side-host': ['SIDE-HOST', 'hosts with several cables, or on a switch that is no leaf'],
};

/** With the names and ports by which people find it in the machine room. */
export function describeIrregularity(found: Irregularity, network: Network): Problem {
  const [code, what] = CODES[found.kind];
  return { code, what, example: exampleOf(found, network) };
}

function exampleOf(found: Irregularity, network: Network): string {
  const { kind, count, usual } = found;
  const near = end(network, found.vertex, found.port);
  const far = end(network, found.peer, found.peerPort);
  switch (kind) {
    case 'missing-cable':
    case 'extra-cable':
      return `${near} to ${far}: ${count}, usually ${usual}`;
    case 'miswired-cable':
      return `${near} to ${far}`;
    case 'other-uplinks':
    case 'unused-port':
      return `${near}: ${count} links, usually ${usual}`;
    case 'slow-cable':
      return `${near} to ${far}: ${formatQuantity(count, 'B/s')}, usually ${formatQuantity(usual, 'B/s')}`;
    case 'side-host':
      return count === 1 ? `${near} on ${far}` : `${near}: ${count} cables`;
  }
}

function end({ vertices }: Network, vertex: number, port: number): string {
  if (vertex === NONE) return '';
  const name = textAt(vertices.name, vertex) ?? textAt(vertices.guid, vertex) ?? `vertex ${vertex}`;
  return port === NONE ? name : `${name} port ${port}`;
}
