import { type Network, NetworkBuilder } from '@weft/model';
import { z } from 'zod';
import { type Family, type Recognition, refuse } from '../family.ts';
import { annotate, nameLinks } from '../recognise/annotate.ts';
import { peersOf } from '../recognise/simple-graph.ts';
import { joinLinks, numberSets } from '../recognise/tree-parts.ts';

const count = z.number().int().positive();

const params = z.strictObject({
  /** Groups of hosts that share their leaf switches. */
  units: count,
  hostsPerUnit: count,
  /** NICs of a host, each on a leaf switch of its own: its rail. */
  rails: count.default(8),
  spines: count,
  /** Cables between each leaf and each spine. */
  parallel: count.default(1),
});

type RailFatTreeParams = z.infer<typeof params>;

/** Rail-optimised fat tree: NIC r of all hosts of a unit is on leaf switch r of that unit. */
export const railFatTree: Family<RailFatTreeParams> = {
  name: 'rail-fat-tree',
  title: 'Rail-optimised fat tree (several NICs a host)',
  params,
  build: buildRailFatTree,
  recognise: recogniseRailFatTree,
};

/** Ports of a host: its rails; of a NIC: host 0, switch 1; of a leaf: hosts, then spines; of a spine: leaves. */
function buildRailFatTree(given: RailFatTreeParams): Network {
  const { units, hostsPerUnit, rails, spines, parallel } = given;
  const builder = new NetworkBuilder();
  const hosts = units * hostsPerUnit;
  const firstLeaf = hosts + hosts * rails;
  const leaves = units * rails;
  for (let i = 0; i < hosts; i++) {
    builder.addVertex({ kind: 'host', name: `n${i}`, level: 0, pod: Math.floor(i / hostsPerUnit) });
  }
  for (let i = 0; i < hosts * rails; i++) {
    const host = Math.floor(i / rails);
    const pod = Math.floor(host / hostsPerUnit);
    builder.addVertex({ kind: 'nic', name: `n${host}-${i % rails}`, level: 0, pod });
  }
  for (let i = 0; i < leaves; i++) {
    builder.addVertex({ kind: 'switch', name: `L1-${i}`, level: 1, pod: Math.floor(i / rails) });
  }
  for (let i = 0; i < spines; i++) builder.addVertex({ kind: 'switch', name: `L2-${i}`, level: 2 });
  for (let host = 0; host < hosts; host++) addRails(builder, given, host, hosts, firstLeaf);
  for (let leaf = 0; leaf < leaves; leaf++) {
    for (let u = 0; u < spines * parallel; u++) {
      builder.addCable({
        from: firstLeaf + leaf,
        fromPort: hostsPerUnit + u,
        to: firstLeaf + leaves + Math.floor(u / parallel),
        toPort: leaf * parallel + (u % parallel),
        class: 'L1-L2',
        direction: 'up',
        reverseDirection: 'down',
      });
    }
  }
  return builder.build();
}

function addRails(
  builder: NetworkBuilder,
  { hostsPerUnit, rails }: RailFatTreeParams,
  host: number,
  firstNic: number,
  firstLeaf: number,
): void {
  const direction = { direction: 'up', reverseDirection: 'down' };
  const unit = Math.floor(host / hostsPerUnit);
  for (let rail = 0; rail < rails; rail++) {
    const nic = firstNic + host * rails + rail;
    builder.addCable({ from: host, fromPort: rail, to: nic, toPort: 0, class: 'host-nic', ...direction });
    const to = firstLeaf + unit * rails + rail;
    builder.addCable({
      from: nic,
      fromPort: 1,
      to,
      toPort: host % hostsPerUnit,
      class: 'L0-L1',
      ...direction,
    });
  }
}

function recogniseRailFatTree(network: Network): Recognition<RailFatTreeParams> {
  const leafOfNic = nicLeaves(network);
  if (typeof leafOfNic === 'string') return refuse(leafOfNic);
  const level = new Int32Array(network.vertexCount);
  for (const vertex of network.switches) level[vertex] = 2;
  for (const leaf of leafOfNic.values()) level[leaf] = 1;
  const sets = joinLinks(network, (src, dst) => level[src] + level[dst] < 2);
  const unit = numberSets(sets, network.vertexCount, (vertex) => level[vertex] < 2, network.hosts);
  const units = unit.reduce((most, value) => Math.max(most, value), 0) + 1;
  const hostsPerUnit = network.hosts.length / units;
  const rails = leafOfNic.size / network.hosts.length;
  const spines = network.switches.filter((vertex) => level[vertex] === 2).length;
  const fault = railFault(network, level, unit, { units, hostsPerUnit, rails, spines });
  if (fault) return refuse(fault);
  const leaf = network.switches.find((vertex) => level[vertex] === 1)!;
  const parallel = (peersOf(network, leaf).length - hostsPerUnit) / spines;
  if (!evenSpines(network, level, spines, parallel))
    return refuse('leaves and spines are not connected evenly');
  const given = { units, hostsPerUnit, rails, spines, parallel };
  return { ok: true, params: given, network: annotateRails(network, level, unit) };
}

/** The switch of each NIC, where each NIC has one host and one switch; else why not. */
function nicLeaves(network: Network): Map<number, number> | string {
  const isHost = new Set(network.hosts);
  const isSwitch = new Set(network.switches);
  const found = new Map<number, number>();
  for (let v = 0; v < network.vertexCount; v++) {
    if (isHost.has(v) || isSwitch.has(v)) continue;
    const peers = peersOf(network, v);
    const leaf = peers.find((peer) => isSwitch.has(peer));
    if (peers.length !== 2 || leaf === undefined || !peers.some((peer) => isHost.has(peer))) {
      return `NIC ${v} does not join one host and one switch`;
    }
    found.set(v, leaf);
  }
  if (found.size === 0) return 'there are no NICs';
  for (const host of network.hosts) {
    if (peersOf(network, host).some((peer) => !found.has(peer)))
      return `host ${host} has cables past its NICs`;
  }
  return found;
}

function railFault(
  network: Network,
  level: Int32Array,
  unit: Int32Array,
  { units, hostsPerUnit, rails, spines }: Omit<RailFatTreeParams, 'parallel'>,
): string | null {
  if (!Number.isInteger(hostsPerUnit) || !Number.isInteger(rails)) return 'units or hosts differ';
  if (spines === 0) return 'there are no spine switches';
  const leaves = network.switches.filter((vertex) => level[vertex] === 1);
  if (leaves.length !== units * rails)
    return `${leaves.length} leaf switches for ${units} units of ${rails} rails`;
  const hostsOf = new Int32Array(units);
  for (const host of network.hosts) {
    hostsOf[unit[host]]++;
    const ways = peersOf(network, host).map((nic) => peersOf(network, nic).find((peer) => peer !== host));
    if (ways.length !== rails || new Set(ways).size !== rails)
      return `host ${host} is not on ${rails} switches`;
  }
  return hostsOf.some((number) => number !== hostsPerUnit) ? 'units differ in hosts' : null;
}

function evenSpines(network: Network, level: Int32Array, spines: number, parallel: number): boolean {
  for (const leaf of network.switches) {
    if (level[leaf] !== 1) continue;
    const counts = new Map<number, number>();
    for (const peer of peersOf(network, leaf)) {
      if (level[peer] === 2) counts.set(peer, (counts.get(peer) ?? 0) + 1);
      if (level[peer] === 1) return false;
    }
    if (counts.size !== spines || [...counts.values()].some((value) => value !== parallel)) return false;
  }
  return true;
}

function annotateRails(network: Network, level: Int32Array, unit: Int32Array): Network {
  const { src, dst } = network.links;
  const isHost = new Set(network.hosts);
  const height = (vertex: number): number => (isHost.has(vertex) ? -1 : level[vertex]);
  const names = nameLinks(network, (link) => {
    const lower = Math.min(height(src[link]), height(dst[link]));
    const direction = height(src[link]) < height(dst[link]) ? 'up' : 'down';
    return { class: lower < 0 ? 'host-nic' : `L${lower}-L${lower + 1}`, direction };
  });
  return annotate(network, { level, pod: unit, ...names });
}
