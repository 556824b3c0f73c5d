import { NONE } from '@weft/model';
import type { Routing } from '@weft/network';
import type { FabricIdentity } from './fabric-identity.ts';

/** Forwarding tables in the form of OpenSM's opensm-lfts.dump: one table a switch, towards hosts and the switch itself. */
export function* opensmDump(fabric: FabricIdentity, routing: Routing): Generator<string> {
  const { network, guidOf, lidOf, nameOf, topLid } = fabric;
  const targets = [...network.hosts, ...network.switches].sort((a, b) => lidOf(a) - lidOf(b));
  const comments = targets.map((vertex) => describeTarget(fabric, vertex));
  for (const vertex of network.switches) {
    const lines = [
      `Unicast lids [0-${topLid}] of switch Lid ${lidOf(vertex)} guid 0x${guidOf(vertex)} ('${nameOf(vertex)}'):`,
    ];
    targets.forEach((target, at) => {
      const port = outPort(fabric, routing, vertex, target);
      if (port !== NONE)
        lines.push(`${hexLid(lidOf(target))} ${String(port).padStart(3, '0')} # ${comments[at]}`);
    });
    lines.push(`${topLid} lids dumped`, '');
    yield lines.join('\n');
  }
}

function outPort(
  { network, portOf }: FabricIdentity,
  routing: Routing,
  vertex: number,
  target: number,
): number {
  if (target === vertex) return 0;
  const link = routing.nextLink(vertex, target, vertex);
  return link === NONE ? NONE : portOf(network.links.src_port[link]);
}

function describeTarget(
  { network, guidOf, portGuidOf, nameOf, portOf }: FabricIdentity,
  vertex: number,
): string {
  const link = network.outLinks[network.outOffsets[vertex]];
  const isSwitch = network.switches.includes(vertex);
  const guid =
    isSwitch || link === undefined
      ? guidOf(vertex)
      : portGuidOf(vertex, portOf(network.links.src_port[link]));
  return `${isSwitch ? 'Switch' : 'Channel Adapter'} portguid 0x${guid}: '${nameOf(vertex)}'`;
}

function hexLid(lid: number): string {
  return `0x${lid.toString(16).padStart(4, '0')}`;
}
