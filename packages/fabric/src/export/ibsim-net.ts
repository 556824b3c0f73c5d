import { outLinksOf, textAt } from '@weft/model';
import { rateWord } from '../ibnetdiscover/link-rate.ts';
import type { FabricIdentity } from './fabric-identity.ts';

/** The simulator wants a rate for every link: this one where the network does not know it. */
const ASSUMED_RATE = '4xEDR';

/** A net file for ibsim, in the form of ibnetdiscover: one record a vertex. */
export function* ibsimNet(fabric: FabricIdentity): Generator<string> {
  yield `# Topology file: written by weft; links of unknown rate as ${ASSUMED_RATE}\n`;
  for (const vertex of [...fabric.network.hosts, ...fabric.network.switches]) yield record(fabric, vertex);
}

function record(fabric: FabricIdentity, vertex: number): string {
  const { network, guidOf, lidOf, nameOf, portOf } = fabric;
  const isSwitch = kindOf(fabric, vertex) === 'switch';
  const guid = guidOf(vertex);
  const links = [...outLinksOf(network, vertex)];
  const ports = Math.max(1, ...links.map((link) => portOf(network.links.src_port[link])));
  const head = isSwitch
    ? `Switch\t${ports} "S-${guid}"\t\t# "${nameOf(vertex)}" base port 0 lid ${lidOf(vertex)} lmc 0`
    : `Ca\t${ports} "H-${guid}"\t\t# "${nameOf(vertex)}"`;
  const owner = isSwitch ? `switchguid=0x${guid}(${guid})` : `caguid=0x${guid}`;
  return [
    '',
    'vendid=0x2c9',
    'devid=0xcb20',
    `sysimgguid=0x${guid}`,
    owner,
    head,
    ...links.map((link) => portLine(fabric, link)),
    '',
  ].join('\n');
}

function portLine(fabric: FabricIdentity, link: number): string {
  const { network, guidOf, portGuidOf, lidOf, portLidOf, nameOf, portOf } = fabric;
  const { src, dst, src_port, dst_port } = network.links;
  const [near, far] = [src[link], dst[link]];
  const [port, farPort] = [portOf(src_port[link]), portOf(dst_port[link])];
  const isSwitch = kindOf(fabric, near) === 'switch';
  const farSwitch = kindOf(fabric, far) === 'switch';
  const own = isSwitch ? '' : `(${portGuidOf(near, port)}) `;
  const peer = farSwitch
    ? `"S-${guidOf(far)}"[${farPort}]`
    : `"H-${guidOf(far)}"[${farPort}](${portGuidOf(far, farPort)}) `;
  const ownLid = isSwitch ? '' : `lid ${portLidOf(near, port)} lmc 0 `;
  const farLid = farSwitch ? lidOf(far) : portLidOf(far, farPort);
  return `[${port}]${own}\t${peer}\t\t# ${ownLid}"${nameOf(far)}" lid ${farLid} ${rateWord(network.links.capacity[link]) || ASSUMED_RATE}`;
}

function kindOf({ network }: FabricIdentity, vertex: number): string | null {
  return textAt(network.vertices.kind, vertex);
}
