import { type Network, NONE, type TableColumns, textAt, WeftError } from '@weft/model';
import { vertexName } from '@weft/network';

/** A network as InfiniBand tools know one: GUIDs, LIDs, and ports that count from 1. */
export interface FabricIdentity {
  readonly network: Network;
  /** 16 hex digits. */
  guidOf(vertex: number): string;
  portGuidOf(vertex: number, port: number): string;
  /** The first LID of a vertex, and of a port of a host. */
  lidOf(vertex: number): number;
  portLidOf(vertex: number, port: number): number;
  /** The port by which tools know that of the network. */
  portOf(port: number): number;
  nameOf(vertex: number): string;
  readonly topLid: number;
}

/** Node GUIDs of networks that have none: “WEFT”, then a number with room for the ports of a host. */
const GUID_PREFIX = '57454654';

/** Takes the GUIDs and LIDs that are known and gives out the others, hosts first. */
export function fabricIdentity(network: Network, lids: TableColumns<'lids'> | null): FabricIdentity {
  refuseForeign(network);
  const shift = network.links.src_port.some((port) => port === 0) ? 1 : 0;
  const known = knownPorts(lids);
  const guidOf = (vertex: number): string =>
    textAt(network.vertices.guid, vertex)?.replace(/^0x/, '').padStart(16, '0') ??
    GUID_PREFIX + (vertex * 256 + 256).toString(16).padStart(8, '0');
  const lidOf = (vertex: number): number => known.first.get(vertex)?.lid ?? vertex + 1;
  return {
    network,
    guidOf,
    lidOf,
    portGuidOf: (vertex, port) =>
      known.ports.get(portKey(vertex, port))?.guid ?? portGuid(guidOf(vertex), port),
    portLidOf: (vertex, port) => known.ports.get(portKey(vertex, port))?.lid ?? lidOf(vertex),
    portOf: (port) => port + shift,
    nameOf: (vertex) => vertexName(network, vertex).replaceAll(/["'\n]/g, ' '),
    topLid: Math.max(...(lids?.lid.length ? [lids.lid[lids.lid.length - 1]] : [network.vertexCount])),
  };
}

interface KnownPort {
  readonly lid: number;
  readonly port: number;
  readonly guid: string | null;
}

function portKey(vertex: number, port: number): number {
  return vertex * 65_536 + port;
}

/** The first LID of each port, and of each vertex that of its lowest port. */
function knownPorts(lids: TableColumns<'lids'> | null) {
  const ports = new Map<number, KnownPort>();
  const first = new Map<number, KnownPort>();
  for (let row = 0; row < (lids?.lid.length ?? 0); row++) {
    const { lid, vertex, port, guid } = lids!;
    const found = { lid: lid[row], port: port[row], guid: textAt(guid, row)?.replace(/^0x/, '') ?? null };
    const key = portKey(vertex[row], port[row]);
    if (!ports.has(key)) ports.set(key, found);
    const best = first.get(vertex[row]);
    if (!best || port[row] < best.port) first.set(vertex[row], found);
  }
  return { ports, first };
}

function portGuid(node: string, port: number): string {
  return (BigInt(`0x${node}`) + BigInt(port)).toString(16).padStart(16, '0');
}

function refuseForeign({ vertices, links, linkCount }: Network): void {
  const isSwitch = (vertex: number): boolean => textAt(vertices.kind, vertex) === 'switch';
  for (let link = 0; link < linkCount; link++) {
    if (links.src_port[link] === NONE)
      throw refused(`link ${link} has no port`, 'Number the ports of the network.');
    if (!isSwitch(links.src[link]) && !isSwitch(links.dst[link]))
      throw refused(
        'hosts are cabled to hosts, which InfiniBand adapters cannot be',
        'Give the switches hosts: hostsPerSwitch=1.',
      );
  }
}

function refused(message: string, advice: string): WeftError {
  return new WeftError({ code: 'NOT-INFINIBAND', message, advice });
}
